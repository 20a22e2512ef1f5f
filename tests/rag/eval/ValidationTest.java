package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.engine.Corpus;

/** A test set without a search: whether what it expects is there. */
class ValidationTest {

    @TempDir
    Path folder;

    private Corpus corpus;

    @BeforeEach
    void open() {
        corpus = new Corpus(folder, Map.of("retrieval.mode", "sparse"));
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private static TestSet set(String test) {
        var json = "{\"test_cases\": [" + test + "]}";
        return new TestSet(GoldenReader.read("set.json", json.getBytes(StandardCharsets.UTF_8)), null);
    }

    @Test
    void theTruthIsLookedUpInTheCollectionThatACaseNames() {
        corpus.write("dome.md", "# Dome\n\nClose the dome by hand with the yellow crank.");
        corpus.ingest("knowledge_hub");
        var elsewhere = "{\"id\": \"a\", \"query\": \"x\", \"collection\": \"%s\", \"expected_sources\": [\"%s\"]}";
        var engine = corpus.engine();

        var right = Validation.of(engine, set(elsewhere.formatted("knowledge_hub", "dome.md")), "other");
        assertTrue(right.lines().contains("All that is expected there is in knowledge_hub."), "" + right.lines());
        var wrong = Validation.of(engine, set(elsewhere.formatted("knowledge_hub", "roof.md")), "other");
        assertEquals(1, wrong.problems().size());
        var nowhere = Validation.of(engine, set(elsewhere.formatted("gone", "dome.md")), "knowledge_hub");
        assertTrue(nowhere.lines().toString().contains("the truth in 'gone' is not looked up"), "" + nowhere.lines());
        assertFalse(nowhere.lines().toString().contains("All that is expected"), "" + nowhere.lines());
    }
}
