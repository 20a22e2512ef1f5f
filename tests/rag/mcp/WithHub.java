package rag.mcp;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server with a real store and model, and four documents for it. */
abstract class WithHub {

    @TempDir
    Path folder;

    HubFixture hub;

    @BeforeEach
    void open() throws IOException {
        hub = new HubFixture(folder, true);
    }

    @AfterEach
    void close() throws IOException {
        hub.close();
    }

    void fill() throws IOException {
        hub.write("pump.md", "# Pump\n\nThe pump needs oil every 30 days.\n\n## Noise\n\nIt hums at 50 hertz.");
        hub.write("dome.md", "---\ntags: [dome]\nowner: Ann\n---\n# Dome\n\nThe dome closes at a wind of 15 m/s.");
        hub.write("sub/copy.md", "# Pump\n\nThe pump needs oil every 30 days.\n\n## Noise\n\nIt hums at 50 hertz.");
        hub.write("empty.md", "");
        hub.ingest("knowledge_hub");
    }
}
