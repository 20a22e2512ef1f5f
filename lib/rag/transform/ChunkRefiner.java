package rag.transform;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.Passage;
import rag.text.Noise;
import rag.text.Texts;

/**
 * Takes out of passages what extraction left in them and no reader needs: page furniture, leader dots, soft hyphens,
 * odd blanks, characters that don't show, repeated blank lines, binary data. Words are never touched, and what looks
 * like markup stays ({@code List<String>}, {@code a < b && c > d}). Code keeps its blanks, signs and lines; only what
 * can't be seen goes. Refining twice is refining once.
 */
public final class ChunkRefiner {

    private static final Pattern SOFT_HYPHEN = Pattern.compile("\u00ad(?:[ \t]*\n[ \t]*)?");
    private static final Pattern LINE_ENDS = Pattern.compile("\r\n?|[\u000b\f\u0085\u2028\u2029]");
    private static final Pattern ODD_BLANKS = Pattern.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]");
    private static final Pattern LINE_TAILS = Pattern.compile("[ \t]+(?=\n|$)");
    private static final Pattern BLANK_LINES = Pattern.compile("\n{3,}");
    private static final Pattern FENCE = Pattern.compile("[ \t>]*(?:(?:[-*+]|[0-9]+[.)])[ \t]+)?(?:```|~~~).*");
    private static final Pattern RULE = Pattern.compile("[ \t]*+([-*_=])[ \t]*+(?:\\1[ \t]*+){2,}+");

    /** The passages in their order, one for each that came in. */
    public List<Refined> refine(Document document, List<Passage> passages) {
        var furniture = Furniture.of(document);
        var refined = new ArrayList<Refined>();
        var blocks = document.blocks();
        int first = 0;
        for (var passage : passages) {
            while (first < blocks.size() && blocks.get(first).end() <= passage.start()) first++;
            var code = document.type().equals("code") ? null : code(document, passage, first);
            var headings = passage.headings().stream().map(ChunkRefiner::line).toList();
            var rules = new LinkedHashMap<String, Integer>();
            var text = text(passage.text(), headings, code, furniture, rules);
            refined.add(new Refined(passage, text, headings, rules));
        }
        return refined;
    }

    /** A title or heading, cleaned like the text it stands above. */
    public static String line(String words) {
        var shown = Texts.visible(words.replace("\u00ad", ""));
        return ODD_BLANKS
                .matcher(LINE_ENDS.matcher(shown).replaceAll(" "))
                .replaceAll(" ")
                .strip();
    }

    /** The lines of a passage that are code, blanks at their ends left out; the passage begins in this block. */
    private static Set<String> code(Document document, Passage passage, int first) {
        var lines = new HashSet<String>();
        for (var block : document.blocks().subList(first, document.blocks().size())) {
            if (block.start() >= passage.end()) break;
            if (block.kind() != Kind.CODE) continue;
            document.text(block)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .map(String::stripTrailing)
                    .forEach(lines::add);
        }
        return lines;
    }

    /** @param code null when all of it is */
    private static String text(
            String text,
            List<String> headings,
            @Nullable Set<String> code,
            Furniture furniture,
            Map<String, Integer> rules) {
        if (!ascii(text)) {
            text = replaced(text, LINE_ENDS, "\n", "line ends", rules);
            text = replaced(text, SOFT_HYPHEN, "", "soft hyphens", rules);
            var visible = Texts.visible(text);
            count("characters that don't show", text.length() - visible.length(), rules);
            text = visible;
        }
        text = without(text, Noise.base64(text), "binary data", rules);
        if (code == null) return trimmed(text);
        var out = new StringBuilder();
        var prose = new StringBuilder();
        boolean fenced = false, afterCode = false;
        for (var line : text.split("\n", -1)) {
            var plain = unodd(line).stripTrailing();
            boolean fence = FENCE.matcher(plain).matches();
            if (fenced || fence || code.contains(line.stripTrailing())) {
                // blank lines between two lines of code are its own
                boolean within = afterCode && prose.toString().isBlank();
                out.append(within ? prose : prose(prose, rules)).append(line).append('\n');
                prose.setLength(0);
                afterCode = true;
            } else if (furniture.is(plain, headings)) {
                count("page furniture", 1, rules);
            } else {
                prose.append(line).append('\n');
                afterCode &= plain.isEmpty();
            }
            fenced ^= fence;
        }
        return trimmed(unruled(trimmed(out.append(prose(prose, rules)).toString()), code, rules));
    }

    private static String prose(StringBuilder lines, Map<String, Integer> rules) {
        if (lines.isEmpty()) return "";
        var text = lines.toString();
        if (!ascii(text)) text = replaced(text, ODD_BLANKS, " ", "odd blanks", rules);
        text = without(text, Noise.leaders(text), "leaders", rules);
        if (text.contains(" \n") || text.contains("\t\n"))
            text = LINE_TAILS.matcher(text).replaceAll("");
        return replaced(text, BLANK_LINES, "\n\n", "blank lines", rules);
    }

    /** Takes rules off both ends, where nothing is left for them to part. */
    private static String unruled(String text, Set<String> code, Map<String, Integer> rules) {
        int start = 0, end = text.length();
        for (int feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', start)) {
            var line = text.substring(start, feed);
            if (!line.isBlank() && (!RULE.matcher(line).matches() || code.contains(line))) break;
            if (!line.isBlank()) count("rules", 1, rules);
            start = feed + 1;
        }
        while (end > start) {
            int line = Math.max(start, text.lastIndexOf('\n', end - 1) + 1);
            var last = text.substring(line, end);
            // under a line of text, signs make a heading of it
            boolean parts = line == start || text.substring(0, line).endsWith("\n\n");
            if (!last.isBlank() && !(parts && RULE.matcher(last).matches() && !code.contains(last))) break;
            if (!last.isBlank()) count("rules", 1, rules);
            end = Math.max(start, line - 1);
        }
        return text.substring(start, end);
    }

    private static String unodd(String text) {
        return ascii(text) ? text : ODD_BLANKS.matcher(text).replaceAll(" ");
    }

    /** Whether a text has only signs that no rule for odd characters is about: quick, and true for most. */
    private static boolean ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' && c != '\n' && c != '\t' || c > '~') return false;
        }
        return true;
    }

    private static String trimmed(String text) {
        int start = 0;
        for (int i = 0; i < text.length() && Character.isWhitespace(text.charAt(i)); i++) {
            if (text.charAt(i) == '\n') start = i + 1;
        }
        return text.substring(start).stripTrailing();
    }

    private static String replaced(String text, Pattern pattern, String by, String rule, Map<String, Integer> rules) {
        var matcher = pattern.matcher(text);
        if (!matcher.find()) return text;
        count(rule, (int) matcher.reset().results().count(), rules);
        return matcher.replaceAll(by);
    }

    private static String without(String text, List<Noise.Cut> cuts, String rule, Map<String, Integer> rules) {
        count(rule, cuts.size(), rules);
        return Noise.without(text, cuts);
    }

    private static void count(String rule, int times, Map<String, Integer> rules) {
        if (times > 0) rules.merge(rule, times, Integer::sum);
    }
}
