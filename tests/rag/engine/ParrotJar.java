package rag.engine;

import java.io.Closeable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** A third party's jar, compiled outside this project, that adds a provider named "parrot" of each kind. */
public final class ParrotJar {

    private ParrotJar() {}

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
                            if (texts.toString().contains("faint")) throw new OutOfMemoryError("no room");
                            return texts.stream().map(this::query).toList();
                        }
                        public float[] query(String text) { return new float[] {0.6f, 0.8f}; }
                        public int tokens(String text) { return text.length() / 4 + 1; }
                        public void close() {}
                    };
                }
            }
            """,
            "rag.eval.EvaluatorProvider", """
            import java.util.*;
            import rag.eval.*;
            public class Evaluate implements EvaluatorProvider {
                public String name() { return "parrot"; }
                public Evaluator open(Parts parts) {
                    return new Evaluator() {
                        public String name() { return "parrot"; }
                        public Set<String> metrics() { return Set.of("chatter"); }
                        public List<Score> evaluate(CaseRun run, List<MetricName> wanted, int topK) {
                            if (run.test().query().contains("cat")) throw new IllegalStateException("a cat");
                            if (run.hits().isEmpty())
                                return List.of(Score.notEvaluated("chatter", null, "nothing to repeat"));
                            return List.of(Score.measured("chatter", null, run.hits().size() / 4.0));
                        }
                    };
                }
            }
            """,
            "rag.split.SplitterProvider", """
            import java.util.*;
            public class Split implements rag.split.SplitterProvider {
                public String name() { return "parrot"; }
                public rag.split.Splitter open(rag.config.Settings.Ingest settings) {
                    return (document, limits) -> {
                        if (document.text().contains("plunge")) throw new StackOverflowError("too deep");
                        if (document.text().contains("gorge")) throw new OutOfMemoryError("too big");
                        if (document.text().contains("unmade")) throw new NoClassDefFoundError("nest");
                        if (document.text().contains("burst")) throw new AssertionError("all is lost");
                        return List.of(new rag.model.Passage(
                                document.text(), 0, document.text().length(), List.of(), List.of()));
                    };
                }
            }
            """,
            "rag.transform.TransformProvider", """
            import java.util.*;
            import rag.transform.*;
            public class Transform implements TransformProvider {
                public String name() { return "parrot"; }
                public ChunkTransform open(rag.config.Settings.Ingest settings) {
                    return (draft, document) -> {
                        if (draft.text().contains("choke")) throw new IllegalStateException("no seeds");
                        if (draft.text().contains("molt")) throw new NoSuchMethodError("feathers");
                        if (draft.text().contains("hush")) return new ChunkTransform.Draft(" ", draft.said(), Map.of());
                        if (draft.text().contains("babble"))
                            return new ChunkTransform.Draft("word ".repeat(5000), draft.said(), Map.of());
                        var said = new Enrichment(draft.said().title(), "Said " + document.title(), List.of("squawk"));
                        return new ChunkTransform.Draft(draft.text() + " Polly wants a cracker.", said, Map.of("cage", "brass"));
                    };
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
                public rag.store.ChunkStore open(rag.config.StoreSettings settings, java.nio.file.Path data) {
                    return new rag.store.LuceneChunkStore(data.resolve("elsewhere"));
                }
            }
            """,
            "rag.rerank.RerankerProvider", """
            import java.util.*;
            import rag.rerank.*;
            public class Rerank implements RerankerProvider {
                public String name() { return "parrot"; }
                public Reranker open(rag.config.Settings.Rerank settings) {
                    return new Reranker() {
                        public String name() { return "parrot/last"; }
                        public Judged judge(String question, List<Listed> listed) {
                            var scores = new ArrayList<Judged.Score>();
                            for (var one : listed) scores.add(new Judged.Score(one.id(), scores.size()));
                            return new Judged(scores, Map.of(), "");
                        }
                    };
                }
            }
            """);

    /** The jar on this thread's class path, until it is closed. */
    public static Closeable loaded(Path folder) throws IOException {
        var thread = Thread.currentThread();
        var before = thread.getContextClassLoader();
        var loader = new URLClassLoader(new URL[] {in(folder).toUri().toURL()}, before);
        thread.setContextClassLoader(loader);
        return () -> {
            thread.setContextClassLoader(before);
            loader.close();
        };
    }

    /** Writes the jar, and what it is made of, into this folder. */
    public static Path in(Path folder) throws IOException {
        var classes = Files.createDirectories(folder.resolve("classes"));
        var jar = folder.resolve("parrot.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (var source : SOURCES.entrySet()) {
                var name = source.getValue().replaceFirst("(?s).*?public class (\\w+).*", "$1");
                var file = Files.writeString(folder.resolve(name + ".java"), source.getValue());
                var options = new String[] {
                    "-proc:none",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes.toString(),
                    file.toString()
                };
                if (ToolProvider.getSystemJavaCompiler().run(null, null, null, options) != 0) {
                    throw new AssertionError(name + " can't be compiled");
                }
                add(out, "META-INF/services/" + source.getKey(), name.getBytes());
            }
            try (var files = Files.list(classes)) {
                for (var file : files.toList()) add(out, file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return jar;
    }

    private static void add(JarOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(bytes);
        out.closeEntry();
    }
}
