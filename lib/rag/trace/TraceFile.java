package rag.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one file of the log: a stretch of lines that grows both ways from where the file ended when it was
 * met. Not to be used from several threads at once, but for {@link #next}.
 */
final class TraceFile {

    private static final int BLOCK = 1 << 20;

    /** So much of a file's beginning tells it from others, whatever its name is now: the id of its first trace. */
    private static final int IDENTITY = 160;

    /** Lines of the stretch: those behind the place where reading began, oldest first, and those before it, newest first. */
    private final List<Line> after = new ArrayList<>(), before = new ArrayList<>();

    private int unreadable;

    /** The stretch. */
    private long from, to;

    /** Where the last whole line ends. */
    private long end;

    /** A trace and where its line stands. */
    record Line(TraceSummary trace, long offset, int length) {}

    /** Whole lines beside the stretch, oldest first. */
    record Block(List<Line> lines, int unreadable, long from, long to) {}

    TraceFile(FileChannel channel) throws IOException {
        end = end(channel, 0);
        from = end;
        to = end;
    }

    /** What tells a file from others; "" while it is empty. */
    static String identity(FileChannel channel) throws IOException {
        var bytes = bytes(channel, 0, (int) Math.min(IDENTITY, channel.size()));
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Looks how far the file goes now; false when it became shorter, and so is another. */
    boolean grows(FileChannel channel) throws IOException {
        if (channel.size() < to) return false;
        end = end(channel, to);
        return true;
    }

    int size() {
        return after.size() + before.size();
    }

    /** @param i 0 is the newest of those that are read */
    Line newest(int i) {
        int behind = after.size();
        return i < behind ? after.get(behind - 1 - i) : before.get(i - behind);
    }

    /** Lines read that hold no trace. */
    int unreadable() {
        return unreadable;
    }

    /** Bytes that are still to be read. */
    long unread() {
        return from + end - to;
    }

    /** Reads what comes next, new lines before older ones; null when all is read. */
    @Nullable
    Block next(FileChannel channel) throws IOException {
        boolean on = to < end;
        for (long size = BLOCK; ; size *= 2) { // until a whole line fits
            long start = on ? to : Math.max(0, from - size);
            int length = Math.toIntExact(on ? Math.min(size, end - to) : from - start);
            if (length == 0) return null;
            var bytes = bytes(channel, start, length);
            if (bytes.length < length) throw new IOException("the log of traces became shorter while it was read");
            int first = on || start == 0 ? 0 : newline(bytes, 0) + 1;
            int last = length;
            while (last > first && bytes[last - 1] != '\n') last--;
            if (last > first) return lines(bytes, first, last, start);
        }
    }

    void add(Block block) {
        unreadable += block.unreadable();
        if (block.from() == to) {
            after.addAll(block.lines());
            to = block.to();
        } else {
            before.addAll(block.lines().reversed());
            from = block.from();
        }
    }

    private static Block lines(byte[] bytes, int first, int last, long offset) {
        var lines = new ArrayList<Line>();
        int unreadable = 0;
        for (int start = first; start < last; ) {
            int stop = newline(bytes, start);
            if (stop > start) {
                var trace = TraceLine.read(bytes, start, stop - start);
                if (trace == null) unreadable++;
                else lines.add(new Line(trace, offset + start, stop - start));
            }
            start = stop + 1;
        }
        return new Block(lines, unreadable, offset + first, offset + last);
    }

    /** -1 when there is none. */
    private static int newline(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) if (bytes[i] == '\n') return i;
        return -1;
    }

    /** The end of the last whole line; {@code least} when there is none behind it. */
    private static long end(FileChannel channel, long least) throws IOException {
        long position = channel.size();
        while (position > least) {
            int length = (int) Math.min(BLOCK, position - least);
            var bytes = bytes(channel, position - length, length);
            for (int i = bytes.length; i > 0; i--) if (bytes[i - 1] == '\n') return position - length + i;
            position -= length;
        }
        return least;
    }

    static byte[] bytes(FileChannel channel, long from, int length) throws IOException {
        var buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) > 0) {}
        return buffer.hasRemaining() ? Arrays.copyOf(buffer.array(), buffer.position()) : buffer.array();
    }
}
