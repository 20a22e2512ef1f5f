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

    private static final Map<String, Object> NOTHING = Json.of("type", "object", "properties", Json.of());

    private ConformanceTools() {}

    static List<ToolDefinition> tools(Changes changes) {
        return List.of(
                tool(
                        "test_simple_text",
                        call -> Json.content(Json.text("This is a simple text response for testing."))),
                tool("test_image_content", call -> Json.content(image())),
                tool(
                        "test_audio_content",
                        call -> Json.content(Json.of("type", "audio", "data", WAV, "mimeType", "audio/wav"))),
                tool(
                        "test_embedded_resource",
                        call -> Json.content(embedded(
                                "test://embedded-resource", "text/plain", "This is an embedded resource content."))),
                tool(
                        "test_multiple_content_types",
                        call -> Json.content(
                                Json.text("Multiple content types test:"),
                                image(),
                                embedded(
                                        "test://mixed-content-resource",
                                        "application/json",
                                        "{\"test\":\"data\",\"value\":123}"))),
                tool("test_tool_with_logging", ConformanceTools::logging),
                tool("test_logging_tool", call -> {
                    call.log("info", "Diagnostic trace logging activated");
                    return Json.content(Json.text("Logging evaluated"));
                }),
                tool("test_error_handling", call -> {
                    var result = Json.content(Json.text("This tool intentionally returns an error for testing"));
                    result.put("isError", true);
                    return result;
                }),
                tool("test_tool_with_progress", ConformanceTools::progress),
                tool("test_streaming_elicitation", call -> {
                    call.progress(50, 100.0, "");
                    return Json.content(Json.text("Streaming complete"));
                }),
                tool("test_trigger_tool_change", call -> changed(changes, What.TOOLS)),
                tool("test_trigger_prompt_change", call -> changed(changes, What.PROMPTS)),
                Json.tool(
                        "test_x_mcp_header",
                        Json.of(
                                "type",
                                "object",
                                "properties",
                                Json.of("region", Json.of("type", "string", "x-mcp-header", "Region"))),
                        call -> Json.content(
                                Json.text("region " + call.arguments().get("region")))),
                Json.tool("json_schema_2020_12_tool", schema2020(), call -> Json.content(Json.text("ok"))));
    }

    static ToolDefinition tool(String name, ToolHandler handler) {
        return Json.tool(name, NOTHING, handler);
    }

    static Map<String, Object> image() {
        return Json.of("type", "image", "data", PNG, "mimeType", "image/png");
    }

    static Map<String, Object> embedded(String uri, String type, String text) {
        return Json.of("type", "resource", "resource", Json.of("uri", uri, "mimeType", type, "text", text));
    }

    private static Map<String, Object> logging(Call call) throws InterruptedException {
        for (var line : List.of("Tool execution started", "Tool processing data", "Tool execution completed")) {
            call.log("info", line);
            Thread.sleep(50);
        }
        return Json.content(Json.text("logged"));
    }

    private static Map<String, Object> progress(Call call) throws InterruptedException {
        for (int done = 0; done <= 100; done += 50) {
            call.progress(done, 100.0, "");
            Thread.sleep(50);
        }
        return Json.content(Json.text("done"));
    }

    private static Map<String, Object> changed(Changes changes, What what) {
        changes.announce(what);
        return Json.content(Json.text("Mutation triggered"));
    }

    /** Keywords of JSON Schema 2020-12 that a server has to hand on as they are. */
    private static Map<String, Object> schema2020() {
        var address = Json.schema("street", "string", "city", "string");
        address.remove("required");
        address.put("$anchor", "addressDef");
        return Json.of(
                "$schema",
                "https://json-schema.org/draft/2020-12/schema",
                "type",
                "object",
                "$defs",
                Json.of("address", address),
                "properties",
                Json.of(
                        "name",
                        Json.of("type", "string"),
                        "address",
                        Json.of("$ref", "#/$defs/address"),
                        "contactMethod",
                        Json.of("type", "string", "enum", List.of("phone", "email")),
                        "phone",
                        Json.of("type", "string"),
                        "email",
                        Json.of("type", "string")),
                "allOf",
                List.of(Json.of("anyOf", List.of(required("phone"), required("email")))),
                "if",
                Json.of(
                        "properties",
                        Json.of("contactMethod", Json.of("const", "phone")),
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
        return Json.of("required", List.of(name));
    }
}
