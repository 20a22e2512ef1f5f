package rag.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import rag.text.Visible;

/** Prints lines in UTF-8 whatever the locale says; nothing in them can steer the terminal. */
public final class SafeOutput extends PrintStream {

    /** @param flush whether each line goes out at once */
    public SafeOutput(OutputStream out, boolean flush) {
        super(out, flush, StandardCharsets.UTF_8);
    }

    @Override
    public void println(@Nullable String line) {
        super.println(Visible.of(String.valueOf(line)));
    }

    /** Also the lines of stack traces. */
    @Override
    public void println(@Nullable Object line) {
        println(String.valueOf(line));
    }
}
