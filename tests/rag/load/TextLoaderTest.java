package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextLoaderTest {

    @TempDir
    Path folder;

    @Test
    void paragraphsStandBetweenEmptyLines() throws Exception {
        Path file = Files.writeString(folder.resolve("tides.txt"), "\n\none\ntwo\n \n  three\n\n\nfour");
        var document = Loaders.standard().load(file);
        assertEquals(
                List.of("one\ntwo", "  three", "four"),
                document.blocks().stream().map(document::text).toList());
        assertEquals("tides", document.title());
        assertEquals("text", document.type());
    }

    @Test
    void aLineOfFiftyThousandCharactersIsKept() throws Exception {
        Path file = Files.writeString(folder.resolve("long.txt"), "x".repeat(50_000));
        assertEquals(50_000, Loaders.standard().load(file).text().length());
    }
}
