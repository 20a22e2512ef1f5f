package rag.embed;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import rag.config.WholeFile;

/**
 * Files in the cache folder, never trusted without the checksum behind their content.
 * A folder that can't be written to costs time at each start, nothing else.
 */
final class CachedFile {

    private CachedFile() {}

    /** Writes a file with its checksum behind it, where that is possible. */
    static void seal(Path file, WholeFile.Content content) {
        try {
            WholeFile.write(file, draft -> {
                content.write(draft);
                var sum = ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .putLong(WholeFile.checksum(draft));
                Files.write(draft, sum.array(), StandardOpenOption.APPEND);
            });
        } catch (IOException e) {
            unusable(file, e);
        }
    }

    /** The content of a sealed file, mapped into memory; null when there is none or it isn't what was written. */
    static @Nullable MemorySegment sealed(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) <= Long.BYTES) return null;
            var bytes = map(file, Arena.ofAuto());
            long size = bytes.byteSize() - Long.BYTES;
            var content = bytes.asSlice(0, size);
            return checksum(content) == bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, size) ? content : null;
        } catch (IOException e) {
            unusable(file, e);
            return null;
        }
    }

    private static MemorySegment map(Path file, Arena life) throws IOException {
        try (var channel = FileChannel.open(file)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), life);
        }
    }

    private static long checksum(MemorySegment bytes) {
        var crc = new CRC32();
        crc.update(bytes.asByteBuffer());
        return crc.getValue();
    }

    static void unusable(Path path, Exception why) {
        System.getLogger("rag.embed").log(System.Logger.Level.DEBUG, "cache not used: {0}: {1}", path, why.toString());
    }
}
