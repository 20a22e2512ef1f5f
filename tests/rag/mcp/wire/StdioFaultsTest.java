package rag.mcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that go wrong on standard input and output, and what their caller is told. */
@Tag("process")
class StdioFaultsTest {

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error", "memory", "null"})
    void aFaultOfTheToolIsAnErrorResultWithAReferenceOnly(String how) {
        try (var client = Client.ofFixtures().initialize()) {
            var result = client.result(client.call("fail", "how", how));
            assertEquals(true, result.get("isError"), result.toString());
            var text = Client.text(result);
            assertTrue(text.matches("Internal error in fail\\. .* [0-9a-f]{8}\\."), text);
            assertTrue(client.says("reference " + text.replaceAll(".* ([0-9a-f]{8})\\.", "$1")));
            assertEquals("well", client.text(client.call("fail", "how", "not")));
        }
    }

    @ParameterizedTest
    @CsvSource({"failure, there is no such folder", "result, No collection 'x'."})
    void whatAUserCanMendIsSaidInFull(String how, String text) {
        try (var client = Client.ofFixtures().initialize()) {
            var result = client.result(client.call("fail", "how", how));
            assertEquals(true, result.get("isError"));
            assertEquals(text, Client.text(result));
        }
    }

    @Test
    void wrongArgumentsAreAnErrorResultThatNamesTheRightOnes() {
        try (var client = Client.ofFixtures().initialize()) {
            var result = client.result(client.call("slow", "stepps", 1, "millis", "many"));
            assertEquals(true, result.get("isError"));
            assertEquals("'steps' is missing; 'millis' must be a whole number, not \"many\".", Client.text(result));
        }
    }

    @Test
    void whatALibraryPrintsGoesToStandardError() {
        try (var client = Client.ofFixtures().initialize()) {
            assertEquals("printed", client.text(client.call("fail", "how", "print")));
            assertTrue(client.says("noise of a library"));
        }
    }
}
