package rag.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rag.config.Json;

/**
 * Finds traces in a log that grows under it: keeps a summary of each trace and where its line stands, and before each
 * look reads what was added since, by whichever process. A line that holds no trace is counted and passed over. Usable
 * from several threads, which take turns.
 */
public final class TraceIndex {

    private static final int BLOCK = 1 << 20;

    /** So much of a file's beginning tells it from others, whatever its name is now: the id of its first trace. */
    private static final int IDENTITY = 160;

    private final TraceLog log;

    /** The files, newest first. */
    private Map<String, File> files = new LinkedHashMap<>();

    public TraceIndex(TraceLog log) {
        this.log = log;
    }

    /** What is known of one file. */
    private static final class File {
        private final List<TraceSummary> traces = new ArrayList<>();
        private final List<long[]> places = new ArrayList<>(); // offset and length of each line
        private int unreadable;
        private long read;
    }

    /**
     * Traces that were found.
     *
     * @param traces newest first
     * @param matching how many there are in all
     * @param all how many traces the log holds
     * @param unreadable lines of the log that hold no trace
     */
    public record Found(List<TraceSummary> traces, int matching, int all, int unreadable) {}

    /**
     * The traces that a filter lets pass, newest first.
     *
     * @param skip how many of them to leave out, from 0
     * @throws IOException when the log is there and can't be read
     */
    public synchronized Found find(TraceFilter filter, int skip, int limit) throws IOException {
        refresh();
        var found = new ArrayList<TraceSummary>();
        int matching = 0, all = 0, unreadable = 0;
        for (var file : files.values()) {
            all += file.traces.size();
            unreadable += file.unreadable;
            for (int i = file.traces.size() - 1; i >= 0; i--) {
                if (!filter.matches(file.traces.get(i))) continue;
                if (matching >= skip && found.size() < limit) found.add(file.traces.get(i));
                matching++;
            }
        }
        return new Found(found, matching, all, unreadable);
    }

    /** The whole trace of an id; empty when the log does not hold it (any more). */
    public synchronized Optional<Trace.Finished> trace(String id) throws IOException {
        refresh();
        for (var file : files.entrySet()) {
            var traces = file.getValue().traces;
            for (int i = traces.size() - 1; i >= 0; i--) {
                if (traces.get(i).id().equals(id)) {
                    return read(file.getKey(), file.getValue().places.get(i));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Trace.Finished> read(String identity, long[] place) throws IOException {
        var open = log.open();
        try {
            for (var channel : open) {
                if (!identity(channel).equals(identity)) continue;
                var bytes = bytes(channel, place[0], (int) place[1]);
                return Optional.of(Json.read(new String(bytes, StandardCharsets.UTF_8), Trace.Finished.class));
            }
        } catch (JsonProcessingException e) {
            return Optional.empty(); // of another shape than ours
        } finally {
            for (var channel : open) channel.close();
        }
        return Optional.empty(); // rotated away this moment
    }

    private void refresh() throws IOException {
        var now = new LinkedHashMap<String, File>();
        var known = new HashMap<>(files);
        var open = log.open();
        try {
            for (var channel : open) {
                var identity = identity(channel);
                if (identity.isEmpty()) continue;
                var file = known.getOrDefault(identity, new File());
                if (channel.size() < file.read) file = new File();
                append(file, channel);
                now.put(identity, file);
            }
        } finally {
            for (var channel : open) channel.close();
        }
        files = now;
    }

    private static String identity(FileChannel channel) throws IOException {
        var bytes = bytes(channel, 0, (int) Math.min(IDENTITY, channel.size()));
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Reads the whole lines behind what was read. A last line without its end is left for the next time. */
    private static void append(File file, FileChannel channel) throws IOException {
        long size = channel.size();
        int block = BLOCK;
        while (file.read < size) {
            var bytes = bytes(channel, file.read, (int) Math.min(block, size - file.read));
            int end = lines(file, bytes);
            if (end == 0 && bytes.length < block) return;
            block = end == 0 ? Math.multiplyExact(block, 2) : BLOCK;
            file.read += end;
        }
    }

    /** Takes the whole lines of some bytes; returns where the last of them ends. */
    private static int lines(File file, byte[] bytes) {
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '\n') continue;
            if (i > start) {
                var trace = TraceLine.read(bytes, start, i - start);
                if (trace == null) file.unreadable++;
                else {
                    file.traces.add(trace);
                    file.places.add(new long[] {file.read + start, i - start});
                }
            }
            start = i + 1;
        }
        return start;
    }

    private static byte[] bytes(FileChannel channel, long from, int length) throws IOException {
        var buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) > 0) {}
        return buffer.hasRemaining() ? java.util.Arrays.copyOf(buffer.array(), buffer.position()) : buffer.array();
    }
}
