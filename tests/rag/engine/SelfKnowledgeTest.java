package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Query;

/** What a knowledge base says of itself. */
class SelfKnowledgeTest {

    private static final String PUMP =
            "# Pump\n\nThe cooling pump in the basement needs new oil every ten days, and its"
                    + " filter is washed by hand each month with clean water and a soft brush.";

    @Test
    void duplicatesUnusedDocumentsAndOpenQuestionsAreFound(@TempDir Path folder) throws IOException {
        try (var corpus = new Corpus(
                folder,
                Map.of("observability.trace_file", folder.resolve("t.jsonl").toString()))) {
            corpus.write("pump.md", PUMP);
            corpus.write("copies/pump-copy.md", PUMP);
            corpus.write("dome.md", "# Dome\n\nClose the dome by hand with the crank behind the north door.");
            corpus.ingest("knowledge_hub");
            var search = new Search(corpus.engine());
            search.ask(Query.of("Close the dome by hand", 1));
            search.ask(Query.of("zyzzyva quokka", 1));
            search.ask(Query.of("Zyzzyva quokka", 1));
            var known = new SelfKnowledge(corpus.engine());
            corpus.settle();

            var twins = known.alike("knowledge_hub", 10).pairs();
            assertEquals(1, twins.size(), "" + twins);
            assertTrue(twins.getFirst().first().endsWith("copies/pump-copy.md"));
            assertTrue(twins.getFirst().second().endsWith("/pump.md"));
            assertEquals(1.0, twins.getFirst().share());
            var open = known.unanswered("", 10);
            assertEquals(1, open.size(), "" + open);
            assertEquals(2, open.getFirst().times());
            var never = known.neverFound("knowledge_hub").stream()
                    .map(source -> Path.of(source).getFileName().toString())
                    .toList();
            assertTrue(!never.contains("dome.md"), "" + never);
            assertTrue(never.containsAll(List.of("pump-copy.md")) || never.contains("pump.md"), "" + never);
            assertEquals(3, known.requests("").queries());
            search.run(Query.of("crank", 1), Map.of("tool", "query_knowledge_hub"));
            corpus.settle();
            var tools = known.tools("");
            assertEquals(List.of("none", "query_knowledge_hub"), List.copyOf(tools.keySet()));
            assertEquals(3, tools.get("none").queries());
            assertEquals(1, tools.get("query_knowledge_hub").queries());
            assertTrue(tools.get("none").medianMs() < tools.get("none").p95Ms(), "of three, the middle and the last");
            long before = known.reuse("").cached();
            corpus.ingest("knowledge_hub", true, false, false);
            assertTrue(known.reuse("").cached() > before, "the second time every vector is known");
            assertTrue(known.reuse("").cached() < known.reuse("").texts(), "the first time not");
        }
    }
}
