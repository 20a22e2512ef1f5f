package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Filter;
import rag.model.Query;
import rag.model.Verdict;

/** Questions that were answered teach the choice of collections. */
class LearningTest {

    private static final String QUESTION = "How often does the cooling pump of hall 7 need oil?";

    @TempDir
    Path folder;

    private Corpus corpus(Map<String, String> settings) throws Exception {
        var corpus = new Corpus(folder, settings);
        var pump = corpus.write("pump.md", "# Pump\n\nThe cooling pump of the hall needs oil every ten days.");
        corpus.ingest("pumps");
        Files.delete(pump);
        corpus.write("dome.md", "# Dome\n\nClose the dome by hand with the crank behind the door.");
        corpus.ingest("domes");
        return corpus;
    }

    private static SearchRun ask(Corpus corpus, String collection, String text) {
        return new Search(corpus.engine())
                .run(new Query(text, List.of(collection), 3, null, Filter.NONE, true, 0, null));
    }

    private static Maintenance maintenance(Corpus corpus) {
        return new Maintenance(corpus.engine(), Duration.ofSeconds(5), "test");
    }

    /** What was learned once all that was to be is. */
    private static Map<String, List<String>> learned(Corpus corpus) throws Exception {
        var done = new java.util.concurrent.CountDownLatch(1);
        corpus.engine().scribe().later(done::countDown);
        done.await();
        return maintenance(corpus).learned();
    }

    @Test
    void theAnsweringCollectionLearnsWordsThatTellAndTheChoiceSaysSo() throws Exception {
        try (var corpus = corpus(Map.of())) {
            var run = ask(corpus, "pumps", QUESTION);
            assertEquals(Verdict.OK, run.answer().verdict());
            assertEquals(Map.of(), learned(corpus), "a search alone teaches nothing");
            for (int i = 0; i < 30; i++) Learning.from(corpus.engine(), run);
            var words = learned(corpus);
            assertEquals(java.util.Set.of("pumps"), words.keySet());
            assertTrue(words.get("pumps").containsAll(List.of("cooling", "pump", "oil")), "" + words);
            assertTrue(
                    words.get("pumps").stream().noneMatch(List.of("7", "the", "of", "how", "does")::contains),
                    "" + words);

            var routing = corpus.engine().router().route(Query.of("cooling oil", 3));
            var first = routing.ranked().getFirst();
            assertEquals("pumps", first.collection());
            assertEquals(List.of("cooling", "oil"), first.learned());
            assertTrue(first.profile() > 0.1 && first.profile() <= 0.33, "a little, and bounded: " + first);
            assertTrue(routing.reason().contains("learned from questions: cooling, oil"), routing.reason());
        }
    }

    @Test
    void aWordIsWhatAQuestionIsAboutWithoutSignsThatNobodySees() {
        assertEquals(
                List.of("decide", "roof"),
                Learning.words("What did we decide about the \u202eroof\u202c?", List.of("en")));
    }

    @Test
    void ofChineseTheWordsOfADictionaryAreLearnedAndNotEveryPairOfSigns() {
        assertEquals(List.of("屋顶", "维修", "费用", "承担"), Learning.words("屋顶维修费用谁承担？", List.of("zh")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"retrieval.learn_keywords=false", "observability.trace_text=none"})
    void settingsKeepItFromLearning(String setting) throws Exception {
        try (var corpus = corpus(Map.of(setting.split("=")[0], setting.split("=")[1]))) {
            Learning.from(corpus.engine(), ask(corpus, "pumps", QUESTION));
            assertEquals(Map.of(), learned(corpus));
        }
    }

    @Test
    void whatIsNotAnsweredTeachesNothing() throws Exception {
        try (var corpus = corpus(Map.of())) {
            var run = ask(corpus, "pumps", "zyzzyva quokka palimpsest");
            assertTrue(run.answer().verdict() != Verdict.OK);
            Learning.from(corpus.engine(), run);
            assertEquals(Map.of(), learned(corpus));
        }
    }

    @Test
    void aDataBaseThatIsGoneHindersNoQuestion() throws Exception {
        try (var corpus = corpus(Map.of())) {
            var data = corpus.engine().data();
            for (var end : List.of("", "-wal", "-shm")) Files.deleteIfExists(data.resolve("rag.db" + end));
            Learning.from(corpus.engine(), ask(corpus, "pumps", QUESTION));
            assertEquals(Map.of(), learned(corpus));
            assertTrue(!Files.exists(data.resolve("rag.db")), "asking makes no data base");
        }
    }

    @Test
    void wordsGoWithTheCollectionAndAreForgottenOnDemand() throws Exception {
        try (var corpus = corpus(Map.of())) {
            var run = ask(corpus, "pumps", QUESTION);
            Learning.from(corpus.engine(), run);
            var words = learned(corpus).get("pumps");
            maintenance(corpus).rename("pumps", "wells");
            assertEquals(Map.of("wells", words), learned(corpus));
            assertEquals(words.size(), maintenance(corpus).forgetKeywords("wells"));
            assertEquals(Map.of(), learned(corpus));
            Learning.from(corpus.engine(), ask(corpus, "wells", QUESTION));
            assertEquals(Map.of("wells", words), learned(corpus));
            maintenance(corpus).clear("wells");
            assertEquals(Map.of(), learned(corpus));
        }
    }

    @Test
    void aQuestionOnlyTakesANoteAndWhoWritesNextTakesItOver() throws Exception {
        try (var corpus = corpus(Map.of())) {
            var data = corpus.engine().data();
            var run = ask(corpus, "pumps", QUESTION);
            var before = Files.getLastModifiedTime(data.resolve("rag.db"));
            Learning.from(corpus.engine(), run);
            Learning.from(corpus.engine(), run);
            var words = learned(corpus);
            assertEquals(2, Files.readAllLines(data.resolve("learned.tsv")).size());
            assertEquals(before, Files.getLastModifiedTime(data.resolve("rag.db")));
            Files.writeString(data.resolve("learned.tsv"), "17\tgone\tpump\n12", StandardOpenOption.APPEND);
            corpus.ingest("domes");
            assertEquals(0, Files.size(data.resolve("learned.tsv")));
            assertEquals(words, learned(corpus), "nothing of a collection that is not there, nor of a torn line");
            try (var ledger = corpus.engine().knownLedger().orElseThrow()) {
                var now = corpus.engine().clock().instant();
                assertEquals(
                        2, ledger.learned().all(now).get("pumps").getFirst().count(now), 0.01);
            }
        }
    }

    @Test
    void notesDoNotGrowForEver() throws Exception {
        try (var corpus = corpus(Map.of())) {
            var notes = corpus.engine().data().resolve("learned.tsv");
            Files.writeString(notes, "17\tgone\tpump\n".repeat(6000));
            Learning.from(corpus.engine(), ask(corpus, "pumps", QUESTION));
            assertTrue(learned(corpus).get("pumps").contains("pump"));
            assertEquals(0, Files.size(notes));
        }
    }
}
