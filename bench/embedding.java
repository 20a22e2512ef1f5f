///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures the local embedder against a bare ONNX Runtime loop and against LangChain4j's class, in one run.
//SOURCES ../lib/pipeline.java
//DEPS dev.langchain4j:langchain4j-embeddings:1.20.0-beta30

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.sun.management.OperatingSystemMXBean;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.onnx.bgesmallenv15q.BgeSmallEnV15QuantizedEmbeddingModel;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rag.cli.Script;
import rag.config.CacheFolder;
import rag.config.Settings;
import rag.embed.Embedders;
import rag.embed.LocalModels;

/**
 * All take the same texts in the same rounds, in turn another one first, so that what else the machine does hits all
 * alike. The bare loop gets its tokens for nothing; everybody else makes them from the text.
 */
@Command(
        name = "embedding",
        mixinStandardHelpOptions = true,
        description = "Texts a second with bge-small-en-v1.5: bare ONNX Runtime, ours, LangChain4j's class.")
class embedding implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "One text a line; else made up, 200 tokens each.")
    @Nullable
    Path file;

    @Option(
            names = "--texts",
            paramLabel = "N",
            defaultValue = "400",
            description = "How many texts (${DEFAULT-VALUE}).")
    int count;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "10",
            description = "In how many parts (${DEFAULT-VALUE}).")
    int rounds;

    static void main(String... args) {
        Script.run(new embedding(), args);
    }

    /** One way to embed a list of texts. */
    interface Way {
        void embed(List<String> texts) throws Exception;
    }

    /** What each round took. */
    record Times(List<Double> wall, List<Double> cpu) {
        Times() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    @Override
    public Integer call() throws Exception {
        var texts = file == null
                ? madeUp(count)
                : Files.readAllLines(file).stream()
                        .filter(line -> !line.isBlank())
                        .limit(count)
                        .toList();
        var settings =
                new Settings.Embedding("local", LocalModels.ENGLISH.name(), "", "", "", null, null, "", "", "", 30, 2);
        try (var ours = Embedders.open(settings, CacheFolder.path());
                var bare = new Bare(2)) {
            var langchain = new BgeSmallEnV15QuantizedEmbeddingModel();
            var ways = new LinkedHashMap<String, Way>();
            bare.prepare(texts);
            ways.put("bare ONNX Runtime, 2 workers", bare);
            ways.put("ours, documents()", ours::documents);
            ways.put("LangChain4j, embed()", list -> list.forEach(langchain::embed));
            ways.put(
                    "LangChain4j, embedAll()",
                    list -> langchain.embedAll(
                            list.stream().map(TextSegment::from).toList()));
            long tokens = texts.stream().mapToLong(ours::tokens).sum();
            IO.println("%d texts of %d tokens on average, %d rounds, %d processors"
                    .formatted(
                            texts.size(),
                            tokens / texts.size(),
                            rounds,
                            Runtime.getRuntime().availableProcessors()));
            print(measure(ways, texts), (double) texts.size() / rounds);
        }
        return 0;
    }

    private Map<String, Times> measure(Map<String, Way> ways, List<String> texts) throws Exception {
        for (var way : ways.values()) way.embed(texts.subList(0, Math.min(40, texts.size()))); // warm
        var os = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        var times = new LinkedHashMap<String, Times>();
        var order = new ArrayList<>(ways.keySet());
        order.forEach(name -> times.put(name, new Times()));
        for (int round = 0; round < rounds; round++) {
            var part = texts.subList(texts.size() * round / rounds, texts.size() * (round + 1) / rounds);
            for (var name : order) {
                long cpu = os.getProcessCpuTime(), start = System.nanoTime();
                ways.get(name).embed(part);
                times.get(name).wall().add((System.nanoTime() - start) / 1e9);
                times.get(name).cpu().add((os.getProcessCpuTime() - cpu) / 1e9);
            }
            Collections.rotate(order, 1);
        }
        return times;
    }

    private static void print(Map<String, Times> times, double textsARound) {
        var bare = times.values().iterator().next();
        IO.println("%-30s %10s %14s %22s".formatted("", "texts/s", "texts/cpu-s", "speed against bare: wall, cpu"));
        times.forEach((name, time) -> IO.println("%-30s %10.1f %14.1f %21.2f %9.2f"
                .formatted(
                        name,
                        textsARound / median(time.wall()),
                        textsARound / median(time.cpu()),
                        median(bare.wall()) / median(time.wall()),
                        median(bare.cpu()) / median(time.cpu()))));
    }

    private static double median(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    /** Sentences of everyday words, about 200 tokens a text. */
    private static List<String> madeUp(int count) {
        var words = """
            the of and to in is that for it as was with on be by at from this have are which not an had but were they
            one all we can more when there been who will out up other about time two may then into some could them
            water people work house year letter market engine river system report winter library garden music number
            history village teacher machine language student science bridge morning island weather paper journey
            before after under between through because slowly often almost never always large small early public
            makes takes finds leaves shows builds writes carries keeps turns opens follows reaches crosses answers
            """.strip()
                .lines()
                .flatMap(line -> Stream.of(line.split(" ", -1)))
                .toList();
        var random = new Random(42);
        var texts = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            var text = new StringBuilder();
            for (int w = 1; w <= 184; w++) {
                text.append(words.get(random.nextInt(words.size()))).append(w % 13 == 0 ? ". " : " ");
            }
            texts.add(text.toString().strip());
        }
        return texts;
    }

    /** The floor: one session, one thread a call, one text a call, several workers, the first token's vector. */
    static final class Bare implements Way, AutoCloseable {

        private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
        private final OrtSession session;
        private final ExecutorService threads;
        private final int workers;
        private final Map<String, long[]> tokens = new HashMap<>();

        Bare(int workers) throws OrtException, IOException {
            this.workers = workers;
            this.threads = Executors.newFixedThreadPool(workers);
            try (var options = new OrtSession.SessionOptions();
                    var in = resource("/bge-small-en-v1.5-q.onnx")) {
                options.setIntraOpNumThreads(1);
                options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
                this.session = environment.createSession(in.readAllBytes(), options);
            }
        }

        private static InputStream resource(String name) {
            var in = embedding.class.getResourceAsStream(name);
            if (in == null) throw new IllegalStateException("not on the class path: " + name);
            return in;
        }

        void prepare(List<String> texts) throws IOException {
            try (var in = resource("/bge-small-en-v1.5-q-tokenizer.json");
                    var tokenizer = HuggingFaceTokenizer.newInstance(
                            in, Map.of("padding", "false", "maxLength", "512", "modelMaxLength", "512"))) {
                for (var text : texts) tokens.put(text, tokenizer.encode(text).getIds());
            }
        }

        @Override
        public void embed(List<String> texts) throws InterruptedException, ExecutionException {
            var vectors = new float[texts.size()][];
            var next = new AtomicInteger();
            var running = new ArrayList<Future<?>>();
            for (int w = 0; w < workers; w++) {
                running.add(threads.submit(() -> {
                    for (int i; (i = next.getAndIncrement()) < vectors.length; )
                        vectors[i] = vector(tokens.get(texts.get(i)));
                    return null;
                }));
            }
            for (var worker : running) worker.get();
        }

        private float[] vector(long[] ids) throws OrtException {
            var shape = new long[] {1, ids.length};
            var mask = new long[ids.length];
            Arrays.fill(mask, 1);
            try (var input = OnnxTensor.createTensor(environment, LongBuffer.wrap(ids), shape);
                    var attention = OnnxTensor.createTensor(environment, LongBuffer.wrap(mask), shape);
                    var types = OnnxTensor.createTensor(environment, LongBuffer.wrap(new long[ids.length]), shape);
                    var result = session.run(
                            Map.of("input_ids", input, "attention_mask", attention, "token_type_ids", types))) {
                var vector = new float[384];
                ((OnnxTensor) result.get(0)).getFloatBuffer().get(0, vector);
                return vector;
            }
        }

        @Override
        public void close() throws OrtException {
            threads.shutdown();
            session.close();
        }
    }
}
