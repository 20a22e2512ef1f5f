package rag.mcp.wire;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import rag.model.Failure;

/** Tools that are slow, loud, large or broken. */
final class Misbehaviour {

    private Misbehaviour() {}

    static List<ToolDefinition> tools() {
        return List.of(
                Json.tool(
                        "echo",
                        Json.schema("text", "string"),
                        call -> Json.content(
                                Json.text(String.valueOf(call.arguments().get("text"))))),
                Json.tool("slow", Json.schema("steps", "integer", "millis", "integer"), Misbehaviour::slow),
                // Neither looks whether it is cancelled nor can be interrupted.
                Json.tool("deaf", Json.schema("millis", "integer"), call -> {
                    long end = System.nanoTime() + number(call, "millis") * 1_000_000L;
                    while (System.nanoTime() < end) Thread.sleep(5);
                    System.err.println("DEAF done");
                    return Json.content(Json.text("done"));
                }),
                Json.tool("busy", Json.schema("millis", "integer"), call -> {
                    long end = System.nanoTime() + number(call, "millis") * 1_000_000L;
                    while (System.nanoTime() < end) Thread.onSpinWait();
                    return Json.content(Json.text("done"));
                }),
                Json.tool(
                        "big",
                        Json.schema("chars", "integer"),
                        call -> Json.content(Json.text("é\n".repeat(number(call, "chars") / 2)))),
                Json.tool("fail", Json.schema("how", "string"), Misbehaviour::fail));
    }

    private static int number(Call call, String name) {
        return ((Number) call.arguments().get(name)).intValue();
    }

    private static Object slow(Call call, int steps, int millis) throws InterruptedException {
        for (int i = 1; i <= steps; i++) {
            Thread.sleep(millis);
            call.progress(i, (double) steps, "step " + i);
        }
        return Json.text("took " + steps + " steps");
    }

    private static Map<String, Object> slow(Call call) throws InterruptedException {
        System.err.println("SLOW begun");
        try {
            return Json.content(slow(call, number(call, "steps"), number(call, "millis")));
        } catch (CancellationException e) {
            System.err.println("SLOW cancelled");
            throw e;
        }
    }

    private static Map<String, Object> fail(Call call) {
        return switch (String.valueOf(call.arguments().get("how"))) {
            case "result" -> {
                var result = Json.content(Json.text("No collection 'x'."));
                result.put("isError", true);
                yield result;
            }
            case "failure" -> throw new Failure("there is no such folder");
            case "exception" -> throw new IllegalStateException("boom at /home/secret/path");
            case "error" -> throw new StackOverflowError("deep");
            case "memory" -> throw new OutOfMemoryError("pretended");
            case "null" -> null;
            case "print" -> {
                System.out.println("noise of a library");
                System.out.flush();
                yield Json.content(Json.text("printed"));
            }
            case "client" ->
                Json.content(Json.text(call.client() + " " + call.protocolVersion() + " " + call.transport()));
            default -> Json.content(Json.text("well"));
        };
    }
}
