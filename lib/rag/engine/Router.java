package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rag.config.Command;
import rag.engine.Routing.Choice;
import rag.model.Failure;
import rag.model.Query;
import rag.model.Verdict;
import rag.retrieve.CollectionWish;
import rag.retrieve.Judgement;
import rag.store.CollectionProfile;
import rag.store.LearnedWord;
import rag.trace.Trace;

/**
 * Chooses the collections for a question. Each is asked for its nearest passage in meaning and its best in words, which
 * takes a millisecond or less: the sample of resource selection (Si and Callan 2003, ReDDE) taken whole, since all
 * collections are at hand. Beside that stands what people say of it: its name, keywords, description and folders, and
 * a little what words its answered questions had. The order is by the sum; searched is the best, those hardly behind it, and on down the order until one holds something
 * about the question. When none does, all are searched. Usable from several threads.
 */
public final class Router {

    /** The collection that stands for a choice. */
    public static final String AUTO = "auto";

    private static final double WORDS = 0.5;
    private static final double MEANING = 0.5;
    private static final double PROFILE = 0.3;

    /** Cosine so far below the best says nothing any more. */
    private static final double FAR = 0.2;

    /** So close behind the best, a collection is searched with it. */
    private static final double MARGIN = 0.1;

    private final Engine engine;

    /** What is said of each collection, as words; made anew when its commit or its profile changes. */
    private final Map<String, ProfileWords> profiles = new HashMap<>();

    public Router(Engine engine) {
        this.engine = engine;
    }

    /** Whether a query leaves the choice of its collections. */
    public static boolean wanted(Query query) {
        return query.collections().stream().anyMatch(AUTO::equalsIgnoreCase);
    }

    /** What one collection shows. @param model with its provider @param cosine NaN when it was not asked */
    private record Look(String collection, String model, double cosine, double words, boolean answers) {}

    /**
     * The choice for a question.
     *
     * @throws Failure when there is no collection, or the question leaves none
     */
    public Routing route(Query query) throws IOException {
        var names = engine.store().collections();
        if (names.isEmpty())
            throw new Failure("there is no collection; make one with: " + Command.of("ingest", "--path", "FOLDER"));
        var notes = new ArrayList<String>();
        var said = Reputation.of(engine, notes);
        var described = said.profiles();
        var wish = CollectionWish.of(query.text(), spoken(names, described));
        var may = new ArrayList<>(names);
        if (!wish.only().isEmpty()) may.retainAll(wish.only());
        may.removeAll(wish.except());
        if (may.isEmpty()) {
            throw new Failure("the question leaves no collection to search; there are: " + String.join(", ", names));
        }
        var understood = understood(wish);
        var asked = query.with(wish.text(), may);
        var looks = looks(asked, may, notes);
        if (looks.isEmpty()) throw new Failure("no collection can be searched: " + String.join("; ", notes));
        var ranked = rank(looks, profile(wish.text(), names, described, said.learned()));
        return choose(new Routing(wish.text(), understood, ranked, List.of(), "", notes));
    }

    private static Map<String, List<String>> spoken(List<String> names, Map<String, CollectionProfile> described) {
        var spoken = new LinkedHashMap<String, List<String>>();
        for (var name : names) {
            var profile = described.getOrDefault(name, CollectionProfile.of(name));
            spoken.put(name, List.of(name, profile.displayName()));
        }
        return spoken;
    }

    private static String understood(CollectionWish wish) {
        var parts = new ArrayList<String>();
        if (!wish.only().isEmpty()) parts.add("only " + String.join(", ", wish.only()));
        if (!wish.except().isEmpty()) parts.add("except " + String.join(", ", wish.except()));
        return parts.isEmpty() ? "" : "the question says " + String.join(", ", parts);
    }

    /** As many at a time as there are processors, since each look is work and no waiting. */
    private List<Look> looks(Query query, List<String> names, List<String> notes) {
        var vectors = new ConcurrentHashMap<String, float[]>();
        var next = new AtomicInteger();
        var looks = new ConcurrentSkipListMap<Integer, Look>();
        var failed = new ConcurrentSkipListMap<Integer, String>();
        Runnable work = () -> {
            for (int i = next.getAndIncrement(); i < names.size(); i = next.getAndIncrement()) {
                try {
                    looks.put(i, look(query, names.get(i), vectors));
                } catch (IOException | RuntimeException e) {
                    failed.put(i, "collection '%s' was left out: %s".formatted(names.get(i), Failure.words(e)));
                }
            }
        };
        int more = Math.min(Runtime.getRuntime().availableProcessors(), names.size()) - 1;
        var others = IntStream.range(0, more)
                .mapToObj(i -> CompletableFuture.runAsync(work, engine.threads()))
                .toList();
        work.run();
        others.forEach(CompletableFuture::join);
        notes.addAll(failed.values());
        return List.copyOf(looks.values());
    }

    private Look look(Query query, String name, Map<String, float[]> vectors) throws IOException {
        try (var scope = Scope.open(engine.store(), List.of(name))) {
            var scratch = engine.trace(Trace.Type.QUERY);
            var plan = QueryPlan.of(engine, query, scope, scratch.stage("query_processing"));
            var reader = scope.groups().getFirst().reader();
            var print = reader.fingerprint();
            var model = print.provider() + "/" + print.model(); // two providers may call theirs alike
            double cosine = Double.NaN, words = Double.NaN;
            int found = 0;
            if (plan.sparse()) {
                var covered = reader.covered(plan.text(), plan.filter());
                words = covered.orElse(0);
                if (covered.isPresent()) found++;
            }
            if (plan.dense() || (found == 0 && plan.distrusted())) {
                var embedder = engine.embedder(name, print);
                var vector = vectors.computeIfAbsent(model, key -> embedder.query(plan.text()));
                var nearest = reader.nearest(vector, plan.filter());
                if (nearest.isPresent() && plan.dense()) cosine = nearest.getAsDouble();
                if (nearest.isPresent()) found++;
            }
            var judged = Judgement.of(plan.text(), found, cosine, print.model(), words);
            return new Look(name, model, cosine, Double.isNaN(words) ? 0 : words, judged.verdict() == Verdict.OK);
        }
    }

    private static List<Choice> rank(List<Look> looks, Map<String, ProfileWords.Said> profile) {
        var best = new HashMap<String, Double>();
        for (var look : looks) {
            if (!Double.isNaN(look.cosine)) best.merge(look.model, look.cosine, Math::max);
        }
        var ranked = new ArrayList<Choice>();
        for (var look : looks) {
            double behind = best.getOrDefault(look.model, 0.0) - look.cosine;
            @Nullable Double meaning = Double.isNaN(look.cosine) ? null : Routes.round(Math.max(0, 1 - behind / FAR));
            var said = profile.getOrDefault(look.collection, ProfileWords.Said.NOTHING);
            double own = meaning == null ? look.words : MEANING * meaning + WORDS * look.words;
            ranked.add(new Choice(
                    look.collection,
                    Routes.round(own + PROFILE * said.score()),
                    meaning,
                    Routes.round(look.words),
                    Routes.round(said.score()),
                    look.answers,
                    said.learned()));
        }
        ranked.sort(Comparator.comparingDouble(Choice::score).reversed().thenComparing(Choice::collection));
        return ranked;
    }

    /** Down the order until one answers; with the best go those hardly behind it. */
    private static Routing choose(Routing routing) {
        var ranked = routing.ranked();
        double near = ranked.getFirst().score() - MARGIN;
        var chosen = new LinkedHashSet<String>();
        boolean answered = false;
        for (var choice : ranked) {
            if (answered && choice.score() < near) break;
            chosen.add(choice.collection());
            answered |= choice.answers();
        }
        if (!answered) return routing.everywhere("none holds anything that is clearly about the question");
        var first = ranked.getFirst();
        var why = String.format(
                Locale.ROOT,
                "%s is first by meaning %s, words %.2f, what is said of it %.2f",
                first.collection(),
                first.meaning() == null ? "-" : String.format(Locale.ROOT, "%.2f", first.meaning()),
                first.words(),
                first.profile());
        if (!first.learned().isEmpty())
            why += ", with words learned from questions: " + String.join(", ", first.learned());
        return new Routing(routing.text(), routing.understood(), ranked, List.copyOf(chosen), why, routing.notes());
    }

    /** How far what is said of each collection speaks for it. */
    private synchronized Map<String, ProfileWords.Said> profile(
            String text,
            List<String> names,
            Map<String, CollectionProfile> described,
            Map<String, List<LearnedWord>> learned)
            throws IOException {
        profiles.keySet().retainAll(Set.copyOf(names));
        for (var name : names) {
            var said = described.getOrDefault(name, CollectionProfile.of(name));
            var known = profiles.get(name);
            long seq = newest(name, known);
            var words = learned.getOrDefault(name, List.of());
            if (known != null && known.isOf(said, words, seq)) continue;
            profiles.put(name, ProfileWords.of(engine.store(), said, words, seq));
        }
        return ProfileWords.scores(text, profiles, engine.clock().instant());
    }

    /** Where the newest commit can't be told, what is known will do. */
    private long newest(String name, @Nullable ProfileWords known) throws IOException {
        try {
            return engine.store().committedSeq(name);
        } catch (Failure e) {
            return known == null ? 0 : known.seq();
        }
    }
}
