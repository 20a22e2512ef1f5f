package rag.mcp.wire;

import java.util.List;
import java.util.Map;
import rag.mcp.wire.Changes.What;

/** The tools that the official conformance suites call, with the answers they expect. */
final class ConformanceTools {

    /** A dot, as PNG in Base64. */
    static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

    /** No sound, as WAV in Base64. */
    private static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQAAAAA=";

    private static final Map<String, Object> NOTHING = Fixture.of("type", "object", "properties", Fixture.of());

    private ConformanceTools() {}

    static List<ToolDefinition> tools(Changes changes) {
        return List.of(
                tool(
                        "test_simple_text",
                        call -> Fixture.content(Fixture.text("This is a simple text response for testing."))),
                tool("test_image_content", call -> Fixture.content(image())),
                tool(
                        "test_audio_content",
                        call -> Fixture.content(Fixture.of("type", "audio", "data", WAV, "mimeType", "audio/wav"))),
                tool(
                        "test_embedded_resource",
                        call -> Fixture.content(embedded(
                                "test://embedded-resource", "text/plain", "This is an embedded resource content."))),
                tool(
                        "test_multiple_content_types",
                        call -> Fixture.content(
                                Fixture.text("Multiple content types test:"),
                                image(),
                                embedded(
                                        "test://mixed-content-resource",
                                        "application/json",
                                        "{\"test\":\"data\",\"value\":123}"))),
                tool("test_tool_with_logging", ConformanceTools::logging),
                tool("test_logging_tool", call -> {
                    call.log("info", "Diagnostic trace logging activated");
                    return Fixture.content(Fixture.text("Logging evaluated"));
                }),
                tool("test_error_handling", call -> {
                    var result = Fixture.content(Fixture.text("This tool intentionally returns an error for testing"));
                    result.put("isError", true);
                    return result;
                }),
                tool("test_tool_with_progress", ConformanceTools::progress),
                tool("test_streaming_elicitation", call -> {
                    call.progress(50, 100.0, "");
                    return Fixture.content(Fixture.text("Streaming complete"));
                }),
                tool("test_trigger_tool_change", call -> changed(changes, What.TOOLS)),
                tool("test_trigger_prompt_change", call -> changed(changes, What.PROMPTS)),
                Fixture.tool(
                        "test_x_mcp_header",
                        Fixture.of(
                                "type",
                                "object",
                                "properties",
                                Fixture.of("region", Fixture.of("type", "string", "x-mcp-header", "Region"))),
                        call -> Fixture.content(
                                Fixture.text("region " + call.arguments().get("region")))),
                Fixture.tool("json_schema_2020_12_tool", schema2020(), call -> Fixture.content(Fixture.text("ok"))));
    }

    static ToolDefinition tool(String name, ToolHandler handler) {
        return Fixture.tool(name, NOTHING, handler);
    }

    static Map<String, Object> image() {
        return Fixture.of("type", "image", "data", PNG, "mimeType", "image/png");
    }

    static Map<String, Object> embedded(String uri, String type, String text) {
        return Fixture.of("type", "resource", "resource", Fixture.of("uri", uri, "mimeType", type, "text", text));
    }

    private static Map<String, Object> logging(Call call) throws InterruptedException {
        for (var line : List.of("Tool execution started", "Tool processing data", "Tool execution completed")) {
            call.log("info", line);
            Thread.sleep(50);
        }
        return Fixture.content(Fixture.text("logged"));
    }

    private static Map<String, Object> progress(Call call) throws InterruptedException {
        for (int done = 0; done <= 100; done += 50) {
            call.progress(done, 100.0, "");
            Thread.sleep(50);
        }
        return Fixture.content(Fixture.text("done"));
    }

    private static Map<String, Object> changed(Changes changes, What what) {
        changes.announce(what);
        return Fixture.content(Fixture.text("Mutation triggered"));
    }

    /** Keywords of JSON Schema 2020-12 that a server has to hand on as they are. */
    private static Map<String, Object> schema2020() {
        var address = Fixture.schema("street", "string", "city", "string");
        address.remove("required");
        address.put("$anchor", "addressDef");
        return Fixture.of(
                "$schema",
                "https://json-schema.org/draft/2020-12/schema",
                "type",
                "object",
                "$defs",
                Fixture.of("address", address),
                "properties",
                Fixture.of(
                        "name",
                        Fixture.of("type", "string"),
                        "address",
                        Fixture.of("$ref", "#/$defs/address"),
                        "contactMethod",
                        Fixture.of("type", "string", "enum", List.of("phone", "email")),
                        "phone",
                        Fixture.of("type", "string"),
                        "email",
                        Fixture.of("type", "string")),
                "allOf",
                List.of(Fixture.of("anyOf", List.of(required("phone"), required("email")))),
                "if",
                Fixture.of(
                        "properties",
                        Fixture.of("contactMethod", Fixture.of("const", "phone")),
                        "required",
                        List.of("contactMethod")),
                "then",
                required("phone"),
                "else",
                required("email"),
                "additionalProperties",
                false);
    }

    private static Map<String, Object> required(String name) {
        return Fixture.of("required", List.of(name));
    }
}
