package rag.llm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rag.config.Json;

/**
 * JSON out of what a model wrote. Models put it in fences, write prose around it, leave commas at the end; all of that is
 * read. What breaks off in the middle is not: half a list looks like a whole one.
 */
public final class JsonAnswer {

    private static final Pattern START = Pattern.compile("[\\[{]");

    /** So many places are tried as a start. */
    private static final int TRIES = 200;

    private JsonAnswer() {}

    /** @throws ModelException when there is no object in it */
    public static JsonNode object(String text) throws ModelException {
        var found = longest(text, '{');
        if (found == null) throw new ModelException("the answer holds no JSON object: " + Endpoint.shown(text));
        return found;
    }

    /** @throws ModelException when there is no array in it */
    public static JsonNode array(String text) throws ModelException {
        var found = longest(text, '[');
        if (found == null) throw new ModelException("the answer holds no JSON array: " + Endpoint.shown(text));
        return found;
    }

    /** The longest value that begins so and stands in no other: prose may hold "[1]" or "{}" of its own. */
    private static @Nullable JsonNode longest(String text, char opening) {
        JsonNode best = null;
        int length = 0, tries = 0;
        var start = START.matcher(text);
        for (int at = 0; start.find(at) && tries++ < TRIES; ) {
            at = start.start() + 1;
            try {
                var read = Json.lenient(text.substring(start.start()));
                at = start.start() + read.length();
                if (text.charAt(start.start()) == opening && read.length() > length) {
                    best = read.value();
                    length = read.length();
                }
            } catch (JsonProcessingException e) {
                // what breaks off holds parts of the answer only; all else is a bracket of the prose
                if (start.start() + e.getLocation().getCharOffset() >= text.length()) break;
            }
        }
        return best;
    }
}
