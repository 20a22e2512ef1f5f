package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.engine.Corpus;
import rag.engine.Progress;
import rag.llm.ChatModel;

class GoldenMakerTest {

    @TempDir
    Path folder;

    private Corpus corpus;

    @BeforeEach
    void documents() {
        corpus = new Corpus(folder, Map.of("retrieval.mode", "sparse"));
        corpus.write("a/pump.md", """
            # Pump

            ## How the pump is oiled

            The cooling pump of hall 4 needs 20 ml of Vireo oil every ten days. | a | table |

            """);
        corpus.write("b/dome.md", "# Dome\n\nClose the dome by hand with the yellow crank of the Halcyon store.");
        corpus.write("c/dome.md", "# 圆顶\n\n平均风速超过 15 米每秒时必须立即关闭圆顶。");
        corpus.write("d/list.md", "# List\n\n- one\n- two\n");
        corpus.ingest("knowledge_hub");
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private GoldenMaker.Made make(Optional<ChatModel> model) {
        try (var maker = new GoldenMaker(corpus.engine(), "knowledge_hub", model, 10, Progress.NONE)) {
            return maker.make(40);
        }
    }

    private GoldenSet read(GoldenMaker.Made made) {
        return GoldenReader.read("made.json", Json.pretty(made.set()).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void questionsComeFromHeadingsAndSentencesWithTheWordsThatAnswerThem() {
        var cases = read(make(Optional.empty())).cases();
        assertEquals(
                List.of(
                        "How the pump is oiled, Pump",
                        "Close dome hand yellow crank Halcyon store",
                        "平均风速超过 … 米每秒时必须立即关闭圆顶"),
                cases.stream().map(GoldenSet.Case::query).toList());
        assertEquals(
                "The cooling pump of hall 4 needs 20 ml of Vireo oil every ten days.",
                cases.getFirst().evidence().getFirst().text());
        assertEquals(
                List.of("pump.md", "b/dome.md", "c/dome.md"),
                cases.stream().map(c -> c.evidence().getFirst().source()).toList(),
                "the shortest end that fits no other");
    }

    @Test
    void whatWasMadeCanBeEvaluatedAtOnce() {
        var set = new TestSet(read(make(Optional.empty())), null);
        assertEquals(
                List.of(), Validation.of(corpus.engine(), set, "knowledge_hub").problems());
    }

    @Test
    void aModelsQuestionCountsOnlyWhenItsEvidenceStandsInThePassage() {
        var model = new ScriptedModel(request -> {
            var user = request.user();
            if (user.contains("cooling pump")) {
                return "{\"question\": \"How much oil?\", \"evidence\": \"20 ml of Vireo oil\", \"answer\": \"20"
                        + " ml.\"}";
            }
            if (user.contains("crank")) {
                return "{\"question\": \"Which colour?\", \"evidence\": \"a blue crank\", \"answer\": \"Blue.\"}";
            }
            return user.contains("圆顶") ? "Sorry, no." : "{\"question\": \"\", \"evidence\": \"\", \"answer\": \"\"}";
        });
        var made = make(Optional.of(model));
        var only = read(made).cases();
        assertEquals(
                List.of("How much oil?"),
                only.stream().map(GoldenSet.Case::query).toList());
        assertEquals("20 ml.", only.getFirst().referenceAnswer());
        assertEquals(
                Map.of(
                        "evidence that is not in the passage",
                        1,
                        "nothing worth asking",
                        1,
                        "the answer holds no JSON object: Sorry, no.",
                        1),
                made.refused());
    }

    @Test
    void aSentenceThatStandsInTwoDocumentsIsExpectedFromBoth() {
        corpus.write("e/copy.md", "# Dome\n\nClose the dome by hand with the yellow crank of the Halcyon store.");
        corpus.ingest("knowledge_hub");
        var dome = read(make(Optional.empty())).cases().stream()
                .filter(c -> c.query().contains("crank"))
                .toList();
        assertEquals(1, dome.size());
        assertTrue(dome.getFirst().sources().keySet().containsAll(List.of("b/dome.md", "copy.md")), "" + dome);
    }

    @Test
    void everyDocumentHasItsTurnBeforeOneHasTwo() {
        var all = java.util.stream.IntStream.range(0, 100).boxed().toList();
        for (int wanted : new int[] {0, 1, 30, 40, 99, 100, 500}) {
            var spread = GoldenMaker.spread(all, wanted);
            assertEquals(all, spread.stream().sorted().toList());
        }
        assertEquals(List.of(0, 3, 6, 9), GoldenMaker.spread(all, 30).subList(0, 4));
    }
}
