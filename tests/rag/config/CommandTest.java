package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CommandTest {

    @Test
    void aCommandCanBePastedWhateverItsValuesHold() {
        assertEquals(
                "./jbang ingest.java --path docs/a.md -c 笔记", Command.of("ingest", "--path", "docs/a.md", "-c", "笔记"));
        assertEquals(
                "./jbang ingest.java --path 'my notes/it'\\''s; $HOME'",
                Command.of("ingest", "--path", "my notes/it's; $HOME"));
        assertEquals("./jbang ingest.java --path ''", Command.of("ingest", "--path", ""));
    }

    /** A script's name with an option behind it, in a text, that does not come from {@link Command}. */
    private static final Pattern BARE = Pattern.compile(
            "\"[^\"]*(?<!\\./jbang )\\b(ingest|query|evaluate|experiment|dashboard|mcp_server)\\.java -[^\"]*\"");

    @Test
    void noTextNamesACommandThatCantBePasted() throws IOException {
        try (var files = Files.walk(Path.of("lib/rag"))) {
            var bare = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> BARE.matcher(read(file)).find())
                    .toList();
            assertEquals(List.of(), bare);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
