///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures the dashboard over 50,000 passages and 100,000 traces: every page to its last byte, warm and as the first of a process, and its memory.
//SOURCES ../lib/pipeline.java
//SOURCES pages/Traces.java search/Corpus.java

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import rag.config.Json;
import rag.model.Chunk;
import rag.model.DocumentState;
import rag.store.Change;
import rag.store.HistoryRow;
import rag.store.Ledger;
import rag.store.LuceneChunkStore;
import rag.store.Publication;
import rag.store.WriterLock;

/**
 * pages.java DATA [COMMAND…]: fills the folder when it is empty, then starts the command (default {@code ./jbang
 * dashboard.java}) over it and asks for each page.
 */
class pages {

    private static final String COLLECTION = "knowledge_hub";
    private static final int DOCUMENTS = 2_500;
    private static final int CHUNKS_A_DOCUMENT = 20;
    private static final int ROUNDS = 7;
    private static final List<String> PAGES = List.of(
            "/",
            "/data",
            "/data?page=30",
            "/data?text=bade",
            "/collections",
            "/collections?collection=" + COLLECTION,
            "/ingest",
            "/ingestions",
            "/ingestions?page=3800",
            "/ingestions?outcome=failed&text=17",
            "/queries",
            "/queries?text=number+4000&least_ms=20",
            "/evaluation",
            "/mcp");

    private final Path data;
    private final List<Chunk> sample = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    private pages(Path data) {
        this.data = data;
    }

    static void main(String... args) throws Exception {
        if (args.length == 0) {
            System.err.println("usage: pages.java DATA [COMMAND...]");
            System.exit(2);
        }
        var bench = new pages(Path.of(args[0]).toAbsolutePath());
        if (!Files.exists(bench.data.resolve("logs/traces.jsonl"))) bench.fill();
        var command = args.length > 1 ? List.of(args).subList(1, args.length) : List.of("./jbang", "dashboard.java");
        bench.measure(command);
    }

    private void fill() throws Exception {
        Files.createDirectories(data);
        Files.writeString(data.resolve("settings.yaml"), "observability: {max_mb: 5000}\n");
        var corpus = new Corpus();
        try (var store = new LuceneChunkStore(data);
                var lock = WriterLock.acquire(data, "bench", Duration.ZERO);
                var ledger = Ledger.open(data);
                var publication = Publication.open(data, store, ledger);
                var session = publication.session(COLLECTION, Corpus.PRINT)) {
            for (int first = 0; first < DOCUMENTS; first += 50) {
                var changes = new ArrayList<Change>();
                for (int document = first; document < first + 50; document++) {
                    var chunks = corpus.chunks(COLLECTION, document, CHUNKS_A_DOCUMENT);
                    sample.add(chunks.get(document % CHUNKS_A_DOCUMENT));
                    changes.add(new Change.Put(row(chunks), chunks, corpus.vectors(CHUNKS_A_DOCUMENT), List.of()));
                }
                session.publish(changes);
                System.err.print("\r" + (first + 50) * CHUNKS_A_DOCUMENT + " passages");
            }
            System.err.println();
            session.optimise();
        }
        new Traces(data, COLLECTION, sample).write();
    }

    private static HistoryRow row(List<Chunk> chunks) {
        var first = chunks.getFirst();
        return new HistoryRow(
                COLLECTION,
                first.source(),
                first.documentId(),
                "",
                "0".repeat(64),
                "",
                20_000,
                DocumentState.READY,
                "",
                false,
                first.title(),
                "markdown",
                "en",
                20,
                chunks.size(),
                0,
                0,
                Instant.now());
    }

    /** The process that shows the pages, and where. */
    private record Started(Process process, URI home, double ms) implements AutoCloseable {

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }

    private Started start(List<String> command) throws Exception {
        var all = new ArrayList<>(command);
        all.addAll(List.of(
                "--data",
                data.toString(),
                "--config",
                data.resolve("settings.yaml").toString(),
                "--port",
                "0",
                "--json"));
        long start = System.nanoTime();
        var process = new ProcessBuilder(all)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var home = URI.create(
                Json.tree(process.inputReader().readLine()).get("url").asText());
        return new Started(process, home, (System.nanoTime() - start) / 1e6);
    }

    private void measure(List<String> command) throws Exception {
        var all = new ArrayList<>(PAGES);
        try (var started = start(command)) {
            var home = started.home();
            IO.println("started after %.0f ms; log of %,d MB"
                    .formatted(started.ms(), Files.size(data.resolve("logs/traces.jsonl")) / 1_000_000));
            long begin = System.nanoTime();
            while (text(home, "/queries").contains("Reading the log of traces")) Thread.sleep(100);
            IO.println("the log is read after %,d ms".formatted((System.nanoTime() - begin) / 1_000_000));
            var body = text(home, "/queries");
            var ids = Pattern.compile("value=\"([0-9a-f-]{36})\"")
                    .matcher(body)
                    .results()
                    .map(m -> m.group(1))
                    .toList();
            var ingestion = first(home, "/ingestions", "href=\"(/ingestions/[0-9a-f-]{36})\"");
            var document = first(home, "/data", "href=\"(/data/[^\"]*doc_[0-9a-f]{16})\"");
            all.addAll(List.of(
                    document,
                    ingestion,
                    "/queries/" + ids.getFirst(),
                    "/queries/compare?trace=" + ids.get(0) + "&trace=" + ids.get(1)));
            for (var page : all) {
                var times = new ArrayList<Long>();
                var before = cpu(started);
                for (int i = 0; i < ROUNDS; i++) times.add(ask(home.resolve(page)));
                var cpu = cpu(started).minus(before).dividedBy(ROUNDS);
                long cold = times.getFirst();
                times.sort(null);
                IO.println("%5d ms, first %5d, worst %5d, CPU %4d  %s"
                        .formatted(times.get(ROUNDS / 2), cold, times.getLast(), cpu.toMillis(), page));
            }
            long pid = started.process().pid();
            for (var line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
                if (line.matches("(VmRSS|VmHWM|RssAnon|RssFile).*")) IO.println(line);
            }
        }
        for (var page : all) {
            try (var started = start(command)) {
                IO.println("%5d ms as the first of a process  %s"
                        .formatted(ask(started.home().resolve(page)), page));
            }
        }
    }

    /** What the process has computed so far; beside the clock, since other processes do not slow it down. */
    private static Duration cpu(Started started) {
        return started.process().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private String text(URI home, String page) throws Exception {
        return client.send(HttpRequest.newBuilder(home.resolve(page)).build(), BodyHandlers.ofString())
                .body();
    }

    private String first(URI home, String page, String pattern) throws Exception {
        var body = text(home, page);
        var match = Pattern.compile(pattern).matcher(body);
        if (!match.find()) throw new IllegalStateException(page + " lists nothing:\n" + body);
        return match.group(1);
    }

    private long ask(URI page) throws Exception {
        long start = System.nanoTime();
        var answer = client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) throw new IllegalStateException(page + " gave " + answer.statusCode());
        return (System.nanoTime() - start) / 1_000_000;
    }
}
