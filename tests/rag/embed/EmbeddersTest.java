package rag.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Settings;
import rag.model.Failure;

class EmbeddersTest {

    private static Settings.Embedding settings(String provider) {
        return new Settings.Embedding(provider, "any", "", "", "", null, null, "", "", "", 30, 2);
    }

    /** What a third party's jar would hold. */
    public static final class Constant implements EmbedderProvider {

        @Override
        public String name() {
            return "constant";
        }

        @Override
        public Embedder open(Settings.Embedding settings, Path cache) {
            return new Embedder() {
                @Override
                public ModelInfo model() {
                    return new ModelInfo("constant", settings.model(), 1, 512, "", "", "", Set.of());
                }

                @Override
                public List<float[]> documents(List<String> texts) {
                    return texts.stream().map(this::query).toList();
                }

                @Override
                public float[] query(String text) {
                    return new float[] {1};
                }

                @Override
                public int tokens(String text) {
                    return text.length();
                }

                @Override
                public void close() {}
            };
        }
    }

    @Test
    void aJarCanAddAProvider(@TempDir Path jar) throws IOException {
        var services = jar.resolve("META-INF/services/" + EmbedderProvider.class.getName());
        Files.createDirectories(services.getParent());
        Files.writeString(services, Constant.class.getName());
        var before = Thread.currentThread().getContextClassLoader();
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            assertEquals(
                    "any", Embedders.open(settings("constant"), jar).model().name());
            var failure = assertThrows(Failure.class, () -> Embedders.open(settings("nonsense"), jar));
            assertTrue(
                    failure.getMessage().contains("azure, constant, gemini, local, ollama, openai, siliconflow"),
                    failure.getMessage());
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void theCallerChoosesWhatAutoMeans(@TempDir Path cache) {
        for (var provider : List.of("local", "openai")) {
            var auto = new Settings.Embedding(provider, "auto", "", "", "", null, null, "", "", "", 30, 2);
            assertThrows(IllegalArgumentException.class, () -> Embedders.open(auto, cache));
        }
    }

    @Test
    void aVectorWithoutDirectionIsRefused() {
        assertThrows(Failure.class, () -> Vectors.unit(new float[2], "it"));
        assertThrows(Failure.class, () -> Vectors.unit(new float[] {Float.NaN, 1}, "it"));
        assertThrows(Failure.class, () -> Vectors.unit(new float[] {Float.POSITIVE_INFINITY, 1}, "it"));
        assertEquals(0.6f, Vectors.unit(new float[] {3e30f, 4e30f}, "it")[0], 1e-6f);
        assertEquals(0.8f, Vectors.unit(new float[] {3e-30f, 4e-30f}, "it")[1], 1e-6f);
    }

    @Test
    void aPrefixForAModelThatBringsItsOwnIsRefused() {
        var settings =
                new Settings.Embedding("local", "all-MiniLM-L6-v2", "", "", "", null, null, "find: ", "", "", 30, 2);
        var failure = assertThrows(rag.model.Failure.class, () -> Embedders.open(settings, Path.of("unused")));
        assertTrue(failure.getMessage().startsWith("embedding.query_prefix and document_prefix have no effect with"));
    }
}
