package rag.cli;

import java.io.PrintStream;
import rag.engine.Progress;

/**
 * One line on a terminal that says stage, count, rate and time left, written over again; where stderr is no terminal it
 * keeps quiet.
 */
public final class ProgressLine implements Progress, AutoCloseable {

    private static final long EVERY_NANOS = 100_000_000;

    private final PrintStream out;
    private final boolean terminal;
    private String stage = "";
    private long started;
    private long first;
    private long shown;
    private int width;

    public ProgressLine() {
        this(System.err, terminal() && System.getenv("CI") == null);
    }

    /** A process without any console gets none, whatever the documentation of newer JDKs says. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean terminal() {
        var console = System.console();
        return console != null && console.isTerminal();
    }

    ProgressLine(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public synchronized void at(String stage, long done, long total) {
        if (!terminal) return;
        long now = System.nanoTime();
        if (!stage.equals(this.stage)) {
            this.stage = stage;
            started = now;
            first = done;
            shown = 0;
        }
        if (now - shown < EVERY_NANOS && done < total) return;
        shown = now;
        show(line(stage, done - first, done, total, (now - started) / 1e9));
    }

    static String line(String stage, long since, long done, long total, double seconds) {
        var line = new StringBuilder("%s %,d/%,d".formatted(stage, done, total));
        if (since > 0 && seconds > 1) {
            double rate = since / seconds;
            line.append(rate >= 10 ? ", %.0f/s".formatted(rate) : ", %.1f/s".formatted(rate));
            if (done < total)
                line.append(", ").append(duration((total - done) / rate)).append(" left");
        }
        return line.toString();
    }

    static String duration(double seconds) {
        long s = Math.round(seconds);
        if (s < 60) return s + " s";
        if (s < 3600) return "%d:%02d min".formatted(s / 60, s % 60);
        return "%d:%02d h".formatted(s / 3600, s % 3600 / 60);
    }

    private void show(String line) {
        var fit = Columns.fit(line, 78);
        out.print("\r" + fit + " ".repeat(Math.max(0, width - fit.length())));
        out.flush();
        width = fit.length();
    }

    /** Clears the line, so that what follows starts on a clean one. */
    @Override
    public synchronized void close() {
        if (terminal && width > 0) out.print("\r" + " ".repeat(width) + "\r");
        out.flush();
        width = 0;
    }
}
