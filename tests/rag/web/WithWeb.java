package rag.web;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A dashboard over an empty data folder, asked without a browser. */
abstract class WithWeb {

    @TempDir
    Path folder;

    Web web;

    @BeforeEach
    void open() {
        web = new Web(folder);
    }

    @AfterEach
    void close() {
        web.close();
    }
}
