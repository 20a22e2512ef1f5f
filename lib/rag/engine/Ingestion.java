package rag.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import rag.engine.Plan.Action;
import rag.engine.Plan.Item;
import rag.load.Loaders;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.model.Misuse;
import rag.store.CollectionNames;
import rag.store.HistoryRow;
import rag.store.Ledger;
import rag.store.Publication;
import rag.store.WriterLock;
import rag.text.Counted;

/**
 * Brings a collection in step with folders: {@code load → split → transform → embed → upsert} for what is new or
 * changed, nothing for the rest. Each document is published whole or not at all; a kill at any moment loses nothing that
 * was reported.
 */
public final class Ingestion {

    /** From so many sources on, removing more than half of a collection's is asked back: the folder may not be mounted. */
    private static final int FEW = 5;

    private final Engine engine;
    private final Consumer<String> checkpoint;

    public Ingestion(Engine engine) {
        this(engine, step -> {});
    }

    /** @param checkpoint hears the name of each step of a publication; tests halt there */
    Ingestion(Engine engine, Consumer<String> checkpoint) {
        this.engine = engine;
        this.checkpoint = checkpoint;
    }

    /** Loads in the background what every ingestion needs, while its options and settings are read. */
    public static void loadAhead() {
        Thread.ofPlatform().daemon().name("ahead").start(Ledger::load);
    }

    /**
     * Begins in the background what the first documents of a collection that is yet to be made would wait for: opening
     * the model, and loading what writes.
     */
    void foresee(String collection) {
        foresee(collection, engine.store()::rehearse);
        foresee(collection, () -> ModelChoice.foresee(engine));
    }

    private void foresee(String collection, Runnable work) {
        engine.threads().execute(() -> {
            try {
                if (engine.built(collection).isEmpty()) work.run();
            } catch (Failure e) {
                // The run meets it again, and says it.
            }
        });
    }

    /** What {@link #run} would do; writes nothing. */
    public Plan plan(IngestRequest request, Progress progress) {
        try (var ledger = engine.knownLedger().orElse(null)) {
            var history = ledger == null ? List.<HistoryRow>of() : ledger.history(request.collection());
            var found = found(request);
            return planner(request).plan(request.collection(), found.scan, found.given, history, progress);
        }
    }

    /**
     * Looks for mistakes that refuse a request, before anything is written: what can't be is no run.
     *
     * @throws Failure for a name no collection can have, no path, a path that is not there, all mistakes of a manifest
     */
    void check(IngestRequest request) {
        CollectionNames.check(request.collection());
        if (request.manifest() != null) found(request);
        else if (request.paths().isEmpty()) throw new Misuse("name a file or a folder to ingest: --path docs");
        request.paths().forEach(FileScan::root);
    }

    /**
     * Does it.
     *
     * @param cancelled asked between documents and while waiting for another writer; what is published by then stays
     * @throws Failure when nothing can be written, or the collection was built with another model
     */
    public IngestReport run(IngestRequest request, Progress progress, BooleanSupplier cancelled) {
        CollectionNames.check(request.collection());
        long start = System.nanoTime();
        var found = found(request);
        return run(request, progress, cancelled, start, found.notes, history -> {
            progress.at("scan", 0, found.scan.files().size());
            return planner(request).plan(request.collection(), found.scan, found.given, history, progress);
        });
    }

    /**
     * Carries out a plan.
     *
     * @param start {@link System#nanoTime} at which the work began
     * @param planning makes the plan of what is known, once nobody else writes
     */
    IngestReport run(
            IngestRequest request,
            Progress progress,
            BooleanSupplier cancelled,
            long start,
            List<String> notes,
            Function<List<HistoryRow>, Plan> planning) {
        try (var lock = engine.lock(request.command(), request.patience(), cancelled);
                var ledger = engine.ledger();
                var publication = Publication.open(engine.data(), engine.store(), ledger, checkpoint)) {
            var recovered = publication.recover();
            var history = ledger.history(request.collection());
            if (history.isEmpty() && !request.force())
                LedgerMoving.refuseLeftBehind(engine, ledger, request.collection());
            var plan = planning.apply(history);
            if (request.prune()) refuseMassDelete(request, plan, history);
            var run = new IngestRun(engine, request, plan, ledger, publication, shown(progress, lock), cancelled);
            run.notes().addAll(recovered.notes());
            run.notes().addAll(notes);
            run.notes().addAll(loose(plan));
            run.execute();
            return run.report((System.nanoTime() - start) / 1e6);
        }
    }

    /** The one who waits for the lock wants to know how far this run is. */
    private static Progress shown(Progress progress, WriterLock lock) {
        return new Progress() {
            @Override
            public void at(String stage, long done, long total) {
                progress.at(stage, done, total);
                lock.progress("%s %d/%d".formatted(stage, done, total));
            }

            @Override
            public void document(String source, String stage) {
                progress.document(source, stage);
            }

            @Override
            public void outcome(Outcome outcome) {
                progress.outcome(outcome);
            }
        };
    }

    private Planner planner(IngestRequest request) {
        return Planner.of(engine, request.force());
    }

    /** The files to ingest, with the metadata that a manifest gives them by source. */
    private record Sources(FileScan scan, Map<String, Map<String, Object>> given, List<String> notes) {}

    private Sources found(IngestRequest request) {
        var scan = FileScan.of(engine);
        if (request.manifest() == null) {
            if (request.paths().isEmpty()) throw new Misuse("name a file or a folder to ingest: --path docs");
            request.paths().forEach(path -> scan.add(path, request.within()));
            return new Sources(scan, Map.of(), List.of());
        }
        var domain = engine.domain(request.collection()).orElse(null);
        var rules = new ManifestRules(domain, engine.fields(List.of(request.collection())));
        var manifest = Manifest.read(request.manifest(), rules);
        (request.paths().isEmpty() ? manifest.folders() : request.paths()).forEach(scan::add);
        return new Sources(scan, manifest.given(scan, Loaders.standard()), manifest.notes());
    }

    /** Documents that a domain's search will not find. */
    private List<String> loose(Plan plan) {
        var domain = engine.domain(plan.collection());
        if (domain.isEmpty() || domain.get().forced().isEmpty()) return List.of();
        long loose = plan.items().stream().filter(Item::isLoose).count();
        if (loose == 0) return List.of();
        return List.of("%s came without a manifest: the search of the domain '%s' does not find %s"
                .formatted(Counted.of(loose, "document"), domain.get().name(), loose == 1 ? "it" : "them"));
    }

    private static void refuseMassDelete(IngestRequest request, Plan plan, List<HistoryRow> history) {
        int gone = plan.of(Action.DELETED).size();
        if (request.yes() || gone < FEW || gone * 2 <= history.size()) return;
        throw new Failure(
                "pruning would remove %d of the %s of '%s'; is %s? If they are meant to go, on the command line: --prune --yes"
                        .formatted(
                                gone,
                                Counted.of(history.size(), "source"),
                                request.collection(),
                                request.paths().isEmpty() ? "all of the site there" : "the folder mounted"));
    }

    /** Outcomes of the plan's items that are not worked on; of the unchanged ones those that are not whole. */
    static List<Outcome> untouched(Plan plan) {
        var outcomes = new ArrayList<Outcome>();
        for (var item : plan.items()) {
            var before = item.before();
            switch (item.action()) {
                case UNSUPPORTED -> outcomes.add(outcome(item, DocumentState.UNSUPPORTED, item.reason()));
                case TOO_LARGE -> outcomes.add(outcome(item, DocumentState.TOO_LARGE, item.reason()));
                case UNREADABLE -> outcomes.add(outcome(item, DocumentState.FAILED, item.reason()));
                case UNCHANGED -> {
                    if (before != null && before.state() != DocumentState.READY) {
                        outcomes.add(outcome(item, before.state(), before.reason()));
                    }
                }
                default -> {}
            }
        }
        return outcomes;
    }

    private static Outcome outcome(Item item, DocumentState state, String reason) {
        var answering = item.answering();
        boolean stale = answering != null && (answering.stale() || item.action() != Action.UNCHANGED);
        return new Outcome(item.action(), item.source(), state, reason, stale, item.chunks(), item.images(), 0);
    }

    static Map<String, Integer> states(List<Outcome> outcomes) {
        var counts = new LinkedHashMap<String, Integer>();
        for (var state : DocumentState.values()) {
            int n = (int) outcomes.stream()
                    .filter(o -> o.action() != Action.DELETED && o.state() == state)
                    .count();
            if (n > 0) counts.put(state.key(), n);
        }
        return counts;
    }

    static List<Outcome> sorted(List<Outcome> outcomes) {
        var sorted = new ArrayList<>(outcomes);
        sorted.sort(Comparator.comparing(Outcome::source));
        return sorted;
    }
}
