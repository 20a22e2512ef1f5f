package rag.mcp.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Splits a stream of bytes into lines, none longer than allowed. */
final class Lines {

    private final InputStream in;
    private final int longest;
    private final byte[] chunk = new byte[1 << 16];
    private int start;
    private int end;

    Lines(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** A line without its end; {@code bytes} is null for one that is too long, which is skipped. */
    record Line(byte @Nullable [] bytes) {}

    /** The next line; null at the end. What stands after the last line end is a line, too. */
    @Nullable
    Line next() throws IOException {
        var line = new ByteArrayOutputStream();
        boolean tooLong = false;
        boolean any = false;
        while (start < end || fill()) {
            any = true;
            int stop = start;
            while (stop < end && chunk[stop] != '\n') stop++;
            if (line.size() + stop - start > longest) {
                tooLong = true;
                line.reset();
            }
            if (!tooLong) line.write(chunk, start, stop - start);
            boolean whole = stop < end;
            start = whole ? stop + 1 : end;
            if (whole) return new Line(tooLong ? null : line.toByteArray());
        }
        return any ? new Line(tooLong ? null : line.toByteArray()) : null;
    }

    private boolean fill() throws IOException {
        start = 0;
        end = Math.max(0, in.read(chunk));
        return end > 0;
    }
}
