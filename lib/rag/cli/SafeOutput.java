package rag.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rag.config.Secrets;
import rag.text.Visible;

/** Prints lines in UTF-8 whatever the locale says; nothing in them can steer the terminal. */
public final class SafeOutput extends PrintStream {

    /** Columns that lines keep to. */
    public static final int WIDTH = 80;

    private final boolean wraps;

    /** @param flush whether each line goes out at once */
    public SafeOutput(OutputStream out, boolean flush) {
        this(out, flush, false);
    }

    private SafeOutput(OutputStream out, boolean flush, boolean wraps) {
        super(out, flush, StandardCharsets.UTF_8);
        this.wraps = wraps;
    }

    /** For words to a person: known secrets are masked, and lines wrapped, but for those of stack traces. */
    static SafeOutput words(OutputStream out) {
        return new SafeOutput(out, true, true);
    }

    /** Lines on stdout, each wrapped where it is too long; not for JSON. */
    public static void print(List<String> lines) {
        for (var line : lines) Columns.wrap(line, WIDTH).forEach(System.out::println);
    }

    @Override
    public void println(@Nullable String line) {
        var words = Visible.of(wraps ? Secrets.mask(String.valueOf(line)) : String.valueOf(line));
        if (wraps && !words.contains("\n\tat ")) Columns.wrap(words, WIDTH).forEach(super::println);
        else super.println(words);
    }

    /** Also the lines of stack traces. */
    @Override
    public void println(@Nullable Object line) {
        super.println(Visible.of(wraps ? Secrets.mask(String.valueOf(line)) : String.valueOf(line)));
    }
}
