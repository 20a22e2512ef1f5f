package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    @TempDir
    Path folder;

    private Closeable jar;

    @BeforeEach
    void jar() throws IOException {
        jar = ParrotJar.loaded(folder);
    }

    @AfterEach
    void leave() throws IOException {
        jar.close();
    }

    private static final Map<String, String> PARROT = Map.of(
            "llm.provider", "parrot",
            "llm.model", "grey",
            "vision_llm.provider", "parrot",
            "vision_llm.enabled", "true",
            "embedding.provider", "parrot",
            "embedding.model", "green",
            "ingestion.splitter", "parrot",
            "vector_store.provider", "parrot",
            "rerank.provider", "parrot",
            "rerank.enabled", "true");

    private static final String TRANSFORMS = "ingestion: {transforms: [parrot]}";

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
            corpus.write("b.parrot", "The pump of the well needs no water.");
            assertEquals(1, corpus.ingest("knowledge_hub").chunks());
            var run = new Search(corpus.engine()).run(Query.of("pump oil", 5));
            assertEquals("parrot", run.answer().hits().getFirst().chunk().type());
            assertEquals(run.refined().getLast().id(), run.ranked().getFirst().id());
            assertTrue(Files.isDirectory(corpus.engine().data().resolve("elsewhere")));
        }
    }

    @Test
    void aTransformChangesTextTagsAndMetadataOfEachChunk() {
        try (var corpus = new Corpus(folder, PARROT, TRANSFORMS)) {
            corpus.write("a.parrot", "The pump needs oil.");
            corpus.ingest("knowledge_hub");
            var chunk = new Search(corpus.engine())
                    .run(Query.of("cracker", 5))
                    .answer()
                    .hits()
                    .getFirst()
                    .chunk();
            assertEquals("The pump needs oil. Polly wants a cracker.", chunk.text());
            assertEquals("Said Parrot", chunk.summary());
            assertEquals(List.of("squawk"), chunk.tags());
            assertEquals("brass", chunk.metadata().get("cage"));
        }
    }

    @ParameterizedTest
    @CsvSource({"choke, no seeds", "hush, no text", "babble, longer than the embedding model reads", "molt, feathers"})
    void aTransformThatFailsLeavesTheChunkAsItWasAndSaysWhy(String word, String why) {
        try (var corpus = new Corpus(folder, PARROT, TRANSFORMS)) {
            corpus.write("a.parrot", "Pumps " + word + " on sand.");
            var report = corpus.ingest("knowledge_hub");
            assertTrue(
                    report.notes().getFirst().startsWith("1 of 1 chunk stay as they were before the transform parrot"),
                    report.notes().toString());
            assertTrue(
                    report.notes().getLast().matches("1 time: transform parrot: .*" + why + ".*"),
                    report.notes().toString());
            var chunk = new Search(corpus.engine())
                    .run(Query.of("sand", 5))
                    .answer()
                    .hits()
                    .getFirst()
                    .chunk();
            assertEquals("Pumps " + word + " on sand.", chunk.text());
            assertTrue(chunk.metadata().get("llm_fallback").toString().contains(why));
        }
    }

    @Test
    void anErrorInSplittingOrEmbeddingIsThatOfItsDocumentAlone() {
        try (var corpus = new Corpus(folder, oneWorker())) {
            corpus.write("a.parrot", "The pump needs oil.");
            corpus.write("b.parrot", "Pumps plunge into sand.");
            corpus.write("c.parrot", "Pumps gorge on sand.");
            corpus.write("d.parrot", "Pumps are unmade by sand.");
            corpus.write("e.parrot", "Pumps faint on sand.");
            corpus.write("f.parrot", "The dome closes.");
            var report = corpus.ingest("knowledge_hub");
            assertEquals(Map.of("ready", 2, "failed", 4), report.states());
            var reasons = report.troubles().stream().map(Outcome::reason).toList();
            for (int i = 0; i < 4; i++) {
                var why = List.of("too deep", "too big", "nest", "no room").get(i);
                assertTrue(reasons.get(i).contains(why), reasons.toString());
            }
        }
    }

    @Test
    void anErrorOfNoSingleDocumentEndsTheRunAsFailedAndKeepsWhatWasDone() {
        try (var corpus = new Corpus(folder, oneWorker())) {
            corpus.write("a.parrot", "The pump needs oil.");
            corpus.write("b.parrot", "Pumps burst on sand.");
            for (int i = 0; i < 20; i++) corpus.write("c" + i + ".parrot", "The dome closes at " + i);
            var failure = assertThrows(Failure.class, () -> corpus.ingest("knowledge_hub"));
            assertTrue(failure.getMessage().contains("all is lost"), failure.getMessage());
            assertTrue(failure.getMessage().contains(" of 22 documents done"), failure.getMessage());
            corpus.write("b.parrot", "Pumps stand on sand.");
            assertEquals(22, corpus.ingest("knowledge_hub").states().getOrDefault("ready", 0) + done(failure));
        }
    }

    private static int done(Failure failure) {
        return Integer.parseInt(failure.getMessage().replaceFirst("stopped with (\\d+) of .*", "$1"));
    }

    private static Map<String, String> oneWorker() {
        var settings = new HashMap<>(PARROT);
        settings.put("ingestion.workers", "1");
        return settings;
    }

    @ParameterizedTest
    @CsvSource({
        "llm.provider",
        "vision_llm.provider",
        "embedding.provider",
        "ingestion.splitter",
        "rerank.provider",
        "vector_store.provider"
    })
    void anUnknownNameIsRefusedWithThoseThatJarsAdd(String key) {
        var failure = assertThrows(Failure.class, () -> SettingsLoader.load(null, Map.of(), Map.of(key, "cockatoo")));
        assertTrue(failure.getMessage().contains("parrot"), failure.getMessage());
    }

    @Test
    void anUnknownTransformIsRefusedWithThoseThatJarsAdd() {
        var failure = assertThrows(
                Failure.class, () -> new Corpus(folder, PARROT, "ingestion: {transforms: [parot]}").close());
        assertTrue(failure.getMessage().contains("did you mean parrot?"), failure.getMessage());
    }

    @Test
    void aJarThatIsBrokenIsSaid() throws IOException {
        var broken = Files.createDirectories(folder.resolve("broken/META-INF/services"));
        Files.writeString(broken.resolve("rag.llm.ChatProvider"), "no.such.Class");
        var without = Thread.currentThread().getContextClassLoader().getParent();
        try (var with =
                new URLClassLoader(new URL[] {folder.resolve("broken").toUri().toURL()}, without)) {
            Thread.currentThread().setContextClassLoader(with);
            var failure = assertThrows(
                    Failure.class, () -> SettingsLoader.load(null, Map.of(), Map.of("llm.provider", "parrot")));
            assertTrue(failure.getMessage().contains("no.such.Class"), failure.getMessage());
        }
    }
}
