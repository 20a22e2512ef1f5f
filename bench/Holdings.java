import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import rag.engine.Engine;
import rag.eval.BeirSet;
import rag.store.analysis.TextAnalysis;
import rag.text.Language;

/** What ways of routing other than the product's need to know of each collection, gathered before they are asked. */
final class Holdings {

    /**
     * One collection.
     *
     * @param chinese whether its model is the Chinese one
     * @param centroid direction of the mean of its vectors
     * @param frequencies how many texts hold a term
     * @param terms number of terms in all its texts
     */
    record Held(
            String name,
            String model,
            boolean chinese,
            float[] centroid,
            Map<String, Integer> frequencies,
            long terms) {}

    final List<Held> collections = new ArrayList<>();

    /** The collection of each chunk. */
    final Map<String, String> collectionOf = new HashMap<>();

    /** The collection of each text, by "set:id". */
    final Map<String, String> collectionOfText = new HashMap<>();

    /** The vector of each text, by "set:id". */
    final Map<String, float[]> vectors = new LinkedHashMap<>();

    final Set<String> languages = new HashSet<>();

    Holdings(Engine engine, List<BeirSet> collections) throws IOException {
        for (var set : collections) add(engine, set);
    }

    private void add(Engine engine, BeirSet set) throws IOException {
        var index = Sets.index(engine, set.name(), set);
        try (var reader = engine.store().reader(List.of(set.name()))) {
            var found = reader.vectors(index.chunks().keySet());
            index.chunks().forEach((chunk, text) -> {
                collectionOf.put(chunk, set.name());
                collectionOfText.put(text, set.name());
                if (found.containsKey(chunk)) vectors.put(text, found.get(chunk));
            });
            var model = reader.fingerprint().model();
            long terms = 0;
            var frequencies = new HashMap<String, Integer>();
            for (var text : set.corpus().values()) {
                var own = terms(text.full());
                terms += own.size();
                new HashSet<>(own).forEach(term -> frequencies.merge(term, 1, Integer::sum));
            }
            this.collections.add(new Held(
                    set.name(),
                    model,
                    model.contains("zh"),
                    Cut.mean(List.copyOf(found.values())),
                    frequencies,
                    terms));
        }
    }

    private List<String> terms(String text) {
        var language = Language.of(text);
        languages.add(language);
        var terms = new ArrayList<String>();
        try (var stream = TextAnalysis.analyzer(language).tokenStream("words", text)) {
            var term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) terms.add(term.toString());
            stream.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return terms;
    }
}
