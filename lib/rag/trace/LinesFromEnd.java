package rag.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The lines of a UTF-8 file from its last to its first, empty ones left out, read a block at a time. */
final class LinesFromEnd {

    private static final int BLOCK = 1 << 16;

    private final FileChannel file;
    private byte[] block = new byte[0];
    private int end;
    private long position;

    /** Reads what is there now; lines added later are not seen. */
    LinesFromEnd(FileChannel file) throws IOException {
        this.file = file;
        this.position = file.size();
    }

    /** The line before the last one given; null at the start of the file. */
    @Nullable
    String next() throws IOException {
        var reversed = new ByteArrayOutputStream();
        while (end > 0 || fill()) {
            byte c = block[--end];
            if (c != '\n') reversed.write(c);
            else if (reversed.size() > 0) break;
        }
        return reversed.size() == 0 ? null : forward(reversed.toByteArray());
    }

    private boolean fill() throws IOException {
        int length = (int) Math.min(BLOCK, position);
        if (length == 0) return false;
        var bytes = ByteBuffer.allocate(length);
        position -= length;
        while (bytes.hasRemaining() && file.read(bytes, position + bytes.position()) > 0) {}
        block = bytes.array();
        end = length;
        return true;
    }

    private static String forward(byte[] reversed) {
        for (int i = 0, j = reversed.length - 1; i < j; i++, j--) {
            byte c = reversed[i];
            reversed[i] = reversed[j];
            reversed[j] = c;
        }
        return new String(reversed, StandardCharsets.UTF_8);
    }
}
