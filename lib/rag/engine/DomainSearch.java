package rag.engine;

import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import rag.config.Command;
import rag.engine.Standing.State;
import rag.model.Answer;
import rag.model.Chunk;
import rag.model.Domain;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;
import rag.model.Hit;
import rag.model.Misuse;
import rag.model.Query;
import rag.model.Verdict;
import rag.retrieve.QueryFilters;
import rag.text.Counted;

/**
 * Asks a domain's collection by the rules of its profile. What has expired, has not begun or is superseded is left out inside the routes,
 * so that it takes no place in their lists; what can't be judged stays and is marked. Passages that nothing speaks for are
 * no answer here: a reader would rely on them. Usable from several threads.
 */
public final class DomainSearch {

    /** The last day that metadata can hold. */
    private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

    private final Engine engine;
    private final Domain domain;
    private Documents known = new Documents(-1, List.of());

    /** The first chunk of each document of the domain. @param seq of the commit that they are of */
    private record Documents(long seq, List<Chunk> firsts) {}

    public DomainSearch(Engine engine, Domain domain) {
        this.engine = engine;
        this.domain = domain;
    }

    public Domain domain() {
        return domain;
    }

    /** The business date of a question that names none. */
    public LocalDate today() {
        return LocalDate.ofInstant(engine.clock().instant(), ZoneId.systemDefault());
    }

    /** The question with the domain's rules as conditions, as {@link Search} and {@link Explain} take it. */
    public Query query(DomainQuery asked) {
        var query = asked.query();
        var elsewhere = new ArrayList<>(query.collections());
        elsewhere.addAll(QueryFilters.parse(query.text(), List.of()).collections());
        elsewhere.removeIf(domain.collection()::equals);
        if (!elsewhere.isEmpty()) {
            throw new Failure("the domain '%s' is asked in its collection '%s' only, not in %s"
                    .formatted(domain.name(), domain.collection(), String.join(", ", elsewhere)));
        }
        if (engine.built(domain.collection()).isEmpty()) {
            throw new Misuse("the domain '%s' has no documents yet: %s"
                    .formatted(
                            domain.name(),
                            Command.of("ingest", "--domain", domain.name(), "--manifest", "FILE.jsonl")));
        }
        var conditions = new ArrayList<>(query.filter().conditions());
        conditions.addAll(forced());
        if (!asked.includeExpired()) {
            expired(day(asked), Operator.OUTSIDE).ifPresent(conditions::add);
            notBegun(day(asked), Operator.OUTSIDE).ifPresent(conditions::add);
        }
        if (domain.versions() != null && !asked.includeSuperseded()) {
            var standings = standings(day(asked));
            var superseded = documents().stream()
                    .filter(standings::superseded)
                    .map(Chunk::documentId)
                    .toList();
            if (!superseded.isEmpty()) conditions.add(new Condition("document", Operator.NONE_OF, superseded));
        }
        return query.with(List.of(domain.collection()), new Filter(conditions));
    }

    public DomainAnswer ask(DomainQuery asked) {
        return answer(asked, new Search(engine).run(query(asked)));
    }

    /** What the run of {@link #query} means in this domain. */
    public DomainAnswer answer(DomainQuery asked, SearchRun run) {
        var day = day(asked);
        var answer = run.answer();
        if (answer.verdict() != Verdict.OK) return nothing(day, asked, run);
        var judge = standings(day);
        var standings = answer.hits().stream().map(hit -> judge.of(hit.chunk())).toList();
        boolean unsure = standings.stream().noneMatch(standing -> standing.state() == State.VALID);
        if (unsure) {
            var notes = new ArrayList<>(answer.notes());
            notes.add("none of these passages is known to hold on %s".formatted(day));
            answer = with(answer, answer.verdict(), answer.reason(), answer.hits(), notes);
        }
        return new DomainAnswer(domain.name(), day, answer, standings, unsure ? domain.hint() : "");
    }

    /** Why a condition that this domain adds to a question leaves a passage out; empty for one of the asker's own. */
    Optional<Explain.Reason> reason(DomainQuery asked, Condition failed, Chunk chunk) {
        var day = day(asked);
        var standings = standings(day);
        var otherDay = "ask with --include-expired, or with --as-of on a day when it is valid";
        if (Optional.of(failed).equals(expired(day, Operator.OUTSIDE))) {
            return Optional.of(new Explain.Reason(
                    "its document has expired: " + standings.ended(chunk).reason(), otherDay));
        }
        if (Optional.of(failed).equals(notBegun(day, Operator.OUTSIDE))) {
            return Optional.of(new Explain.Reason(
                    "its document is not valid yet: " + standings.begun(chunk).reason(), otherDay));
        }
        if (failed.key().equals("document") && failed.operator() == Operator.NONE_OF && standings.superseded(chunk)) {
            return Optional.of(new Explain.Reason(
                    "its document is superseded: " + standings.versions(chunk).reason(),
                    "ask with --include-superseded"));
        }
        if (!forced().contains(failed)) return Optional.empty();
        return Optional.of(new Explain.Reason(
                "its document was not given to the domain '%s' (%s)".formatted(domain.name(), failed),
                "ingest it by a manifest: "
                        + Command.of("ingest", "--domain", domain.name(), "--manifest", "FILE.jsonl")));
    }

    private DomainAnswer nothing(LocalDate day, DomainQuery asked, SearchRun run) {
        var answer = run.answer();
        var notes = new ArrayList<>(answer.notes());
        if (!answer.hits().isEmpty()) {
            int n = answer.hits().size();
            notes.add(Counted.of(n, "passage") + " that nothing speaks for " + (n == 1 ? "was" : "were") + " left out");
        }
        if (!asked.includeExpired()) {
            int expired = leftOut(operator -> expired(day, operator), run.filter());
            int notBegun = leftOut(operator -> notBegun(day, operator), run.filter());
            var said = "documents left out since they %s %s: %d; include_expired shows them";
            if (expired > 0) notes.add(said.formatted("had expired by", day, expired));
            if (notBegun > 0) notes.add(said.formatted("are valid only after", day, notBegun));
        }
        var reason = "no reliable source: " + answer.reason();
        return new DomainAnswer(
                domain.name(), day, with(answer, Verdict.EMPTY, reason, List.of(), notes), List.of(), domain.hint());
    }

    private static Answer with(Answer answer, Verdict verdict, String reason, List<Hit> hits, List<String> notes) {
        return new Answer(
                answer.query(),
                answer.collections(),
                verdict,
                reason,
                hits,
                notes,
                answer.elapsedMs(),
                answer.traceId());
    }

    /** How many of the domain's documents are valid, expired … on a day. */
    public Map<State, Integer> counts(LocalDate day) {
        var counts = new EnumMap<State, Integer>(State.class);
        for (var state : State.values()) counts.put(state, 0);
        var standings = standings(day);
        for (var document : documents()) counts.merge(standings.of(document).state(), 1, Integer::sum);
        return counts;
    }

    private LocalDate day(DomainQuery asked) {
        return asked.asOf() == null ? today() : asked.asOf();
    }

    private List<Condition> forced() {
        return domain.forced().entrySet().stream()
                .map(entry -> new Condition(entry.getKey(), List.of(entry.getValue())))
                .toList();
    }

    /** That the last day lies before this one, or does not; empty where the domain has no such day. */
    private Optional<Condition> expired(LocalDate day, Operator operator) {
        var validity = domain.validity();
        if (validity == null || validity.until().isEmpty()) return Optional.empty();
        return Optional.of(new Condition(
                validity.until(), operator, List.of("", day.minusDays(1).toString())));
    }

    /** That the first day lies after this one, or does not; empty where the domain has no such day. */
    private Optional<Condition> notBegun(LocalDate day, Operator operator) {
        var validity = domain.validity();
        if (validity == null || validity.from().isEmpty() || !day.isBefore(LAST)) return Optional.empty();
        return Optional.of(
                new Condition(validity.from(), operator, List.of(day.plusDays(1).toString(), "")));
    }

    /** Documents that only this one condition keeps out. */
    private int leftOut(Function<Operator, Optional<Condition>> condition, Filter filter) {
        var kept = condition.apply(Operator.OUTSIDE);
        var wanted = condition.apply(Operator.WITHIN);
        if (kept.isEmpty() || wanted.isEmpty()) return 0;
        var conditions = new ArrayList<>(filter.conditions());
        conditions.remove(kept.get());
        conditions.add(wanted.get());
        try (var reader = engine.store().reader(List.of(domain.collection()))) {
            return reader.documents(new Filter(conditions));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Standings standings(LocalDate day) {
        return new Standings(domain, day, domain.versions() == null ? List.of() : documents());
    }

    private synchronized List<Chunk> documents() {
        try {
            long seq = engine.store().committedSeq(domain.collection());
            if (seq != known.seq) known = new Documents(seq, firsts(new Filter(forced())));
            return known.firsts;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private List<Chunk> firsts(Filter filter) {
        try (var reader = engine.store().reader(List.of(domain.collection()))) {
            return reader.firsts(filter);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Failure unreadable(IOException e) {
        return new Failure("collection '" + domain.collection() + "' can't be read: " + Failure.words(e), e);
    }
}
