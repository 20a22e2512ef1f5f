package rag.transform;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.model.Passage;

/**
 * A passage as the refiner left it.
 *
 * @param before as the splitter cut it
 * @param text its text; "" when nothing in it was worth keeping
 * @param headings its headings, cleaned alike
 * @param rules how often each rule found something to do, by the rule's name; empty when nothing was changed
 */
public record Refined(Passage before, String text, List<String> headings, Map<String, Integer> rules) {

    public Refined {
        headings = List.copyOf(headings);
        rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
    }

    public boolean changed() {
        return !text.equals(before.text());
    }
}
