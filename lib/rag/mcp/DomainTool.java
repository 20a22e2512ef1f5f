package rag.mcp;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rag.engine.DomainAnswer;
import rag.engine.DomainQuery;
import rag.engine.DomainSearch;
import rag.engine.Learning;
import rag.engine.Search;
import rag.engine.Standing;
import rag.engine.Standing.State;
import rag.mcp.wire.BadParameters;
import rag.model.Domain;
import rag.model.FieldType;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Query;
import rag.model.Verdict;
import rag.text.Counted;

/** The search of a domain, as its profile describes it: exact filters of its own, and whether each passage holds. */
final class DomainTool implements Tool {

    private static final String DAY = "^\\d{4}-\\d{2}-\\d{2}$";

    private final Domain domain;
    private @Nullable DomainSearch search;

    DomainTool(Domain domain) {
        this.domain = domain;
    }

    @Override
    public Told told() {
        var input = Schema.object()
                .text("query", "The question in plain words, or exact names, numbers and codes.", 10_000)
                .whole("top_k", "How many passages.", 1, 20, 5);
        for (var field : domain.filters()) {
            if (field.type() == FieldType.NUMBER) input.number(field.name(), field.description());
            else if (!field.values().isEmpty()) input.choice(field.name(), field.description(), field.values());
            else input.text(field.name(), field.description(), 500);
        }
        if (domain.validity() != null) {
            input.text(
                            "as_of",
                            "Business date on which documents must be valid, such as 2026-01-31. Default: today.",
                            10)
                    .flag("include_expired", "Also documents not valid then, marked expired or not_yet_valid.", false);
        }
        if (domain.versions() != null) {
            input.flag("include_superseded", "Also documents with a newer version, marked superseded.", false);
        }
        input.whole("expand", "Neighbouring passages to show before and after each hit.", 0, 3, 0)
                .whole("max_tokens", "Budget of the whole answer.", 200, 25_000, QueryTool.USUAL_TOKENS)
                .required("query");
        var states = List.of(State.values()).stream().map(State::key).toList();
        var passage = PassageSchema.passage()
                .choice("validity", "whether its document may be relied on", states)
                .text("validity_reason", "why")
                .required("n", "title", "text", "source", "chunk_id", "document_uri", "validity");
        var output = PassageSchema.answer(passage)
                .text("domain", "")
                .text("as_of", "business date of the answer")
                .text("hint", "what to tell the user when no reliable source answers");
        return new Told(
                domain.tool(),
                domain.title(),
                domain.description()
                        + " Each passage says whether its document is valid; tell the user when one is not. If the"
                        + " verdict is empty, do not answer from memory: pass the hint on.",
                input,
                output,
                Effects.NONE);
    }

    @Override
    public Result answer(Visit visit) {
        var rules = search(visit);
        var asked = asked(visit);
        DomainAnswer answer;
        try (var patience = new Patience(visit.call())) {
            var about = visit.about(domain.tool());
            about.put("domain", domain.name());
            var run = new Search(visit.engine()).run(rules.query(asked), about);
            Learning.from(visit.engine(), run);
            answer = rules.answer(asked, run);
        }
        visit.traced(answer.answer().traceId());
        return result(visit, answer);
    }

    private synchronized DomainSearch search(Visit visit) {
        if (search == null) search = new DomainSearch(visit.engine(), domain);
        return search;
    }

    private DomainQuery asked(Visit visit) {
        var conditions = new ArrayList<Condition>();
        for (var field : domain.filters()) {
            var value = visit.call().arguments().get(field.name());
            if (value != null) conditions.add(new Condition(field.name(), List.of(FieldType.written(value))));
        }
        var query = new Query(
                visit.text("query"),
                List.of(),
                visit.whole("top_k", 5),
                null,
                new Filter(conditions),
                true,
                visit.whole("expand", 0),
                null);
        return new DomainQuery(
                query,
                day(visit).orElse(null),
                visit.flag("include_expired", false),
                visit.flag("include_superseded", false));
    }

    private static Optional<LocalDate> day(Visit visit) {
        var written = visit.optional("as_of");
        if (written == null) return Optional.empty();
        var day = written.matches(DAY) ? FieldType.day(written) : Optional.<LocalDate>empty();
        if (day.isEmpty()) throw new BadParameters("as_of must be a date such as 2026-01-31, not '" + written + "'");
        return day;
    }

    private Result result(Visit visit, DomainAnswer given) {
        var answer = given.answer();
        var pictures = new Pictures(visit.engine());
        var passages = new Passages(
                answer,
                visit.whole("max_tokens", QueryTool.USUAL_TOKENS),
                pictures.of(answer),
                hit -> standing(given.standings().get(hit.rank() - 1)));
        var notes = new ArrayList<>(answer.notes());
        notes.addAll(passages.notes());
        var chosen = pictures.chosen(passages.shown(), passages.room());
        notes.addAll(chosen.notes());
        visit.said(chosen.missing());
        var data = new LinkedHashMap<String, Object>();
        data.put(Facts.SUMMARY, summary(given, passages.data().size()));
        if (!passages.data().isEmpty()) data.put("rule", Passages.RULE);
        if (!given.hint().isEmpty()) data.put("hint", given.hint());
        data.put("query", Quoted.line(answer.query()));
        data.put("domain", domain.name());
        data.put("as_of", given.asOf().toString());
        data.put("collections", answer.collections());
        data.put("verdict", answer.verdict().key());
        if (!answer.reason().isEmpty()) data.put("reason", answer.reason());
        data.put("passages", passages.data());
        if (!notes.isEmpty()) data.put("notes", notes.stream().map(Quoted::line).toList());
        data.put("trace_id", answer.traceId());
        return QueryTool.result(visit, data, passages, chosen);
    }

    private static Map<String, Object> standing(Standing standing) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("validity", standing.state().key());
        if (!standing.reason().isEmpty()) facts.put("validity_reason", Quoted.line(standing.reason()));
        return facts;
    }

    private static String summary(DomainAnswer given, int shown) {
        if (given.answer().verdict() == Verdict.EMPTY) {
            return "No reliable source answers this on " + given.asOf() + ". " + given.hint();
        }
        long sure = given.standings().stream()
                .limit(shown)
                .filter(standing -> standing.state() == State.VALID)
                .count();
        return "%s found, %d of them valid on %s.".formatted(Counted.of(shown, "passage"), sure, given.asOf());
    }
}
