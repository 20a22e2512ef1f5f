package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rag.model.DocumentState;

class JsonTest {

    private record Sample(
            DocumentState documentState,
            Instant since,
            Optional<String> given,
            Optional<String> missing,
            @Nullable String nothing) {}

    @Test
    void namesAreSnakeCaseEnumsLowerCaseAndNullIsLeftOut() {
        var sample = new Sample(DocumentState.TOO_LARGE, Instant.EPOCH, Optional.of("x"), Optional.empty(), null);

        assertEquals(
                "{\"document_state\":\"too_large\",\"since\":\"1970-01-01T00:00:00Z\",\"given\":\"x\",\"missing\":null}",
                Json.line(sample));
    }

    @Test
    void enumsAreReadBack() throws Exception {
        assertEquals(DocumentState.NO_TEXT, Json.read("\"no_text\"", DocumentState.class));
    }

    @Test
    void everyValueHasTheLineOnWhichItBegins() throws Exception {
        assertEquals(
                Map.of("", 1, "/a", 1, "/b", 3, "/b/0", 3, "/b/1", 4, "/b/1/x~1y", 5, "/c", 6),
                Json.lines("{\"a\": 1,\n\n \"b\": [2,\n {\"x/y\":\n null}],\n \"c\": {}}"));
    }
}
