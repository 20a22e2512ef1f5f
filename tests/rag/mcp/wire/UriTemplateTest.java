package rag.mcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplateTest {

    private static final UriTemplate TEMPLATE = new UriTemplate("rag://collections/{name}/documents/{id}");

    @ParameterizedTest
    @CsvSource({
        "rag://collections/a/documents/b, a, b",
        "rag://collections/a%20b/documents/%C3%A9, a b, é",
        "rag://collections/a+b/documents/c, a+b, c",
        "rag://collections/%2e%2e/documents/%2Fetc, .., /etc",
    })
    void variablesAreSegmentsAndDecoded(String uri, String name, String id) {
        assertEquals(Map.of("name", name, "id", id), TEMPLATE.variables(uri));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rag://collections/a",
                "rag://collections/a/documents/",
                "rag://collections/a/documents/b/c",
                "rag://collections//documents/b",
                "rag://collections/a/documents/%zz",
                "xrag://collections/a/documents/b",
                "rag:%2F/collections/a/documents/b",
            })
    void otherAddressesAreNotOfItsKind(String uri) {
        assertNull(TEMPLATE.variables(uri));
    }
}
