package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the tools tell of words that were learned from questions. */
class LearnedWordsTest extends WithHub {

    @Test
    void wordsOfAnsweredQuestionsAreShownAndForgotten() throws Exception {
        hub.write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        hub.data("index_documents", Map.of("path", hub.docs().toString()));
        hub.data("manage_collection", Map.of("action", "create", "collection", "garden"));
        hub.data("add_text", Map.of("text", "Tomatoes like the sun.", "title", "Sun", "collection", "garden"));
        hub.data("query_knowledge_hub", Map.of("query", "does the cooling pump need oil?"));
        Object learned = null;
        for (int i = 0; i < 100 && learned == null; i++) {
            Thread.sleep(20);
            learned = learned();
        }
        assertEquals(List.of("cooling", "oil", "pump"), learned);
        var about = Map.<String, Object>of("action", "forget_keywords", "collection", "knowledge_hub");
        assertEquals(
                "Forgotten: 3 learned words.",
                hub.data("manage_collection", about).get("summary"));
        assertNull(learned());
    }

    private @Nullable Object learned() throws IOException {
        return Talk.maps(hub.data("list_collections", Map.of()).get("collections")).stream()
                .filter(row -> "knowledge_hub".equals(row.get("collection")))
                .findFirst()
                .orElseThrow()
                .get("learned_keywords");
    }
}
