package rag.config;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/** Files that are there whole or not at all: written beside their place and moved there. */
public final class WholeFile {

    private WholeFile() {}

    /** What puts the content into a new file. */
    public interface Content {
        void write(Path draft) throws IOException;
    }

    /** Where the bytes of a jar's entry come from. */
    public interface Bytes {
        InputStream open() throws IOException;
    }

    /** Writes a file, in a folder that is made for it; also when other processes write the same one. */
    public static void write(Path file, Content content) throws IOException {
        Files.createDirectories(file.getParent());
        var draft = Files.createTempFile(file.getParent(), "new", ".tmp");
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

    /** Leaves a copy of a jar's entry in a file, unless a true one is there already. */
    public static void unpack(ZipEntry entry, Bytes bytes, Path file) throws IOException {
        if (Files.isRegularFile(file) && Files.size(file) == entry.getSize() && checksum(file) == entry.getCrc())
            return;
        write(file, draft -> {
            try (var in = bytes.open()) {
                Files.copy(in, draft, StandardCopyOption.REPLACE_EXISTING);
            }
        });
    }

    /** The file's CRC-32. */
    public static long checksum(Path file) throws IOException {
        try (var channel = FileChannel.open(file);
                var life = Arena.ofConfined()) {
            var crc = new CRC32();
            crc.update(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), life)
                    .asByteBuffer());
            return crc.getValue();
        }
    }
}
