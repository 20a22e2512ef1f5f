package rag.load;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that fails when it gives more than a bound: what a packed part unpacks to is known only by unpacking it. */
final class BoundedStream extends FilterInputStream {

    /** More came than may be read. */
    static final class Exceeded extends IOException {
        private static final long serialVersionUID = 1;

        Exceeded() {
            super("a part of it exceeds the max size (zip bomb?)");
        }
    }

    private long left;

    /** @param most bytes that may be read */
    BoundedStream(InputStream in, long most) {
        super(in);
        this.left = most;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        if (read >= 0) count(1);
        return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        if (read > 0) count(read);
        return read;
    }

    private void count(int read) throws IOException {
        left -= read;
        if (left < 0) throw new Exceeded();
    }
}
