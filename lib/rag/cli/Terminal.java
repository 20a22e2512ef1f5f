package rag.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import rag.text.Texts;

/**
 * A stream to a person's terminal. Texts come from files, documents and other machines: what would move the cursor,
 * change the terminal or turn the order of signs shows as an escape such as {@code \}{@code u202E}, which JSON reads as
 * the same sign. A single character, such as a carriage return of our own, goes out as it is.
 */
public final class Terminal extends PrintStream {

    /** Columns that lines keep to. */
    public static final int WIDTH = 80;

    private final boolean wraps;

    private Terminal(OutputStream out, boolean wraps) {
        super(out, wraps, StandardCharsets.UTF_8);
        this.wraps = wraps;
    }

    /** For results, whose lines are made to fit or are JSON. */
    static Terminal results(OutputStream out) {
        return new Terminal(out, false);
    }

    /** For words to a person: what is printed by the line is wrapped. */
    static Terminal words(OutputStream out) {
        return new Terminal(out, true);
    }

    /** Lines on stdout, each wrapped where it is too long. */
    public static void print(List<String> lines) {
        for (var line : lines) Columns.wrap(line, WIDTH).forEach(System.out::println);
    }

    @Override
    public void print(@Nullable String text) {
        super.print(Texts.escaped(String.valueOf(text)));
    }

    @Override
    public void println(@Nullable String text) {
        var words = String.valueOf(text);
        boolean trace = words.contains("\n\tat ");
        if (wraps && !trace) Columns.wrap(words, WIDTH).forEach(super::println);
        else super.println(words);
    }

    @Override
    public PrintStream printf(String format, @Nullable Object... args) {
        print(String.format(Locale.ROOT, format, args));
        return this;
    }
}
