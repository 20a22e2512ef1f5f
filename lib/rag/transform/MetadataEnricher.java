package rag.transform;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rag.model.Document;
import rag.text.Sentences;
import rag.text.Texts;

/**
 * Gives each passage a title, a summary and tags by rules: words weigh by how often they stand in the passage and how
 * seldom in the document's others (tf-idf; Spärck Jones, 1972). The same document gives the same words each time, and
 * what it says of itself comes first.
 */
public final class MetadataEnricher {

    static final int LONGEST_TITLE = 80;

    private static final int LONGEST_SUMMARY = 200;
    private static final int MOST_TERMS = 5;

    /** Fewer words than this in a sentence say too little. */
    private static final int FEW_WORDS = 5;

    private static final List<String> TAG_KEYS = List.of("tags", "tag", "keywords", "categories");
    private static final Pattern FENCED = Pattern.compile("(?ms)^[ \t>]*(```|~~~).*?(?:^[ \t>]*\\1[ \t]*$|\\z)");
    private static final Pattern NO_SENTENCE =
            Pattern.compile("(?m)^[ \t]*(?:#{1,6}[ \t].*|\\|.*|[-=*_]{3,}[ \t]*)$|\\[IMAGE: img_[0-9a-f]{16}]");
    private static final Pattern BULLET = Pattern.compile("(?m)^[ \t>]*(?:[-*+]|[0-9]+[.)])[ \t]+");

    private record Passage(Refined refined, Map<String, Integer> terms) {}

    /** @param language ISO 639-1 code of the document, or "und" */
    public List<Enrichment> enrich(Document document, String language, List<Refined> refined) {
        boolean code = document.type().equals("code");
        return enrich(document, code ? Terms.CODE : language, refined, code);
    }

    private static List<Enrichment> enrich(Document document, String language, List<Refined> refined, boolean code) {
        var passages = refined.stream()
                .map(passage -> new Passage(passage, Terms.of(passage.text(), language)))
                .toList();
        var spread = new HashMap<String, Integer>();
        for (var passage : passages) for (var term : passage.terms.keySet()) spread.merge(term, 1, Integer::sum);
        var own = ownTags(document);
        var enriched = new ArrayList<Enrichment>();
        for (var passage : passages) {
            var weights = new LinkedHashMap<String, Double>();
            passage.terms.forEach((term, count) -> weights.put(
                    term, Math.log1p(count) * (1 + Math.log((double) passages.size() / spread.getOrDefault(term, 1)))));
            var tags = new LinkedHashSet<>(own);
            tags.addAll(telling(passage, weights, language, tags));
            var sentences = code ? List.<String>of() : sentences(passage.refined);
            enriched.add(new Enrichment(
                    title(document, passage.refined, sentences),
                    summary(sentences, weights, language),
                    List.copyOf(tags)));
        }
        return enriched;
    }

    /** The tags a document gives itself, from a list or a line with commas. */
    public static List<String> ownTags(Document document) {
        var tags = new LinkedHashSet<String>();
        for (var key : TAG_KEYS) tags.addAll(tags(document.metadata().get(key)));
        return List.copyOf(tags);
    }

    /** The tags of a list, or of a line with commas. */
    public static List<String> tags(@Nullable Object written) {
        var tags = switch (written) {
            case List<?> list -> list.stream().map(Object::toString);
            case String line -> Stream.of(line.split("[,;，；]"));
            case null, default -> Stream.<String>of();
        };
        return tags.map(String::strip).filter(tag -> !tag.isEmpty()).toList();
    }

    /** The words that weigh most, of those that come up again or stand in a heading. */
    private static List<String> telling(
            Passage passage, Map<String, Double> weights, String language, Set<String> taken) {
        var inHeadings = Terms.of(String.join("\n", passage.refined.headings()), language);
        var weighed = new ArrayList<Map.Entry<String, Double>>();
        weights.forEach((term, weight) -> {
            boolean heading = inHeadings.containsKey(term);
            boolean says = (heading || passage.terms.getOrDefault(term, 0) > 1)
                    && !Character.isIdeographic(term.codePointAt(0));
            if (says) weighed.add(Map.entry(term, heading ? 1.5 * weight : weight));
        });
        Terms.phrases(passage.refined.text(), passage.terms).forEach((phrase, count) -> {
            double start = weights.getOrDefault(phrase.substring(0, 2), 0.0);
            double end = weights.getOrDefault(phrase.substring(phrase.length() - 2), 0.0);
            weighed.add(Map.entry(phrase, Math.max(start, end)));
        });
        weighed.sort(Map.Entry.<String, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey(
                        Comparator.comparingInt(String::length).reversed())));
        var lower = taken.stream().map(tag -> tag.toLowerCase(Locale.ROOT)).toList();
        var telling = new ArrayList<String>();
        for (var entry : weighed) {
            var term = entry.getKey();
            boolean said = lower.contains(term)
                    || telling.stream().anyMatch(other -> other.contains(term) || term.contains(other));
            if (!said && telling.size() < MOST_TERMS) telling.add(term);
        }
        return telling;
    }

    private static List<String> sentences(Refined passage) {
        var text = FENCED.matcher(passage.text()).replaceAll("");
        text = BULLET.matcher(NO_SENTENCE.matcher(text).replaceAll("\n")).replaceAll("\n\n");
        var starts = Sentences.starts(text);
        var sentences = new ArrayList<String>();
        for (int i = 0; i < starts.size(); i++) {
            int end = i + 1 < starts.size() ? starts.get(i + 1) : text.length();
            var sentence = text.substring(starts.get(i), end).strip().replaceAll("\\s+", " ");
            if (!sentence.isEmpty() && !passage.headings().contains(sentence)) sentences.add(sentence);
        }
        return sentences;
    }

    private static String title(Document document, Refined passage, List<String> sentences) {
        if (!passage.headings().isEmpty()) return shortened(passage.headings().getLast(), LONGEST_TITLE);
        return shortened(sentences.isEmpty() ? document.title() : sentences.getFirst(), LONGEST_TITLE);
    }

    private static String summary(List<String> sentences, Map<String, Double> weights, String language) {
        var best = "";
        double most = 0;
        for (var sentence : sentences) {
            var terms = Terms.of(sentence, language).keySet();
            double sum = 0;
            for (var term : terms) sum += weights.getOrDefault(term, 0.0);
            double weight = sum / (terms.size() + FEW_WORDS);
            if (weight > most) {
                most = weight;
                best = sentence;
            }
        }
        return shortened(best, LONGEST_SUMMARY);
    }

    /** The line, or its start up to a blank with an ellipsis, within a length. */
    private static String shortened(String line, int longest) {
        if (line.length() <= longest) return line;
        var cut = Texts.cut(line, longest - 1);
        int blank = cut.lastIndexOf(' ');
        return (blank > longest / 2 ? cut.substring(0, blank) : cut).strip() + "\u2026";
    }
}
