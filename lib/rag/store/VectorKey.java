package rag.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import rag.model.Ids;

/**
 * What a vector is called in an engine elsewhere: the chunk's id and a hash of the vector, {@code id#16 hex}. So a name
 * never means two vectors, nothing that is there is ever changed, and whether it belongs to a published state is seen by
 * the state alone.
 */
public final class VectorKey {

    private static final int DIGITS = 16;

    private VectorKey() {}

    public static String of(String chunkId, float[] vector) {
        return chunkId + "#" + Ids.sha256(bytes(vector)).substring(0, DIGITS);
    }

    /** The chunk of a key; the key itself when it is none. */
    public static String chunk(String key) {
        int end = key.length() - DIGITS - 1;
        return end > 0 && key.charAt(end) == '#' ? key.substring(0, end) : key;
    }

    /** The floats, little-endian. */
    public static byte[] bytes(float[] vector) {
        var bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return bytes.array();
    }
}
