package rag.embed;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Files in the cache folder: written beside their place and moved there whole, never trusted without their checksum.
 * A folder that can't be written to costs time at each start, nothing else.
 */
final class CachedFile {

    private CachedFile() {}

    /** Where the bytes of a jar's entry come from. */
    interface Bytes {
        InputStream open() throws IOException;
    }

    /** What puts the content into a new file. */
    interface Content {
        void write(Path file) throws IOException;
    }

    /** Leaves a copy of the jar's entry in {@code file}, unless a true one is there already. */
    static void unpack(ZipEntry entry, Bytes bytes, Path file) throws IOException {
        if (Files.isRegularFile(file) && Files.size(file) == entry.getSize() && checksum(file) == entry.getCrc())
            return;
        write(file, target -> {
            try (var in = bytes.open()) {
                Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
            }
        });
    }

    /** Writes a file with its checksum behind it, where that is possible. */
    static void seal(Path file, Content content) {
        try {
            write(file, draft -> {
                content.write(draft);
                var sum = ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .putLong(checksum(draft));
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

    /** Writes a file whole or not at all, also when other processes write the same one. */
    private static void write(Path file, Content content) throws IOException {
        Files.createDirectories(file.getParent());
        var draft = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".tmp");
        try {
            content.write(draft);
            try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static MemorySegment map(Path file, Arena life) throws IOException {
        try (var channel = FileChannel.open(file)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), life);
        }
    }

    private static long checksum(Path file) throws IOException {
        try (var life = Arena.ofConfined()) {
            return checksum(map(file, life));
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
