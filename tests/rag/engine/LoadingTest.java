package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
}
