package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Candidate;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Hit;
import rag.model.Mode;
import rag.model.Query;
import rag.model.Verdict;
import rag.retrieve.Fused;

/** A question to an English and a Chinese collection, each with a model of its own. */
class SeveralModelsTest {

    /** Shares no word with the passage that answers it, "the library opens at nine and closes at six". */
    private static final String FAR = "几点可以进去看书？";

    @TempDir
    static Path folder;

    private static Corpus corpus;

    @BeforeAll
    static void ingest() {
        corpus = new Corpus(folder, Map.of());
        corpus.write("en/door.md", "The museum's door opens at ten and closes at six.");
        corpus.write("en/pump.md", "The cooling pump X200 needs oil every ten days.");
        corpus.write("en/mirror.md", "The mirror is washed with carbon dioxide snow.");
        corpus.write("zh/library.md", "图书馆每天早上九点开门，下午六点关门。");
        corpus.write("zh/pump.md", "X200水泵每十天需要加一次油。");
        corpus.write("zh/ferry.md", "渡轮每天早上从四号码头出发前往北部群岛。");
        for (var name : List.of("en", "zh")) corpus.ingest(name, corpus.docs().resolve(name), false, false, false);
    }

    @AfterAll
    static void close() {
        corpus.close();
    }

    private static SearchRun run(String text, Mode mode, String... collections) {
        var query = new Query(text, List.of(collections), 6, mode, Filter.NONE, true, 0, null);
        return new Search(corpus.engine()).run(query);
    }

    private static List<String> ids(List<Candidate> list) {
        return list.stream().map(Candidate::id).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {FAR, "水泵多久加一次油", "when does the museum open", "X200", "***", "entrance hours"})
    void theOrderOfTheCollectionsChangesNothing(String text) {
        for (var mode : List.of(Mode.HYBRID, Mode.DENSE, Mode.SPARSE)) {
            var one = run(text, mode, "en", "zh");
            var other = run(text, mode, "zh", "en");

            assertEquals(ids(one.dense()), ids(other.dense()));
            assertEquals(ids(one.sparse()), ids(other.sparse()));
            assertEquals(
                    one.answer().hits().stream().map(Hit::scores).toList(),
                    other.answer().hits().stream().map(Hit::scores).toList());
            assertEquals(one.answer().verdict(), other.answer().verdict());
            assertEquals(one.answer().reason(), other.answer().reason());
            assertEquals(one.answer().notes(), other.answer().notes());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hybrid", "dense"})
    void aModelThatDoesNotKnowTheLanguageLeavesItsCollectionsOnly(String mode) {
        var run = run(FAR, Mode.valueOf(mode.toUpperCase(java.util.Locale.ROOT)), "en", "zh");

        assertEquals(ids(run(FAR, Mode.DENSE, "zh").dense()), ids(run.dense()));
        assertTrue(run.answer().hits().getFirst().chunk().source().endsWith("library.md"));
        var notes = run.answer().notes();
        assertEquals(
                1, notes.stream().filter(note -> note.contains("does not know")).count(), "" + notes);
        assertTrue(notes.toString().contains("en: bge-small-en-v1.5 does not know the language 'zh'"), "" + notes);
    }

    @Test
    void whereAFilterLeavesOnlyWhatNoModelKnowsMeaningIsStillTheLastResort() {
        var chinese = new Filter(List.of(new Condition("lang", List.of("zh"))));
        var query = new Query("when does the museum open", List.of("en", "zh"), 6, null, chinese, true, 0, null);
        var answer = new Search(corpus.engine()).ask(query);

        assertEquals(3, answer.hits().size());
        assertTrue(answer.notes().toString().contains("by meaning alone"), "" + answer.notes());
        assertFalse(answer.notes().toString().contains("is left out"), "" + answer.notes());
    }

    @Test
    void eachModelsCosineIsHeldAgainstItsOwnFloor() {
        var near = "几点可以进图书馆看书？";
        var alone = run(near, Mode.DENSE, "zh").answer();
        var both = run(near, Mode.DENSE, "en", "zh").answer();

        assertEquals(Verdict.OK, alone.verdict(), alone.reason());
        assertEquals(Verdict.OK, both.verdict(), both.reason());
        assertEquals("zh: " + alone.reason(), both.reason());
        var english = run("when does the museum open", Mode.HYBRID, "en", "zh").answer();
        assertEquals(Verdict.OK, english.verdict(), english.reason());
        assertTrue(english.reason().startsWith("en: "), english.reason());
        var nothing = run("which tariff applies to vineyards in Burgundy", Mode.HYBRID, "en", "zh")
                .answer();
        assertEquals(Verdict.WEAK, nothing.verdict(), nothing.reason());
    }

    @Test
    void eachModelsCosinesAreStretchedOverTheirOwnRangeSoThatNoModelStandsBeforeAnother() {
        var run = run("X200", Mode.DENSE, "en", "zh");
        var best = run.fused().stream().filter(f -> f.score() == 1.0).toList();

        assertEquals(6, run.fused().size());
        assertEquals(
                Set.of(
                        ids(run("X200", Mode.DENSE, "en").dense()).getFirst(),
                        ids(run("X200", Mode.DENSE, "zh").dense()).getFirst()),
                best.stream().map(Fused::id).collect(Collectors.toSet()));
        var cosines = run.dense().stream().map(Candidate::score).toList();
        assertTrue(
                run.fused().stream().allMatch(f -> cosines.contains(f.denseScore())),
                "what is shown is the cosine: " + cosines);
    }
}
