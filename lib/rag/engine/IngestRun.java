package rag.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rag.engine.Plan.Action;
import rag.engine.Plan.Item;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.store.Change;
import rag.store.EmbeddingCache;
import rag.store.Ledger;
import rag.store.Publication;
import rag.store.PublicationSession;
import rag.store.analysis.TextAnalysis;
import rag.trace.Trace;

/**
 * One run of an ingestion: workers prepare documents side by side, this thread publishes them in groups, since a commit
 * costs as much for thirty documents as for one.
 */
final class IngestRun {

    private final Engine engine;
    private final IngestRequest request;
    private final Plan plan;
    private final Ledger ledger;
    private final Publication publication;
    private final Progress progress;
    private final BooleanSupplier cancelled;
    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> cut = new HashSet<>(); // sources
    private @Nullable Vectors vectors;
    private String model = "";
    private int chunks;
    private int images;

    IngestRun(
            Engine engine,
            IngestRequest request,
            Plan plan,
            Ledger ledger,
            Publication publication,
            Progress progress,
            BooleanSupplier cancelled) {
        this.engine = engine;
        this.request = request;
        this.plan = plan;
        this.ledger = ledger;
        this.publication = publication;
        this.progress = progress;
        this.cancelled = cancelled;
    }

    /** What a user must be told; the run adds its own. */
    List<String> notes() {
        return notes;
    }

    void execute() {
        var work = plan.items().stream().filter(item -> item.action().works()).toList();
        var gone = request.prune() ? plan.of(Action.DELETED) : List.<Item>of();
        Ingestion.untouched(plan).forEach(this::add);
        var leftOut = LeftOut.rows(plan, engine.clock().instant());
        if (!leftOut.isEmpty()) ledger.save(leftOut);
        var stale = LeftOut.stale(plan, engine.clock().instant());
        var described = plan.of(Action.METADATA);
        var built = engine.built(plan.collection());
        if (work.isEmpty()) {
            built.ifPresent(print -> notes.addAll(ModelChoice.differences(engine, plan.collection(), print)));
        }
        if (work.isEmpty() && gone.isEmpty() && stale.isEmpty() && described.isEmpty()) return;
        if (work.isEmpty() && built.isPresent() && built.get().analyzer().equals(TextAnalysis.VERSION)) {
            publish(built.get(), gone, stale, described, session -> {}); // no text is embedded, so no model is opened
            return;
        }
        try (var cache = EmbeddingCache.open(engine.data());
                var models = new ModelPasses(engine)) {
            var loading = Loading.of(engine.settings().ingestion(), request.folders());
            var probe = new Probe(work, loading);
            boolean asks = built.isEmpty() && ModelChoice.asks(engine.settings().embedding());
            var choice = ModelChoice.of(engine, plan.collection(), built, asks ? probe.sample() : List.of());
            model = choice.embedder().model().name();
            vectors = new Vectors(choice.embedder(), cache, choice.fingerprint());
            var pipeline =
                    new DocumentPipeline(engine, plan.collection(), choice, vectors, loading, probe, models, progress);
            publish(choice.fingerprint(), gone, stale, described, session -> publish(session, pipeline, work));
            if (!choice.fingerprint().equals(choice.today())) cutAnew(choice);
            notes.addAll(models.notes());
        }
    }

    private void publish(
            Fingerprint print,
            List<Item> gone,
            List<Change> stale,
            List<Item> described,
            Consumer<PublicationSession> documents) {
        try (var session = publication.session(plan.collection(), print)) {
            notes.addAll(session.notes());
            remove(session, gone);
            if (!stale.isEmpty()) session.publish(stale);
            var rewrite = new MetadataRewrite(engine, plan.collection());
            rewrite.run(session, described, progress, cancelled).forEach(this::add);
            documents.accept(session);
            session.optimise();
        }
    }

    /** A collection is told to be cut as the settings say once all of it is. */
    private void cutAnew(ModelChoice.Choice choice) {
        boolean all = ledger.history(plan.collection()).stream()
                .allMatch(row -> row.chunks() == 0 || cut.contains(row.source()));
        if (!all) {
            notes.add(ModelChoice.cutOtherwise(
                    choice.fingerprint().splitter(), choice.today().splitter()));
            return;
        }
        try (var session = publication.session(plan.collection(), choice.today())) {
            session.optimise(); // its commit says what the collection is built with
        }
    }

    private void remove(PublicationSession session, List<Item> gone) {
        var changes = new ArrayList<Change>();
        for (var item : gone) {
            var row = Objects.requireNonNull(item.before());
            // also where the history knows no chunks: an index from a backup may hold an older version
            changes.add(new Change.Delete(row));
            add(new Outcome(Action.DELETED, row.source(), row.state(), "", false, row.chunks(), row.images(), 0));
        }
        if (!changes.isEmpty()) session.publish(changes);
    }

    private void publish(PublicationSession session, DocumentPipeline pipeline, List<Item> work) {
        var settings = engine.settings().ingestion();
        try (var workers = new Workers(settings.workers(), work, pipeline, cancelled)) {
            var group = new CommitGroup(session, progress, engine.clock(), settings.batchSize());
            int done = 0;
            progress.at("ingest", 0, work.size());
            while (!workers.done()) {
                var prepared = workers.next();
                if (prepared instanceof Prepared.Halted halted) {
                    commit(group);
                    broken(List.of(halted), halted.cause());
                    throw halted.cause();
                }
                if (prepared != null) {
                    group.add(prepared);
                    progress.at("ingest", ++done, work.size());
                }
                if (group.isDue()) commit(group);
                else if (!workers.hasNext()) stage(group);
            }
            commit(group);
            workers.requireAll();
        }
        if (cancelled.getAsBoolean()) notes.add("stopped before all was done; the rest is done by the next run");
    }

    private void add(Outcome outcome) {
        outcomes.add(outcome);
        progress.outcome(outcome);
    }

    private void stage(CommitGroup group) {
        try {
            group.stage();
        } catch (RuntimeException e) {
            broken(group.documents(), e);
            throw e;
        }
    }

    private void commit(CommitGroup group) {
        try {
            group.commit();
        } catch (RuntimeException e) {
            broken(group.documents(), e);
            throw e;
        }
        group.documents().forEach(this::conclude);
        group.clear();
    }

    /** The traces of documents that a failure of the whole run left behind. */
    private void broken(List<Prepared> group, RuntimeException e) {
        for (var prepared : group) {
            prepared.trace().fail(Failure.words(e));
            prepared.trace().put("state", DocumentState.FAILED.key());
            engine.scribe().write(prepared.trace());
        }
    }

    private void conclude(Prepared prepared) {
        var item = prepared.item();
        var trace = prepared.trace();
        switch (prepared) {
            case Prepared.Whole whole -> {
                cut.add(item.source());
                chunks += whole.chunks().size();
                images += whole.images().size();
                add(outcome(
                        item,
                        whole.row().state(),
                        whole.row().reason(),
                        false,
                        whole.chunks().size(),
                        whole.images().size(),
                        trace));
            }
            case Prepared.Nothing nothing -> {
                boolean answers = item.answering() != null;
                if (!answers) {
                    ledger.save(Rows.without(
                            plan.collection(),
                            item,
                            nothing.state(),
                            nothing.reason(),
                            engine.clock().instant()));
                }
                add(outcome(item, nothing.state(), nothing.reason(), answers, item.chunks(), item.images(), trace));
            }
            case Prepared.Halted halted -> throw halted.cause();
        }
        engine.scribe().write(trace);
    }

    private static Outcome outcome(
            Item item, DocumentState state, String reason, boolean stale, int chunks, int images, Trace trace) {
        trace.put("state", state.key()).put("chunks", chunks).put("images", images);
        if (!reason.isEmpty()) trace.put("reason", reason);
        return new Outcome(item.action(), item.source(), state, reason, stale, chunks, images, trace.elapsedMs());
    }

    IngestReport report(double elapsedMs) {
        int left = request.prune() ? 0 : plan.of(Action.DELETED).size();
        Map<String, Integer> counts = new LinkedHashMap<>();
        plan.counts().forEach((action, n) -> counts.put(action.key(), n));
        return new IngestReport(
                plan.collection(),
                counts,
                Ingestion.states(outcomes),
                Ingestion.sorted(outcomes),
                left,
                plan.links(),
                plan.skipped(),
                plan.ignored(),
                chunks,
                images,
                vectors == null ? 0 : vectors.embedded(),
                vectors == null ? 0 : vectors.cached(),
                model,
                notes,
                elapsedMs);
    }
}
