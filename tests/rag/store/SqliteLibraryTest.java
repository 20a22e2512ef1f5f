package rag.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.sqlite.util.OSInfo;

@Isolated("sets a property of the process")
class SqliteLibraryTest {

    private static final String FOLDER = "org.sqlite.lib.path";

    @TempDir
    Path cache;

    private final String before = System.getProperty(FOLDER, "");

    @BeforeEach
    void nothingIsNamed() {
        System.clearProperty(FOLDER);
    }

    @AfterEach
    void asItWas() {
        if (before.isEmpty()) System.clearProperty(FOLDER);
        else System.setProperty(FOLDER, before);
    }

    @Test
    void theLibraryThatTheDriverWouldUnpackIsKeptAndNamedAndADamagedOneReplaced() throws Exception {
        SqliteLibrary.keep(cache);
        var folder = System.getProperty(FOLDER);
        Assumptions.assumeTrue(folder != null, "a system whose library is left to the driver");
        var file = Path.of(folder, System.mapLibraryName("sqlitejdbc"));
        var resource = "/org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + file.getFileName();
        byte[] shipped;
        try (var in = OSInfo.class.getResourceAsStream(resource)) {
            shipped = in.readAllBytes();
        }
        assertArrayEquals(shipped, Files.readAllBytes(file));

        var damaged = shipped.clone();
        damaged[damaged.length / 2]++;
        Files.write(file, damaged);
        System.clearProperty(FOLDER);
        SqliteLibrary.keep(cache);
        assertArrayEquals(shipped, Files.readAllBytes(file));
        try (var all = Files.list(file.getParent())) {
            assertEquals(1, all.count());
        }
    }

    @Test
    void aCacheThatCannotBeWrittenLeavesItToTheDriver() throws Exception {
        SqliteLibrary.keep(Files.writeString(cache.resolve("file"), "no folder"));
        assertNull(System.getProperty(FOLDER));
    }
}
