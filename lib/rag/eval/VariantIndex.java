package rag.eval;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import rag.config.Settings;
import rag.engine.Engine;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Maintenance;
import rag.engine.Progress;
import rag.model.Failure;
import rag.model.Ids;
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

    /** All of the settings that a collection's content depends on. */
    static String print(Settings settings, boolean wholeTexts) {
        var e = settings.embedding();
        var i = settings.ingestion();
        var v = settings.visionLlm();
        var l = settings.llm();
        var embedding =
                List.of(e.provider(), e.model(), "" + e.dimensions(), e.baseUrl(), e.queryPrefix(), e.documentPrefix());
        boolean asks = i.chunkRefiner().useLlm() || i.metadataEnricher().useLlm();
        var cutting = List.of(
                "" + i.chunkSize(),
                "" + i.chunkOverlap(),
                i.splitter(),
                "" + i.chunkRefiner(),
                "" + i.metadataEnricher(),
                asks ? l.provider() + " " + l.model() : "",
                "" + i.transforms(),
                "" + i.ocr(),
                "" + i.renderDrawings(),
                "" + i.metadataTypes(),
                v.enabled() ? v.provider() + " " + v.model() + " " + v.prompt() : "");
        var text = wholeTexts ? embedding.toString() : embedding + " " + cutting;
        return Ids.sha256(text.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
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
        engine.domain(request.collection()).ifPresent(domain -> {
            throw new Failure(
                    "the rules of the domain '%s' hold in '%s' only: a variant with an index of its own can't be tried with it"
                            .formatted(domain.name(), request.collection()));
        });
        for (var test : request.testSet().golden().cases()) {
            if (test.collection() == null || test.collection().equals(request.collection())) continue;
            throw new Failure("case %s asks '%s'; an index of this variant's own is made of '%s' only"
                    .formatted(test.id(), test.collection(), request.collection()));
        }
        var sources = new Maintenance(engine, PATIENCE, "experiment")
                .list(request.collection()).stream()
                        .filter(row -> row.chunks() > 0)
                        .map(row -> Path.of(row.source()))
                        .toList();
        var gone = sources.stream().filter(source -> !Files.exists(source)).toList();
        if (!gone.isEmpty()) {
            throw new Failure("%d of the %s of '%s' are no files any more, the first is %s: it can't be cut anew"
                    .formatted(
                            gone.size(), Counted.of(sources.size(), "source"), request.collection(), gone.getFirst()));
        }
        var ingest = new IngestRequest(name, sources, false, false, false, PATIENCE, "experiment");
        var report = new Ingestion(engine).run(ingest, progress, () -> false);
        for (var trouble : report.troubles()) said.accept(trouble.source() + ": " + trouble.reason());
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
