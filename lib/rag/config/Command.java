package rag.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A command as a user can paste it in the project's folder: {@code ./jbang ingest.java --path 'my notes'}. */
public final class Command {

    /** What every command begins with. */
    public static final String LAUNCHER = "./jbang ";

    /** Words that a shell takes as they stand. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_@%+=:,./-]+");

    private static volatile List<String> kept = List.of();

    private Command() {}

    /** From now on commands work on the data and settings that this process was started with. @param args its arguments */
    public static void keep(String... args) {
        var words = new ArrayList<String>();
        for (int i = 0; i < args.length; i++) {
            for (var option : List.of("--data", "--config")) {
                if (args[i].startsWith(option + "=")) words.add(args[i]);
                else if (args[i].equals(option) && i + 1 < args.length) words.addAll(List.of(option, args[i + 1]));
            }
        }
        kept = List.copyOf(words);
    }

    /** @param script a script at the top, without ".java" @param words its options and values, quoted where needed */
    public static String of(String script, Object... words) {
        var command = new StringBuilder(LAUNCHER).append(script).append(".java");
        // What deletes, pasted without them, would delete in another data folder.
        if (!List.of(words).contains("--data"))
            kept.forEach(word -> command.append(' ').append(quoted(word)));
        for (var word : words) command.append(' ').append(quoted(word.toString()));
        return command.toString();
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
