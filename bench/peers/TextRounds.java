import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.config.SettingsLoader;
import rag.engine.Engine;
import rag.engine.Search;
import rag.eval.BeirSet;
import rag.model.Failure;
import rag.model.Query;

/** Ingestion, warm queries and cold queries of the same text and questions, ours and mcp-local-rag's by turns. */
final class TextRounds {

    private static final String THEIRS = "mcp-local-rag, all-MiniLM-L6-v2 (8 bits)";
    private static final int FILE_BYTES = 10_000;
    private static final int HITS = 10;

    /** Rounds of warm queries that do not count: code is still being compiled. */
    private static final int WARM_UP = 20;

    private final Path folder;
    private final Path documents;
    private final List<String> questions;
    private final LocalRag theirs;
    private final List<Ours> sides;
    private final int bytes;
    private final Map<String, Integer> chunks = new LinkedHashMap<>();

    /** A way to set up ours. @param config null for no settings at all */
    private record Ours(String name, @Nullable Path config, Path data) {

        private Program script(String script) {
            var command = new Program(List.of("./jbang", script, "--data", data.toString()), Path.of(""), Map.of());
            return config == null ? command : command.with("--config", config.toString());
        }

        private Engine engine() {
            return new Engine(
                    SettingsLoader.load(config, Map.of(), Map.of("data", data.toString())), Clock.systemUTC());
        }
    }

    /** @param bytes how much of the set's texts to take */
    TextRounds(Path folder, BeirSet set, int bytes, int questions, Program peer) throws IOException {
        this.folder = folder;
        this.documents = Files.createDirectories(folder.resolve("documents"));
        this.bytes = write(set, bytes);
        this.questions = set.queries().values().stream()
                .map(BeirSet.Query::text)
                .limit(questions)
                .toList();
        var miniLm = Files.writeString(folder.resolve("minilm.yaml"), "embedding: {model: all-MiniLM-L6-v2}\n");
        this.sides = List.of(
                new Ours("ours, all-MiniLM-L6-v2 (8 bits)", miniLm, folder.resolve("minilm")),
                new Ours("ours as it is, bge-small-en-v1.5 (8 bits)", null, folder.resolve("bge")));
        this.theirs = new LocalRag(peer, folder, documents);
    }

    /** Several texts a file, so that a peer that is slow with each file is not measured by that. */
    private int write(BeirSet set, int bytes) throws IOException {
        int written = 0;
        int files = 0;
        var file = new StringBuilder();
        for (var text : set.corpus().values()) {
            file.append("# ")
                    .append(text.title())
                    .append("\n\n")
                    .append(text.text())
                    .append("\n\n");
            if (file.length() < FILE_BYTES) continue;
            Files.writeString(documents.resolve("part-%02d.md".formatted(++files)), file);
            written += file.length();
            file.setLength(0);
            if (written >= bytes) return written;
        }
        throw new Failure("%s holds only %d KB of text".formatted(set.name(), written / 1000));
    }

    private Path database() {
        return folder.resolve("lancedb");
    }

    /** Each time from nothing, as a process of its own. */
    void ingest(int rounds) throws IOException, InterruptedException {
        build("ingest.java");
        for (var side : sides) { // so that all is in place
            side.script("ingest.java")
                    .with(documents.resolve("part-01.md").toString())
                    .run();
        }
        IO.println("Ingestion of %d KB in %d files, %d rounds by turns, %s"
                .formatted(bytes / 1000, bytes / FILE_BYTES, rounds, Samples.load()));
        var wall = new Samples();
        var cpu = new Samples();
        for (int round = 0; round < rounds; round++) {
            Folders.delete(database());
            var peer = theirs.ingest(database()).run();
            chunks.put(THEIRS, LocalRag.chunks(peer));
            add(wall, cpu, THEIRS, peer);
            for (var side : sides) {
                Folders.delete(side.data);
                var run = side.script("ingest.java")
                        .with("--json", documents.toString())
                        .run();
                chunks.put(side.name, Json.tree(run.out()).get("chunks").asInt());
                add(wall, cpu, side.name, run);
            }
        }
        IO.println("  %-44s %8s %8s %8s".formatted("", "wall s", "cpu s", "chunks"));
        chunks.forEach((name, count) ->
                IO.println("  %-44s %8.2f %8.2f %8d".formatted(name, wall.median(name), cpu.median(name), count)));
        for (var side : sides) {
            Goals.atLeast(side.name + ", ingestion", wall.ratio(THEIRS, side.name), 3);
            IO.println("    by cpu seconds %.1f x".formatted(cpu.ratio(THEIRS, side.name)));
        }
    }

    /** Their server and our engine, both open and warm, in blocks of all questions by turns. */
    void warm(int rounds) throws IOException {
        IO.println("Warm queries, %d questions, %d rounds by turns, %s"
                .formatted(questions.size(), rounds, Samples.load()));
        var times = new Samples();
        var embedding = new Samples();
        var engines = new ArrayList<Engine>();
        try (var server = theirs.serve(database())) {
            for (var side : sides) engines.add(side.engine());
            for (int round = -WARM_UP; round < rounds; round++) {
                for (var question : questions) {
                    long start = System.nanoTime();
                    var answer = server.query(question, HITS);
                    if (round >= 0) times.add(THEIRS, (System.nanoTime() - start) / 1e6);
                    if (!answer.contains("filePath")) throw new Failure("mcp-local-rag found nothing: " + answer);
                }
                for (int side = 0; side < sides.size(); side++) {
                    ask(engines.get(side), sides.get(side).name, round >= 0, times, embedding);
                }
            }
        } finally {
            engines.forEach(Engine::close);
        }
        IO.println("  %-44s %8s %8s %8s %16s".formatted("", "p10 ms", "p50 ms", "p90 ms", "embedding p50"));
        for (var name : chunks.keySet()) {
            var share = name.equals(THEIRS) ? "" : "%16.2f".formatted(embedding.median(name));
            IO.println("  %-44s %8.2f %8.2f %8.2f %s"
                    .formatted(name, times.at(name, 0.1), times.median(name), times.at(name, 0.9), share));
        }
        for (var side : sides) Goals.atLeast(side.name + ", warm query", times.ratio(THEIRS, side.name), 6);
    }

    private void ask(Engine engine, String name, boolean counts, Samples times, Samples embedding) {
        var search = new Search(engine);
        for (var question : questions) {
            long start = System.nanoTime();
            var run = search.run(Query.of(question, HITS));
            double elapsed = (System.nanoTime() - start) / 1e6;
            if (run.answer().hits().isEmpty()) throw new Failure("ours found nothing for " + question);
            if (!counts) continue;
            times.add(name, elapsed);
            run.trace().stages().stream()
                    .filter(stage -> stage.data().get("embed_ms") instanceof Double)
                    .forEach(stage -> embedding.add(name, (Double) stage.data().get("embed_ms")));
        }
    }

    /** From nothing running to the answer printed; ours starts through the launcher. */
    void cold(int rounds) throws IOException, InterruptedException {
        build("query.java");
        for (var side : sides)
            side.script("query.java").with(questions.getFirst()).run(); // so that all is in place
        IO.println("Cold queries, a process each, %d rounds by turns, %s".formatted(rounds, Samples.load()));
        var wall = new Samples();
        var cpu = new Samples();
        for (int round = 0; round < rounds; round++) {
            var question = questions.get(round % questions.size());
            add(wall, cpu, THEIRS, theirs.query(database(), question).run());
            for (var side : sides)
                add(
                        wall,
                        cpu,
                        side.name,
                        side.script("query.java").with(question).run());
        }
        IO.println("  %-44s %8s %8s".formatted("", "wall s", "cpu s"));
        for (var name : chunks.keySet()) {
            IO.println("  %-44s %8.2f %8.2f".formatted(name, wall.median(name), cpu.median(name)));
        }
        for (var side : sides) {
            Goals.atMost(side.name + ", cold query, seconds", wall.median(side.name), 2);
            IO.println("    beside mcp-local-rag %.1f x as fast".formatted(wall.ratio(THEIRS, side.name)));
        }
    }

    private static void build(String script) throws IOException, InterruptedException {
        new Program(List.of("./jbang", "build", script), Path.of(""), Map.of()).run();
    }

    private static void add(Samples wall, Samples cpu, String name, Program.Run run) {
        if (run.out().isBlank() && run.err().isBlank()) throw new Failure(name + " said nothing");
        wall.add(name, run.seconds());
        cpu.add(name, run.cpu());
    }
}
