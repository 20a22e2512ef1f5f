package rag.mcp.wire;

import java.util.List;

/** The resources that the official conformance suites read. */
final class ConformanceResources {

    static final List<ResourceDefinition> RESOURCES = List.of(
            text("test://static-text", "This is the content of the static text resource."),
            new ResourceDefinition(
                    Json.of("uri", "test://static-binary", "name", "static-binary", "mimeType", "image/png"),
                    (uri, variables) -> Json.of("uri", uri, "mimeType", "image/png", "blob", ConformanceTools.PNG)),
            text("test://watched-resource", "watched"));

    static final ResourceTemplate TEMPLATE = new ResourceTemplate(
            Json.of(
                    "uriTemplate",
                    "test://template/{id}/data",
                    "name",
                    "template",
                    "description",
                    "By number",
                    "mimeType",
                    "application/json"),
            (uri, variables) -> Json.of(
                    "uri",
                    uri,
                    "mimeType",
                    "application/json",
                    "text",
                    "{\"id\":\"%1$s\",\"templateTest\":true,\"data\":\"Data for ID: %1$s\"}"
                            .formatted(variables.get("id"))),
            null);

    private ConformanceResources() {}

    private static ResourceDefinition text(String address, String text) {
        return new ResourceDefinition(
                Json.of("uri", address, "name", address, "description", "A text", "mimeType", "text/plain"),
                (uri, variables) -> Json.of("uri", uri, "mimeType", "text/plain", "text", text));
    }
}
