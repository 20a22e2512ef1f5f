package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.load.DocumentLoader;
import rag.load.Loaders;
import rag.load.Source;
import rag.load.TextLoader;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

class LoadingTest {

    @TempDir
    Path folder;

    /** Waits for ever, but for an interruption. */
    private static final class Hanging implements DocumentLoader {

        private final CountDownLatch interrupted = new CountDownLatch(1);

        @Override
        public String type() {
            return "hang";
        }

        @Override
        public Set<String> extensions() {
            return Set.of("hang");
        }

        @Override
        public Document load(Source source) throws LoadException {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                interrupted.countDown();
            }
            throw new LoadException(DocumentState.FAILED, "interrupted");
        }
    }

    @Test
    void aParserThatHangsIsAbandonedAndTheNextFileIsRead() throws Exception {
        var hanging = new Hanging();
        var loading = new Loading(new Loaders(List.of(hanging, new TextLoader())), List.of(), 1);
        Path bad = Files.writeString(folder.resolve("a.hang"), "x");
        var e = assertThrows(LoadException.class, () -> loading.load(Source.of(bad)));
        assertEquals(DocumentState.FAILED, e.state());
        assertEquals("reading it took longer than 1 s", e.getMessage());
        assertTrue(hanging.interrupted.await(10, TimeUnit.SECONDS), "the parser was not told to stop");
        assertEquals(
                "words",
                loading.load(Source.of(Files.writeString(folder.resolve("b.txt"), "words")))
                        .text());
    }

    @Test
    void aPictureMayLieAnywhereInTheFolderThatIsIngested() throws Exception {
        try (var corpus = new Corpus(folder, Map.of())) {
            var page = corpus.write("guide/a.md", "# Pump\n\nHow oil flows: ![flow](../assets/flow.png)\n");
            var picture =
                    Files.createDirectories(corpus.docs().resolve("assets")).resolve("flow.png");
            ImageIO.write(new BufferedImage(40, 40, BufferedImage.TYPE_INT_RGB), "png", picture.toFile());
            var whole = outcome(corpus.ingest("notes"), page);
            assertEquals(DocumentState.READY, whole.state(), whole.reason());
            assertEquals(1, whole.images());
            var alone = outcome(corpus.ingest("notes", page, true, false, false), page);
            assertEquals(DocumentState.PARTIAL, alone.state());
            assertEquals(
                    "1 picture that it names was not read: 1 outside the folder (ingest one that holds both)",
                    alone.reason());
        }
    }

    private static Outcome outcome(IngestReport report, Path file) {
        return report.outcomes().stream()
                .filter(outcome -> outcome.source().equals(FileScan.source(file)))
                .findFirst()
                .orElseThrow();
    }
}
