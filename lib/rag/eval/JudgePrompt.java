package rag.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import rag.config.Resources;
import rag.model.Failure;

/**
 * What a judge is asked, from {@code config/prompts}, or from a file of the same name in the folder that {@code
 * evaluation.prompts} names. A line of equals signs parts how to behave from the task; {@code {name}} stands for a text.
 */
final class JudgePrompt {

    private static final Pattern PLACE = Pattern.compile("\\{([a-z]+)}");
    private static final Pattern LINE = Pattern.compile("(?m)^={5,}\\R");

    private final String system;
    private final String user;

    private JudgePrompt(String system, String user) {
        this.system = system;
        this.user = user;
    }

    /** @param folder "" for the built-in ones @param name without ".txt" */
    static JudgePrompt of(String folder, String name) {
        return parse(text(folder, name + ".txt"), name);
    }

    private static String text(String folder, String file) {
        var own = folder.isEmpty() ? null : Path.of(folder, file);
        if (own == null || !Files.exists(own)) return Resources.text("prompts/" + file);
        try {
            return Files.readString(own);
        } catch (IOException e) {
            throw new Failure("can't read the prompt " + own + ": " + e.getMessage(), e);
        }
    }

    static JudgePrompt parse(String text, String name) {
        var parts = LINE.split(text.replace("\r\n", "\n"), 2);
        if (parts.length < 2 || parts[1].isBlank()) {
            throw new Failure("the prompt " + name + " needs a line of equals signs between instructions and task");
        }
        return new JudgePrompt(parts[0].strip(), parts[1].strip());
    }

    String system() {
        return system;
    }

    /** The task with its texts put in; a text that holds a place of its own stays as it is. */
    String user(Map<String, String> texts) {
        return PLACE.matcher(user)
                .replaceAll(match ->
                        java.util.regex.Matcher.quoteReplacement(texts.getOrDefault(match.group(1), match.group())));
    }
}
