package rag.mcp.wire;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The prompts that the official conformance suites ask for. */
final class ConformancePrompts {

    private ConformancePrompts() {}

    static List<PromptDefinition> prompts() {
        return List.of(
                prompt(
                        "test_simple_prompt",
                        null,
                        (arguments, call) -> messages(Fixture.text("This is a simple prompt for testing."))),
                prompt(
                        "test_prompt_with_arguments",
                        (argument, typed, others) -> List.of(typed + "1", typed + "2"),
                        (arguments, call) -> messages(Fixture.text("Prompt with arguments: arg1='%s', arg2='%s'"
                                .formatted(arguments.get("arg1"), arguments.get("arg2")))),
                        "arg1",
                        "arg2"),
                prompt(
                        "test_prompt_with_embedded_resource",
                        null,
                        (arguments, call) -> messages(
                                ConformanceTools.embedded(
                                        String.valueOf(arguments.get("resourceUri")),
                                        "text/plain",
                                        "Embedded resource content for testing."),
                                Fixture.text("Please process the embedded resource above.")),
                        "resourceUri"),
                prompt(
                        "test_prompt_with_image",
                        null,
                        (arguments, call) ->
                                messages(ConformanceTools.image(), Fixture.text("Please analyze the image above."))),
                prompt("test_input_required_result_prompt", null, (arguments, call) -> {
                    if (!(call.inputs().get("user_context") instanceof Map<?, ?> answer)) {
                        var question =
                                ConformanceInputs.form("What context should the prompt use?", "context", "string");
                        throw new InputNeeded(Fixture.of("user_context", question), null);
                    }
                    var context = ConformanceInputs.field(Rpc.typed(answer), "context");
                    return messages(Fixture.text("Prompt with context: " + context));
                }));
    }

    private static PromptDefinition prompt(
            String name, @Nullable Completer completer, PromptWriter writer, String... arguments) {
        var declared = Stream.of(arguments)
                .map(argument -> Fixture.of("name", argument, "description", argument, "required", true))
                .toList();
        var json = Fixture.of("name", name, "description", "Fixture " + name, "arguments", declared);
        return new PromptDefinition(json, writer, completer);
    }

    private static Map<String, Object> messages(Object... contents) {
        return Fixture.of(
                "messages",
                Stream.of(contents)
                        .map(content -> Fixture.of("role", "user", "content", content))
                        .toList());
    }
}
