package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.config.SettingsLoader;
import rag.embed.Embedders;
import rag.llm.ChatRequest;
import rag.llm.VisionRequest;
import rag.load.Loaders;
import rag.model.Failure;
import rag.model.Query;
import rag.split.Splitters;

/** A third party's jar, compiled outside this project, adds a provider of each kind. */
class PluginsTest {

    private static final Map<String, String> SOURCES = Map.of(
            "rag.llm.ChatProvider", """
            public class Chat implements rag.llm.ChatProvider {
                public String name() { return "parrot"; }
                public rag.llm.ChatModel open(rag.config.Settings.Llm settings) {
                    return new rag.llm.ChatModel() {
                        public String name() { return "parrot/" + settings.model(); }
                        public rag.llm.ChatAnswer ask(rag.llm.ChatRequest request) {
                            return new rag.llm.ChatAnswer(request.user(), 1, 1);
                        }
                    };
                }
            }
            """,
            "rag.llm.VisionProvider", """
            public class Vision implements rag.llm.VisionProvider {
                public String name() { return "parrot"; }
                public rag.llm.VisionModel open(rag.config.Settings.VisionLlm settings) {
                    return new rag.llm.VisionModel() {
                        public String name() { return "parrot"; }
                        public rag.llm.ChatAnswer ask(rag.llm.VisionRequest request) {
                            return new rag.llm.ChatAnswer("a picture", 1, 1);
                        }
                    };
                }
            }
            """,
            "rag.embed.EmbedderProvider", """
            import java.util.*;
            import rag.embed.*;
            public class Embed implements EmbedderProvider {
                public String name() { return "parrot"; }
                public Embedder open(rag.config.Settings.Embedding settings, java.nio.file.Path cache) {
                    return new Embedder() {
                        public ModelInfo model() {
                            return new ModelInfo("parrot", settings.model(), 2, 512, "", "", "1", Set.of());
                        }
                        public List<float[]> documents(List<String> texts) {
                            return texts.stream().map(this::query).toList();
                        }
                        public float[] query(String text) { return new float[] {0.6f, 0.8f}; }
                        public int tokens(String text) { return text.length() / 4 + 1; }
                        public void close() {}
                    };
                }
            }
            """,
            "rag.split.SplitterProvider", """
            import java.util.*;
            public class Split implements rag.split.SplitterProvider {
                public String name() { return "parrot"; }
                public rag.split.Splitter open(rag.config.Settings.Ingest settings) {
                    return (document, limits) -> List.of(new rag.model.Passage(
                            document.text(), 0, document.text().length(), List.of(), List.of()));
                }
            }
            """,
            "rag.load.DocumentLoader", """
            import java.util.*;
            public class Load implements rag.load.DocumentLoader {
                public String type() { return "parrot"; }
                public Set<String> extensions() { return Set.of("parrot"); }
                public rag.model.Document load(rag.load.Source source) throws java.io.IOException {
                    var text = java.nio.file.Files.readString(source.path());
                    var block = new rag.model.Block(rag.model.Block.Kind.PARAGRAPH, 0, 0, text.length(), null, "", List.of());
                    return new rag.model.Document("Parrot", "parrot", Map.of(), text, List.of(block), List.of(), List.of(), List.of());
                }
            }
            """,
            "rag.store.StoreProvider", """
            public class Store implements rag.store.StoreProvider {
                public String name() { return "parrot"; }
                public rag.store.ChunkStore open(java.nio.file.Path data) {
                    return new rag.store.LuceneChunkStore(data.resolve("elsewhere"));
                }
            }
            """);

    @TempDir
    Path folder;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private URLClassLoader loader;

    @BeforeEach
    void jar() throws IOException {
        var classes = Files.createDirectories(folder.resolve("classes"));
        var jar = folder.resolve("parrot.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (var source : SOURCES.entrySet()) {
                var name = source.getValue().replaceFirst("(?s).*?public class (\\w+).*", "$1");
                var file = Files.writeString(folder.resolve(name + ".java"), source.getValue());
                var wrong = ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString(),
                                file.toString());
                assertEquals(0, wrong);
                add(out, "META-INF/services/" + source.getKey(), name.getBytes());
            }
            try (var files = Files.list(classes)) {
                for (var file : files.toList()) add(out, file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before);
        Thread.currentThread().setContextClassLoader(loader);
    }

    private static void add(JarOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(bytes);
        out.closeEntry();
    }

    @AfterEach
    void leave() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        loader.close();
    }

    private static final Map<String, String> PARROT = Map.of(
            "llm.provider", "parrot",
            "llm.model", "grey",
            "vision_llm.provider", "parrot",
            "vision_llm.enabled", "true",
            "embedding.provider", "parrot",
            "embedding.model", "green",
            "ingestion.splitter", "parrot",
            "vector_store.provider", "parrot");

    @Test
    void settingsNameThemAndTheyAnswer() throws Exception {
        var settings = SettingsLoader.load(null, Map.of(), PARROT);
        try (var engine = new Engine(settings, Clock.systemUTC())) {
            assertEquals(
                    "polly",
                    engine.chat()
                            .orElseThrow()
                            .ask(ChatRequest.prose("", "polly"))
                            .text());
            assertEquals(
                    "a picture",
                    engine.vision()
                            .orElseThrow()
                            .ask(new VisionRequest("", "", new byte[0], "png", 0))
                            .text());
        }
        try (var embedder = Embedders.open(settings.embedding(), folder)) {
            assertEquals("green", embedder.model().name());
        }
        assertEquals(2, embedderLength(settings));
        assertTrue(Loaders.standard().types().contains("parrot"));
        Splitters.of(settings.ingestion());
    }

    private int embedderLength(rag.config.Settings settings) {
        try (var embedder = Embedders.open(settings.embedding(), folder)) {
            return embedder.query("x").length;
        }
    }

    @Test
    void aWholeIngestionAndAQueryGoThroughThem() {
        try (var corpus = new Corpus(folder, PARROT)) {
            corpus.write("a.parrot", "The pump needs oil.");
            assertEquals(1, corpus.ingest("knowledge_hub").chunks());
            var hit = new Search(corpus.engine())
                    .ask(Query.of("pump oil", 5))
                    .hits()
                    .getFirst()
                    .chunk();
            assertEquals("parrot", hit.type());
            assertTrue(Files.isDirectory(corpus.engine().data().resolve("elsewhere")));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "llm.provider",
        "vision_llm.provider",
        "embedding.provider",
        "ingestion.splitter",
        "vector_store.provider"
    })
    void anUnknownNameIsRefusedWithThoseThatJarsAdd(String key) {
        var failure = assertThrows(Failure.class, () -> SettingsLoader.load(null, Map.of(), Map.of(key, "cockatoo")));
        assertTrue(failure.getMessage().contains("parrot"), failure.getMessage());
    }

    @Test
    void aJarThatIsBrokenIsSaid() throws IOException {
        var broken = Files.createDirectories(folder.resolve("broken/META-INF/services"));
        Files.writeString(broken.resolve("rag.llm.ChatProvider"), "no.such.Class");
        try (var with =
                new URLClassLoader(new URL[] {folder.resolve("broken").toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(with);
            var failure = assertThrows(
                    Failure.class, () -> SettingsLoader.load(null, Map.of(), Map.of("llm.provider", "parrot")));
            assertTrue(failure.getMessage().contains("no.such.Class"), failure.getMessage());
        }
    }
}
