package rag.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/**
 * Where results go. A print stream swallows what the system refuses; this remembers it, so that results on a full disk do
 * not look whole.
 */
final class Results extends FilterOutputStream {

    private volatile String refused = "";

    Results(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
        try {
            out.write(bytes, start, length);
        } catch (IOException e) {
            refused = String.valueOf(e.getMessage());
            throw e;
        }
    }

    /** Why the last bytes did not get out; "" when all did, or when the reader had read enough ({@code | head}). */
    String refused() {
        var words = refused.toLowerCase(Locale.ROOT);
        return words.contains("broken pipe") || words.contains("pipe is being closed") ? "" : refused;
    }
}
