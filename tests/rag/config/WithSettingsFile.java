package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Failure;

/** A settings file in a folder of the test. */
abstract class WithSettingsFile {

    static final Map<String, String> NONE = Map.of();

    @TempDir
    Path folder;

    Path write(String yaml) throws Exception {
        return Files.writeString(folder.resolve("settings.yaml"), yaml);
    }

    String failure(Path file) {
        var failure = assertThrows(Failure.class, () -> SettingsLoader.load(file, NONE, NONE));
        assertEquals(Failure.USAGE, failure.exitCode());
        return failure.getMessage();
    }

    /** The lines behind the head line, with the file's name alone. */
    List<String> mistakes(String yaml) throws Exception {
        var lines = failure(write(yaml)).replace(folder + "/", "").split("\n");
        assertTrue(lines[0].matches("[0-9]+ mistakes? in the settings:"), lines[0]);
        assertEquals(lines.length - 1, Integer.parseInt(lines[0].substring(0, lines[0].indexOf(' '))));
        return Arrays.asList(lines).subList(1, lines.length);
    }
}
