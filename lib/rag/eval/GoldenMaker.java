package rag.eval;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.engine.Maintenance;
import rag.engine.Progress;
import rag.eval.QuestionDraft.Draft;
import rag.llm.ChatModel;
import rag.model.Chunk;
import rag.model.Failure;
import rag.store.AnswerCache;
import rag.store.ChunkReader;
import rag.store.HistoryRow;

/**
 * A first golden set over a collection, to be edited by hand: questions spread over its documents, by a language model where
 * there is one, else from headings and sentences; each with the words that answer it.
 */
public final class GoldenMaker implements AutoCloseable {

    private static final Map<String, Object> SCHEMA =
            Schemas.object(Map.of("question", Schemas.TEXT, "evidence", Schemas.TEXT, "answer", Schemas.TEXT));
    private static final int COPIES = 10;

    private final Engine engine;
    private final String collection;
    private final @Nullable Judge judge;
    private final Progress progress;

    /** @param maxCalls most calls of the model */
    public GoldenMaker(Engine engine, String collection, Optional<ChatModel> model, int maxCalls, Progress progress) {
        this.engine = engine;
        this.collection = collection;
        this.progress = progress;
        this.judge = model.map(m -> new Judge(
                        m,
                        AnswerCache.open(engine.data()),
                        engine.settings().evaluation().prompts(),
                        maxCalls))
                .orElse(null);
    }

    /**
     * A set as its file holds it.
     *
     * @param set for {@link rag.config.Json#pretty}
     * @param cases how many it has
     * @param documents over how many documents
     * @param refused passages that gave no question, by reason
     */
    public record Made(Map<String, Object> set, int cases, int documents, Map<String, Integer> refused) {}

    /** @param most cases wanted; a small collection gives fewer */
    public Made make(int most) {
        if (most < 1 || most > 10_000) throw new Failure("-n must be between 1 and 10000, not " + most);
        var rows = new Maintenance(engine, Duration.ZERO, "evaluation")
                .list(collection).stream().filter(row -> row.chunks() > 0).toList();
        try (var reader = engine.store().reader(List.of(collection))) {
            return make(most, rows, reader);
        } catch (IOException e) {
            throw new Failure("collection '" + collection + "' can't be read: " + e.getMessage(), e);
        }
    }

    private Made make(int most, List<HistoryRow> rows, ChunkReader reader) throws IOException {
        var cases = new ArrayList<Map<String, Object>>();
        var asked = new LinkedHashSet<String>();
        var refused = new LinkedHashMap<String, Integer>();
        var documents = new LinkedHashSet<String>();
        // One from each document, then a second from each, from its middle to its ends.
        for (int round = 0; round < most && cases.size() < most; round++) {
            boolean any = false;
            for (var row : spread(rows, most - cases.size())) {
                if (cases.size() >= most) break;
                var chunks = reader.document(row.documentId());
                if (round >= chunks.size()) continue;
                any = true;
                var draft = draft(chunks.get((chunks.size() / 2 + round) % chunks.size()), cases.size(), refused);
                if (draft.isEmpty()
                        || !asked.add(EvidenceMatch.plain(draft.get().evidence()))) continue;
                documents.add(row.source());
                cases.add(entry(cases.size() + 1, draft.get(), rows, reader, row));
                progress.at("questions", cases.size(), most);
            }
            if (!any) break;
        }
        var set = new LinkedHashMap<String, Object>();
        set.put(
                "description",
                "Drawn from '%s' by a machine: read every question, put it as people would, and add some that the documents do not answer (tag: unanswerable)."
                        .formatted(collection));
        set.put("version", "0.1");
        set.put("test_cases", cases);
        return new Made(set, cases.size(), documents.size(), refused);
    }

    /** All of them; with more documents than questions every n-th first, then the ones behind these. */
    static <T> List<T> spread(List<T> all, int wanted) {
        int step = Math.max(1, all.size() / Math.max(1, wanted));
        var spread = new ArrayList<T>();
        for (int from = 0; from < step; from++) for (int i = from; i < all.size(); i += step) spread.add(all.get(i));
        return spread;
    }

    @Override
    public void close() {
        if (judge != null) judge.close();
    }

    private record Question(String question, String evidence, String answer, String origin) {}

    private Optional<Question> draft(Chunk chunk, int n, Map<String, Integer> refused) {
        if (judge != null) return byModel(judge, chunk, refused);
        var first = n % 2 == 0 ? QuestionDraft.ofHeading(chunk) : QuestionDraft.ofSentence(chunk);
        var draft = first.or(() -> n % 2 == 0 ? QuestionDraft.ofSentence(chunk) : QuestionDraft.ofHeading(chunk));
        if (draft.isEmpty()) refused.merge("no sentence to ask for", 1, Integer::sum);
        return draft.map((Draft d) -> new Question(d.question(), d.evidence(), d.evidence(), d.origin()));
    }

    /** What the model gives as evidence must stand in the passage. */
    private static Optional<Question> byModel(Judge judge, Chunk chunk, Map<String, Integer> refused) {
        try {
            var read = judge.ask(
                    "golden_questions",
                    Map.of("title", chunk.title(), "context", chunk.text()),
                    SCHEMA,
                    json -> new Question(
                            Judge.text(json, "question"),
                            Judge.text(json, "evidence"),
                            Judge.text(json, "answer"),
                            "model"));
            if (read.question().isEmpty()) refused.merge("nothing worth asking", 1, Integer::sum);
            else if (!holds(chunk, read.evidence()))
                refused.merge("evidence that is not in the passage", 1, Integer::sum);
            else return Optional.of(read);
        } catch (JudgeFailure e) {
            refused.merge(String.valueOf(e.getMessage()), 1, Integer::sum);
        }
        return Optional.empty();
    }

    private static Map<String, Object> entry(
            int n, Question question, List<HistoryRow> rows, ChunkReader reader, HistoryRow row) throws IOException {
        var sources = new LinkedHashMap<String, Chunk>();
        for (var chunk : reader.document(row.documentId())) add(chunk, question, sources);
        for (var chunk : reader.find(question.evidence(), COPIES)) add(chunk, question, sources);
        var evidence = new ArrayList<Map<String, Object>>();
        sources.forEach((source, chunk) -> {
            var one = new LinkedHashMap<String, Object>();
            one.put("source", shortest(source, rows));
            var pages = chunk.pages();
            if (pages != null && pages.first() == pages.last()) one.put("page", pages.first());
            one.put("text", question.evidence());
            evidence.add(one);
        });
        var entry = new LinkedHashMap<String, Object>();
        entry.put("id", String.format(Locale.ROOT, "q%03d", n));
        entry.put("query", question.question());
        entry.put("expected_chunk_ids", List.of());
        entry.put(
                "expected_sources",
                sources.keySet().stream().map(source -> shortest(source, rows)).toList());
        entry.put("expected_evidence", evidence);
        entry.put("reference_answer", question.answer());
        entry.put("tags", List.of("draft", "from-" + question.origin()));
        return entry;
    }

    private static void add(Chunk chunk, Question question, Map<String, Chunk> sources) {
        if (holds(chunk, question.evidence())) sources.putIfAbsent(chunk.source(), chunk);
    }

    private static boolean holds(Chunk chunk, String evidence) {
        var wanted = EvidenceMatch.plain(evidence);
        return !wanted.isEmpty() && EvidenceMatch.contains(EvidenceMatch.plain(chunk.text()), wanted);
    }

    /** The shortest end of a source that fits no other, so that the set works in another folder. */
    private static String shortest(String source, List<HistoryRow> rows) {
        for (int from = source.lastIndexOf('/'); from >= 0; from = source.lastIndexOf('/', from - 1)) {
            var end = source.substring(from);
            if (rows.stream().filter(row -> row.source().endsWith(end)).count() == 1) return end.substring(1);
            if (from == 0) break;
        }
        return source;
    }
}
