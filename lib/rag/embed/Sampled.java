package rag.embed;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import rag.model.Failure;
import rag.model.Ids;

/**
 * A file's hash that costs the same for any size: of its length and of blocks spread evenly over it. Weights are
 * gigabytes, and another training changes all of them.
 */
final class Sampled {

    private static final int BLOCK = 1 << 16;
    private static final int BLOCKS = 64;

    private Sampled() {}

    /** 64 hex digits. @throws Failure when it can't be read */
    static String hash(Path file) {
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            long size = in.length();
            var digest = Ids.digest();
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(size).array());
            var block = new byte[BLOCK];
            long blocks = Math.min(BLOCKS, (size + BLOCK - 1) / BLOCK);
            for (long i = 0; i < blocks; i++) {
                long from = i * size / blocks;
                int length = (int) Math.min(BLOCK, size - from);
                in.seek(from);
                in.readFully(block, 0, length);
                digest.update(block, 0, length);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new Failure("%s can't be read: %s".formatted(file, e.getMessage()), e);
        }
    }
}
