package rag.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import rag.engine.DomainAnswer;
import rag.engine.Standing;
import rag.model.Answer;
import rag.model.Chunk;
import rag.model.Hit;
import rag.model.Verdict;
import rag.text.Counted;
import rag.text.Texts;

/** An answer as text for a terminal of 80 columns. */
public final class QueryReport {

    private static final int WIDTH = SafeOutput.WIDTH;
    private static final int INDENT = 4;
    private static final int MOST_LINES = 8;

    private final SourceName names;
    private final boolean whole;

    /** What is shown of one answer beside its hits. @param words of the question @param standings one a hit, or none */
    private record About(Set<String> words, List<Standing> standings) {}

    /** @param here sources below it are shown relative to it @param whole show passages whole, not their first lines */
    public QueryReport(Path here, boolean whole) {
        this.names = new SourceName(here);
        this.whole = whole;
    }

    public List<String> lines(Answer answer) {
        var lines = head(answer);
        hits(answer, List.of(), lines);
        return lines;
    }

    /** As {@link #lines(Answer)}, each hit with whether it may be relied on. */
    public List<String> lines(DomainAnswer asked) {
        var lines = new ArrayList<>(Columns.wrap("%s as of %s".formatted(asked.domain(), asked.asOf()), WIDTH));
        lines.addAll(head(asked.answer()));
        if (!asked.hint().isEmpty()) lines.addAll(Columns.wrap("! " + asked.hint(), WIDTH));
        hits(asked.answer(), asked.standings(), lines);
        return lines;
    }

    private static List<String> head(Answer answer) {
        var lines = new ArrayList<>(Columns.wrap(summary(answer), WIDTH));
        for (var note : answer.notes()) lines.addAll(Columns.wrap("! " + note, WIDTH));
        return lines;
    }

    private void hits(Answer answer, List<Standing> standings, List<String> lines) {
        var words = List.of(answer.query().toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_-]+"));
        var about = new About(new LinkedHashSet<>(words), standings);
        for (var hit : answer.hits()) {
            lines.add("");
            hit(hit, about, lines);
        }
    }

    private static String standing(Standing standing) {
        var mark = standing.state() == Standing.State.VALID
                ? ""
                : "! " + standing.state().key() + ": ";
        return mark + standing.reason();
    }

    private static String summary(Answer answer) {
        int n = answer.hits().size();
        var count = Counted.of(n, "passage");
        var verdict =
                answer.verdict() == Verdict.OK ? "" : " · " + answer.verdict().key();
        var line = "%s in %s · %s%s"
                .formatted(count, String.join(", ", answer.collections()), ms(answer.elapsedMs()), verdict);
        return answer.verdict() == Verdict.OK ? line : line + ": " + answer.reason();
    }

    private static String ms(double ms) {
        return ms < 10 ? String.format(Locale.ROOT, "%.1f ms", ms) : String.format(Locale.ROOT, "%.0f ms", ms);
    }

    private void hit(Hit hit, About about, List<String> lines) {
        var chunk = hit.chunk();
        var mark = "[%d] ".formatted(hit.rank());
        lines.add(mark + Columns.fit(title(chunk), WIDTH - mark.length()));
        lines.add(indent(Columns.fitPath(place(chunk), WIDTH - INDENT)));
        wrap(scores(hit.scores()), lines);
        if (!about.standings.isEmpty()) wrap(standing(about.standings.get(hit.rank() - 1)), lines);
        for (var flag : chunk.flags()) wrap("! " + flag, lines);
        if (!hit.alsoIn().isEmpty()) {
            var also = hit.alsoIn().stream()
                    .map(copy -> names.of(copy.source()))
                    .distinct()
                    .collect(Collectors.joining(", "));
            wrap("also in " + also, lines);
        }
        hit.before().forEach(neighbour -> passage(neighbour, "  ", about, lines));
        passage(chunk, hit.before().isEmpty() && hit.after().isEmpty() ? "  " : "> ", about, lines);
        hit.after().forEach(neighbour -> passage(neighbour, "  ", about, lines));
    }

    /** Title and headings; a first heading that is the title stands once. */
    private static String title(Chunk chunk) {
        var path = new LinkedHashSet<String>();
        path.add(chunk.title());
        path.addAll(chunk.headings());
        path.remove("");
        return String.join(" › ", path);
    }

    private String place(Chunk chunk) {
        var pages = chunk.pages() == null ? "" : ", page " + chunk.pages();
        return names.of(chunk.source()) + pages + ", characters " + chunk.start() + "-" + chunk.end();
    }

    static String scores(Map<String, Double> scores) {
        return scores.entrySet().stream()
                .map(score -> score.getKey() + String.format(Locale.ROOT, " %.3f", score.getValue()))
                .collect(Collectors.joining("   "));
    }

    private void passage(Chunk chunk, String mark, About about, List<String> lines) {
        var parts = parts(chunk.text().strip(), WIDTH - INDENT - mark.length());
        int from = whole ? 0 : telling(parts, about.words);
        int to = whole ? parts.size() : end(parts, from);
        if (from > 0) lines.add(indent(mark) + "…");
        for (var part : parts.subList(from, to)) {
            for (var line : part) lines.add((indent(mark) + line).stripTrailing());
        }
        if (to < parts.size()) lines.add(indent(mark) + "… (--full shows the whole passage)");
    }

    /** The lines of a passage; those that a row of a table takes are one part, since half a row tells nothing. */
    private static List<List<String>> parts(String text, int columns) {
        var parts = new ArrayList<List<String>>();
        text.lines().forEach(line -> {
            var wrapped = Columns.wrap(line, columns);
            if (Texts.isRow(line)) parts.add(wrapped);
            else wrapped.forEach(one -> parts.add(List.of(one)));
        });
        return parts;
    }

    /** Where an excerpt ends that begins there: after so many lines as may be shown, and after one part at least. */
    private static int end(List<List<String>> parts, int from) {
        int to = from, lines = 0;
        while (to < parts.size() && (to == from || lines + parts.get(to).size() <= MOST_LINES)) {
            lines += parts.get(to++).size();
        }
        return to;
    }

    /** Where to start: at the top, unless parts further down hold more of the question's words. */
    private static int telling(List<List<String>> parts, Set<String> words) {
        int best = 0, most = -1;
        for (int from = 0, to = 0; from < parts.size() && to < parts.size(); from++) {
            to = end(parts, from);
            var window = parts.subList(from, to).stream()
                    .flatMap(List::stream)
                    .collect(Collectors.joining(" "))
                    .toLowerCase(Locale.ROOT);
            int found = (int) words.stream().filter(window::contains).count();
            if (found > most) {
                most = found;
                best = from;
            }
        }
        return best;
    }

    private static void wrap(String text, List<String> lines) {
        Columns.wrap(text, WIDTH - INDENT).forEach(line -> lines.add(indent(line)));
    }

    private static String indent(String line) {
        return " ".repeat(INDENT) + line;
    }
}
