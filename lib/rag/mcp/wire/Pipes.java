package rag.mcp.wire;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;

/** Standard input and output, taken for the protocol alone. */
public record Pipes(InputStream in, OutputStream out) {

    /**
     * To be called before any library is loaded: from now on what anybody prints goes to standard error, and nobody
     * reads the client's messages.
     */
    public static Pipes take() {
        var pipes = new Pipes(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        return pipes;
    }
}
