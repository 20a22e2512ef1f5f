package rag.eval;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import rag.config.Settings;
import rag.engine.Engine;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Maintenance;
import rag.engine.Progress;
import rag.model.Failure;
import rag.model.Ids;
import rag.store.HistoryRow;
import rag.text.Counted;

/**
 * The collections that variants search in. Variants that agree in all an index depends on share one: the given collection, or
 * one of their own that is built from the same sources and removed at the end.
 */
final class VariantIndex {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ExperimentRequest request;
    private final Settings base;
    private final Progress progress;
    private final Consumer<String> said;

    VariantIndex(ExperimentRequest request, Settings base, Progress progress, Consumer<String> said) {
        this.request = request;
        this.base = base;
        this.progress = progress;
        this.said = said;
    }

    /** How something is fetched, and not what: another index would be the same. */
    private static final Set<String> SPEED = Set.of(
            "api_key",
            "hub",
            "timeout_s",
            "retries",
            "stream",
            "concurrency",
            "requests_per_minute",
            "input_price",
            "output_price",
            "batch_size",
            "workers");

    /** All of the settings that a collection's content depends on: whole sections, so that a new key is not forgotten. */
    static String print(Settings settings, boolean wholeTexts) {
        var i = settings.ingestion();
        var sections = new ArrayList<>(List.of("embedding"));
        if (!wholeTexts) {
            sections.add("ingestion");
            if (i.chunkRefiner().useLlm() || i.metadataEnricher().useLlm()) sections.add("llm");
            if (settings.visionLlm().enabled()) sections.add("vision_llm");
        }
        var text = new StringBuilder();
        for (var name : sections) {
            var section = new TreeMap<>(
                    (Map<?, ?>) Objects.requireNonNull(settings.shown().get(name)));
            section.keySet().removeAll(SPEED);
            text.append(name).append(section);
        }
        return Ids.sha256(text.toString().getBytes(StandardCharsets.UTF_8)).substring(0, 8);
    }

    /** The collection for a variant's settings. */
    String name(Settings settings) {
        var print = print(settings, request.testSet().corpus() != null);
        return print.equals(print(base, request.testSet().corpus() != null))
                ? request.collection()
                : temporary(request.collection(), print);
    }

    private static String temporary(String collection, String print) {
        var name = "experiment-" + print + "-" + collection;
        return name.length() > 60 ? name.substring(0, 60) : name;
    }

    boolean isTemporary(String name) {
        return !name.equals(request.collection()) || request.temporary();
    }

    /** Brings the collection up; what is there already is left. @return seconds it took */
    double build(Engine engine, String name) {
        long start = System.nanoTime();
        var corpus = request.testSet().corpus();
        if (corpus != null) {
            BeirIndex.build(engine, name, corpus, progress);
        } else if (!name.equals(request.collection())) {
            ingest(engine, name);
        } else {
            return 0;
        }
        return Math.round((System.nanoTime() - start) / 1e7) / 100.0;
    }

    private void ingest(Engine engine, String name) {
        var maintenance = new Maintenance(engine, PATIENCE, "experiment");
        var rows = maintenance.list(request.collection()).stream()
                .filter(row -> row.chunks() > 0)
                .toList();
        refuseWhatGetsLost(engine, name, rows);
        var sources = rows.stream().map(row -> Path.of(row.source())).toList();
        var gone = sources.stream().filter(source -> !Files.exists(source)).toList();
        if (!gone.isEmpty()) {
            throw new Failure("%d of the %s of '%s' are no files any more, the first is %s: it can't be cut anew"
                    .formatted(
                            gone.size(), Counted.of(sources.size(), "source"), request.collection(), gone.getFirst()));
        }
        if (!Evaluation.builtWith(engine, name).isEmpty()) {
            // An experiment that was killed has left it, and the documents may have changed since.
            var known = rows.stream().map(HistoryRow::source).collect(Collectors.toSet());
            var strange = maintenance.list(name).stream()
                    .map(HistoryRow::source)
                    .filter(source -> !known.contains(source))
                    .toList();
            if (!strange.isEmpty()) maintenance.delete(name, strange);
        }
        var ingest = new IngestRequest(name, sources, false, false, false, PATIENCE, "experiment");
        var report = new Ingestion(engine).run(ingest, progress, () -> false);
        for (var trouble : report.troubles()) said.accept(trouble.source() + ": " + trouble.reason());
    }

    /** What an index that is made of the files alone would search otherwise than the collection is searched. */
    private void refuseWhatGetsLost(Engine engine, String name, List<HistoryRow> rows) {
        var base = request.collection();
        for (var test : request.testSet().golden().cases()) {
            if (test.collection() == null || test.collection().equals(base)) continue;
            throw new Failure("case %s asks '%s'; an index of this variant's own is made of '%s' only"
                    .formatted(test.id(), test.collection(), base));
        }
        boolean described = rows.stream().anyMatch(row -> !row.metadataHash().isEmpty())
                || engine.domain(base).isPresent()
                || !engine.settings()
                        .ingestion()
                        .declared(base)
                        .equals(engine.settings().ingestion().declared(name));
        if (described) {
            throw new Failure(
                    "it needs an index of its own, and '%s' has metadata of a manifest, a domain or types declared for it, which that index would lack"
                            .formatted(base));
        }
    }

    /** Removes a temporary collection; one that is not there is fine. */
    static void remove(Engine engine, String name) {
        try {
            if (engine.store().fingerprint(name).isEmpty()) return;
            new Maintenance(engine, PATIENCE, "experiment").clear(name);
        } catch (IOException e) {
            throw new Failure("the temporary collection " + name + " can't be removed: " + e.getMessage(), e);
        }
    }
}
