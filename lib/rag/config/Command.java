package rag.config;

import java.util.regex.Pattern;

/** A command as a user can paste it in the project's folder: {@code ./jbang ingest.java --path 'my notes'}. */
public final class Command {

    /** What every command begins with. */
    public static final String LAUNCHER = "./jbang ";

    /** Words that a shell takes as they stand. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_@%+=:,./-]+");

    private Command() {}

    /** @param script a script at the top, without ".java" @param words its options and values, quoted where needed */
    public static String of(String script, Object... words) {
        var command = new StringBuilder(LAUNCHER).append(script).append(".java");
        for (var word : words) command.append(' ').append(quoted(word.toString()));
        return command.toString();
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
