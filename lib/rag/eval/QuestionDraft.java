package rag.eval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import rag.model.Chunk;
import rag.text.Sentences;
import rag.text.StopWords;

/**
 * Questions drawn from a passage without a model: its heading, answered by the first sentence under it; or the telling words
 * of a sentence, in their order and without its numbers. They are like what people type into a search, and a start for what
 * people would ask.
 */
final class QuestionDraft {

    private static final int SHORTEST = 30;
    private static final int LONGEST = 240;
    private static final int MOST_WORDS = 7;
    private static final Pattern MARKUP = Pattern.compile("[|`{}<>\\[\\]=_]{1}|https?:|\\*\\*|^#|^[-*•] ");
    private static final Pattern SPACELESS = Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}]");

    private QuestionDraft() {}

    /** A question and the words of the passage that answer it. @param origin heading or sentence */
    record Draft(String question, String evidence, String origin) {}

    static Optional<Draft> ofHeading(Chunk chunk) {
        if (chunk.headings().isEmpty()) return Optional.empty();
        var heading = chunk.headings().getLast().strip();
        if (heading.equals(chunk.title()) || heading.length() < 6) return Optional.empty();
        var question =
                chunk.title().isBlank() || chunk.title().contains(heading) ? heading : heading + ", " + chunk.title();
        return sentences(chunk.text()).stream().findFirst().map(s -> new Draft(question, s, "heading"));
    }

    /** Of the sentence that says most: numbers and names first. */
    static Optional<Draft> ofSentence(Chunk chunk) {
        return sentences(chunk.text()).stream()
                .sorted(Comparator.comparingInt(QuestionDraft::says).reversed())
                .map(s -> new Draft(question(s, chunk.language()), s, "sentence"))
                .filter(draft -> !draft.question().isEmpty())
                .findFirst();
    }

    /** Whole sentences of prose. */
    static List<String> sentences(String text) {
        var found = new ArrayList<String>();
        var starts = Sentences.starts(text);
        for (int i = 0; i < starts.size(); i++) {
            int end = i + 1 < starts.size() ? starts.get(i + 1) : text.length();
            var sentence = text.substring(starts.get(i), end).strip().replaceAll("\\s+", " ");
            if (isProse(sentence)) found.add(sentence);
        }
        return found;
    }

    private static boolean isProse(String sentence) {
        int weight = SPACELESS.matcher(sentence).find() ? 3 : 1; // such a sign says as much as three letters
        int length = sentence.length() * weight;
        if (length < SHORTEST || length > LONGEST || MARKUP.matcher(sentence).find()) return false;
        if (".!?。！？".indexOf(sentence.charAt(sentence.length() - 1)) < 0) return false;
        long letters = sentence.codePoints().filter(Character::isLetter).count();
        return letters * 10 >= sentence.codePointCount(0, sentence.length()) * 6L;
    }

    private static int says(String sentence) {
        int digits = (int) sentence.chars().filter(Character::isDigit).count();
        int names = (int) Pattern.compile("(?<=\\p{Ll} )\\p{Lu}")
                .matcher(sentence)
                .results()
                .count();
        return Math.min(digits, 4) + 2 * Math.min(names, 3);
    }

    private static String question(String sentence, String language) {
        if (SPACELESS.matcher(sentence).find()) {
            return sentence.replaceAll("[。！？.!?]+$", "").replaceAll("\\p{Nd}[\\p{Nd}.,:]*", "…");
        }
        var stop = StopWords.of(language);
        var words = new ArrayList<String>();
        for (var word : sentence.split("[^\\p{L}\\p{M}\\p{Nd}'’-]+")) {
            var lower = word.toLowerCase(Locale.ROOT);
            boolean tells =
                    word.length() > 2 && !stop.contains(lower) && word.chars().noneMatch(Character::isDigit);
            if (tells && !words.contains(word)) words.add(word);
        }
        while (words.size() > MOST_WORDS) words.remove(shortest(words));
        return words.size() < 3 ? "" : String.join(" ", words);
    }

    private static int shortest(List<String> words) {
        int shortest = words.size() - 1;
        for (int i = words.size() - 1; i >= 0; i--) {
            if (words.get(i).length() < words.get(shortest).length()) shortest = i;
        }
        return shortest;
    }
}
