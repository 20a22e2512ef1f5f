package rag.mcp;

import java.nio.file.Path;
import rag.mcp.wire.Limits;
import rag.mcp.wire.Pipes;
import rag.mcp.wire.StdioServer;

/** The server of the script, for tests that need several processes. Argument: the folder of a fixture. */
final class HubServer {

    private HubServer() {}

    public static void main(String... args) throws Exception {
        var pipes = Pipes.take();
        var opening = new Opening(() -> {
            try {
                return HubFixture.engine(Path.of(args[0]));
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        try (opening;
                var hub = new Hub(opening, true)) {
            new StdioServer(hub.offer(), Limits.USUAL, pipes, opening::begin).serve();
        }
        System.exit(0);
    }
}
