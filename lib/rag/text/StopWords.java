package rag.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The commonest function words of a language, from the lists built into the program; each is read once, when asked for. */
public final class StopWords {

    /** Languages with a list, as ISO 639-1 codes. */
    public static final List<String> LANGUAGES = List.of(
            "ar bg ca cs da de en es et fa fi fr hi hr hu id it lt lv mr ne nl no pl pt ro ru sk sl sv tr uk ur vi"
                    .split(" "));

    private static final Map<String, Words> LISTS = new ConcurrentHashMap<>();

    private StopWords() {}

    /** The words in lower case, commonest first; empty for a language without a list. */
    public static Set<String> of(String language) {
        return LANGUAGES.contains(language) ? list(language).words() : Set.of();
    }

    /** The letters beside a to z that the language is written with; "" where the list does not tell. */
    static String letters(String language) {
        return list(language).letters();
    }

    private record Words(Set<String> words, String letters) {}

    private static Words list(String language) {
        return LISTS.computeIfAbsent(language, StopWords::read);
    }

    private static Words read(String language) {
        var name = "/rag/config/stopwords/" + language + ".txt";
        try (var in = StopWords.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("not built in: " + name);
            var words = new LinkedHashSet<String>();
            var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            var letters = "";
            for (String line; (line = lines.readLine()) != null; ) {
                if (line.startsWith("=")) letters = line.substring(1).strip();
                else if (!line.isBlank() && !line.startsWith("#")) words.add(line.strip());
            }
            return new Words(Collections.unmodifiableSet(words), letters);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
