package rag.mcp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.engine.Learning;
import rag.engine.Search;
import rag.mcp.wire.BadParameters;
import rag.model.Answer;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Hyde;
import rag.model.Mode;
import rag.model.Query;
import rag.model.Verdict;
import rag.retrieve.FilterValue;
import rag.text.Counted;

/** {@code query_knowledge_hub}: passages that answer a question, to be cited. */
final class QueryTool implements Tool {

    static final int USUAL_TOKENS = 5000;

    private static final List<String> MODES = List.of("hybrid", "dense", "sparse", "auto");

    @Override
    public Told told() {
        var input = Schema.object()
                .text(
                        "query",
                        "The question in plain words, or exact names, numbers and codes. Filters may stand in it:"
                                + " type:pdf, source:guide.md, tag:\"on call\", lang:de.",
                        10_000)
                .whole("top_k", "How many passages.", 1, 20, 5)
                .text(
                        "collection",
                        "Where to look; see list_collections. \"auto\" chooses by the question, and searches all where"
                                + " none is clear; \"only in X\" and \"except X\" in the query are obeyed. Default: the"
                                + " server's default collection.",
                        64)
                .choice(
                        "mode",
                        "hybrid (default): by meaning and by words; dense: by meaning; sparse: by words; auto: by the"
                                + " shape of the query.",
                        MODES)
                .open(
                        "filters",
                        "Only passages with these values, such as {\"type\": \"pdf\", \"lang\": [\"en\", \"de\"],"
                            + " \"year\": \">=2024\"}. A value may also be \"<=9.5\", \"2024-01..2024-06-30\" (numbers"
                            + " or dates, ends included), \"TK-*\" (begins with), \"a,b\" (either), \"!=x\" (not); in"
                            + " \"quotes\" inside it is literal. Keys: type, source, tag, lang, document, and the"
                            + " documents' own metadata.")
                .flag("use_rerank", "Let a reranker order the hits once more. Default: as the server is set.")
                .flag(
                        "use_hyde",
                        "Search with a hypothetical answer as well; needs a language model. Default: as the server is"
                                + " set.")
                .whole("expand", "Neighbouring passages to show before and after each hit.", 0, 3, 0)
                .whole("max_tokens", "Budget of the whole answer.", 200, 25_000, USUAL_TOKENS)
                .required("query");
        var passage = PassageSchema.passage().required("n", "title", "text", "source", "chunk_id", "document_uri");
        var output = SelectCollection.in(PassageSchema.answer(passage));
        return new Told(
                "query_knowledge_hub",
                "Search the knowledge hub",
                "Finds passages in the user's own documents that answer a question, by meaning and by exact words. Use"
                        + " it for anything about their projects, policies, code, manuals or notes; not for general"
                        + " knowledge or the web. Returns passages numbered [1], [2] with title, file and page, and a"
                        + " verdict that says how far to trust them. Cite the numbers; if the verdict is weak or empty,"
                        + " rephrase or say that the documents do not tell.",
                input,
                output,
                Effects.NONE);
    }

    @Override
    public Result answer(Visit visit) {
        long start = System.nanoTime();
        var engine = visit.engine();
        var choice = new CollectionChoice(engine);
        var given = visit.optional("collection");
        var collections = choice.toSearch(given, visit.text("query"));
        if (collections.stream().noneMatch(choice::searchable)) return empty(visit, collections);
        Answer answer;
        try (var patience = new Patience(visit.call())) {
            var run = new Search(engine).run(query(visit, collections), visit.about(told().name()));
            Learning.from(engine, run);
            answer = run.answer();
        }
        visit.traced(answer.traceId());
        var notes = new ArrayList<>(answer.notes());
        notes.addAll(notAvailable(visit, engine));
        double seconds = (System.nanoTime() - start) / 1e9;
        if (seconds > 3) {
            notes.add(String.format(
                    Locale.ROOT,
                    "it took %.0f s, most likely to open index and model; the next ones are fast",
                    seconds));
        }
        return result(visit, engine, answer, notes);
    }

    private static Query query(Visit visit, List<String> collections) {
        var mode = visit.optional("mode");
        return new Query(
                visit.text("query"),
                collections,
                visit.whole("top_k", 5),
                mode == null ? null : Mode.valueOf(mode.toUpperCase(Locale.ROOT)),
                filter(visit.map("filters")),
                visit.flag("use_rerank", true),
                hyde(visit),
                visit.whole("expand", 0),
                null);
    }

    private static @Nullable Hyde hyde(Visit visit) {
        if (!visit.has("use_hyde")) return null;
        return visit.flag("use_hyde", false) ? Hyde.ALWAYS : Hyde.NEVER;
    }

    /** What was asked for and this server can't do: said, never silently left out. */
    private static List<String> notAvailable(Visit visit, Engine engine) {
        var notes = new ArrayList<String>();
        if (visit.flag("use_rerank", false) && !engine.settings().rerank().enabled()) {
            notes.add("use_rerank had no effect: no reranker is set (rerank.provider), the order is that of fusion");
        }
        return notes;
    }

    static Filter filter(Map<String, Object> given) {
        var conditions = new ArrayList<Condition>();
        given.forEach((key, value) -> {
            if (key.isBlank()) throw new BadParameters("a filter needs a key, such as {\"type\": \"pdf\"}");
            var values = value instanceof List<?> list ? list : Collections.singletonList(value);
            if (values.isEmpty() || values.stream().anyMatch(v -> v instanceof Map || v instanceof List || v == null)) {
                throw new BadParameters("filters." + key + " must be a value or a list of values, such as \"pdf\","
                        + " [\"pdf\", \"docx\"], \">=2024\", \"2020..2024\" or \"TK-*\"");
            }
            conditions.add(FilterValue.given(key, values, value instanceof List));
        });
        return new Filter(conditions);
    }

    private static Result empty(Visit visit, List<String> collections) {
        var name = String.join(", ", collections);
        var data = new LinkedHashMap<String, Object>();
        data.put(Facts.SUMMARY, "Nothing to search: collection " + name + " holds no document yet.");
        data.put("query", visit.text("query"));
        data.put("collections", collections);
        data.put("verdict", Verdict.EMPTY.key());
        data.put("reason", "the collection holds no document that could be read");
        data.put("passages", List.of());
        return Result.of(data);
    }

    private static Result result(Visit visit, Engine engine, Answer answer, List<String> notes) {
        var pictures = new Pictures(engine);
        var passages = new Passages(answer, visit.whole("max_tokens", USUAL_TOKENS), pictures.of(answer));
        notes.addAll(passages.notes());
        var chosen = pictures.chosen(passages.shown(), passages.room());
        notes.addAll(chosen.notes());
        visit.said(chosen.missing());
        var data = new LinkedHashMap<String, Object>();
        data.put(Facts.SUMMARY, summary(answer, passages.data().size()));
        if (!passages.data().isEmpty()) data.put("rule", Passages.RULE);
        data.put("query", Quoted.line(answer.query()));
        data.put("collections", answer.collections());
        data.put("verdict", answer.verdict().key());
        if (!answer.reason().isEmpty()) data.put("reason", answer.reason());
        data.put("passages", passages.data());
        if (!notes.isEmpty()) data.put("notes", notes.stream().map(Quoted::line).toList());
        data.put("trace_id", answer.traceId());
        return result(visit, data, passages, chosen);
    }

    /** The facts as text and as data, with the pictures and links of the passages that are shown. */
    static Result result(Visit visit, Map<String, Object> data, Passages passages, Pictures.Chosen chosen) {
        var more = new ArrayList<Map<String, Object>>();
        more.addAll(chosen.blocks());
        more.addAll(Links.of(passages.shown(), visit.call().protocolVersion()));
        return new Result(text(data, passages), data, more, false);
    }

    private static String summary(Answer answer, int shown) {
        var what = Counted.of(shown, "passage");
        return switch (answer.verdict()) {
            case OK -> what + " found.";
            case WEAK ->
                what + " found, but none speaks clearly to the question: rephrase it, or say that the documents"
                        + " do not answer it.";
            case EMPTY ->
                "No passage found: ask in other words, without filters or in another collection; else say that"
                        + " the documents do not answer it.";
        };
    }

    /** The same facts in the order in which one reads them. */
    private static String text(Map<String, Object> data, Passages passages) {
        var head = new StringBuilder("" + data.get(Facts.SUMMARY));
        if (data.containsKey("rule")) head.append(' ').append(data.get("rule"));
        head.append("\nQuery: ").append(data.get("query"));
        if (data.containsKey("as_of")) head.append("\nAs of: ").append(data.get("as_of"));
        head.append("\nCollections: ").append(String.join(", ", strings(data.get("collections"))));
        head.append("\nVerdict: ").append(data.get("verdict"));
        if (data.containsKey("reason"))
            head.append(" (").append(data.get("reason")).append(')');
        if (data.containsKey("hint")) head.append("\nHint: ").append(data.get("hint"));
        if (!passages.data().isEmpty()) head.append("\n\n").append(passages.text());
        var notes = strings(data.get("notes"));
        if (!notes.isEmpty()) head.append("\n\nNotes");
        for (var note : notes) head.append("\n- ").append(note);
        return head.append("\n\nTrace: ").append(data.get("trace_id")).toString();
    }

    private static List<String> strings(@Nullable Object list) {
        return list instanceof List<?> values
                ? values.stream().map(String::valueOf).toList()
                : List.of();
    }
}
