package rag.store.analysis;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/** The terms of a text, in their order. */
final class Terms {

    private Terms() {}

    static void assertFound(String text, String question) throws IOException {
        var held = terms("en", text);
        var asked = terms("en", question);
        assertFalse(asked.isEmpty());
        assertTrue(held.containsAll(asked), held + " lacks some of " + asked);
    }

    static List<String> terms(String language, String text) throws IOException {
        return terms(TextAnalysis.analyzer(language), text);
    }

    static List<String> terms(Analyzer analyzer, String text) throws IOException {
        var terms = new ArrayList<String>();
        try (var stream = analyzer.tokenStream("", text)) {
            var term = stream.getAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) terms.add(term.toString());
            stream.end();
        }
        return terms;
    }

    static List<Integer> positions(String text) throws IOException {
        var positions = new ArrayList<Integer>();
        try (var stream = TextAnalysis.analyzer("en").tokenStream("", text)) {
            var increment = stream.getAttribute(PositionIncrementAttribute.class);
            stream.reset();
            int position = -1;
            while (stream.incrementToken()) positions.add(position += increment.getPositionIncrement());
        }
        return positions;
    }
}
