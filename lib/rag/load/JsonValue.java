package rag.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A JSON value as it is written: numbers keep their digits, letters are themselves, keys their order.
 *
 * @param scalar a number, true, false, null or a string; "" for an object or array
 * @param text whether the scalar is a string
 * @param keys of an object, beside its items; empty for an array
 * @param items of an object or array
 * @param open '{', '[' or, of a scalar, a blank
 */
record JsonValue(String scalar, boolean text, List<String> keys, List<JsonValue> items, char open) {

    /** Characters up to which an object or array without others in it stands on one line. */
    private static final int SHORT = 100;

    private static final Pattern BASE64 = Pattern.compile("(?:data:[\\w/+.;-]+,)?[A-Za-z0-9+/=_-]+");

    /** Depth stays bounded; the file's own size bounds what one value may be, such as the output of a notebook's cell. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .enable(com.fasterxml.jackson.core.json.JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(com.fasterxml.jackson.core.json.JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(com.fasterxml.jackson.core.json.JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    /** Values that a file may hold: each takes some hundred bytes of memory. */
    private static final int MOST = 3_000_000;

    /**
     * All values of a text: one of JSON, one a line of JSON Lines.
     *
     * @param cut whether values at the end were left out, since there are too many
     */
    record All(List<JsonValue> values, boolean cut) {}

    static All all(String text) throws IOException {
        var values = new ArrayList<JsonValue>();
        int[] room = {MOST};
        try (var parser = FACTORY.createParser(text)) {
            for (var token = parser.nextToken(); token != null && room[0] > 0; token = parser.nextToken())
                values.add(read(parser, token, room));
        }
        return new All(values, room[0] <= 0);
    }

    private static JsonValue read(JsonParser parser, JsonToken token, int[] room) throws IOException {
        room[0]--;
        if (!token.isStructStart())
            return new JsonValue(parser.getText(), token == JsonToken.VALUE_STRING, List.of(), List.of(), ' ');
        boolean object = token == JsonToken.START_OBJECT;
        var keys = new ArrayList<String>();
        var items = new ArrayList<JsonValue>();
        for (var next = parser.nextToken();
                next != null && !next.isStructEnd() && room[0] > 0;
                next = parser.nextToken()) {
            if (next == JsonToken.FIELD_NAME) {
                keys.add(parser.currentName());
                next = parser.nextToken();
            }
            items.add(read(parser, next, room));
        }
        return new JsonValue("", false, keys, items, object ? '{' : '[');
    }

    boolean object() {
        return open == '{';
    }

    boolean container() {
        return open != ' ';
    }

    /** The member of this name; null when there is none. */
    @org.jspecify.annotations.Nullable
    JsonValue get(String key) {
        int index = keys.indexOf(key);
        return index < 0 ? null : items.get(index);
    }

    /** Text of the member of this name, strings of an array joined; "" when there is none. */
    String words(String key) {
        var value = get(key);
        return value == null ? "" : value.words();
    }

    String words() {
        if (open != '[') return scalar;
        var joined = new StringBuilder();
        for (var item : items) joined.append(item.scalar);
        return joined.toString();
    }

    /** Whether {@link #pretty} has at most so many characters, told without writing out what has more. */
    boolean fits(int most) {
        return room(most) >= 0 && pretty().length() <= most;
    }

    /** What is left of so many characters, at most. */
    private int room(int most) {
        if (!container())
            return most - Math.min(scalar.length(), text && scalar.length() > 400 ? 1 : Integer.MAX_VALUE);
        int left = most - 2;
        for (int i = 0; i < items.size() && left >= 0; i++) {
            if (object()) left -= keys.get(i).length();
            left = items.get(i).room(left - 1);
        }
        return left;
    }

    /** Written out, two blanks a level; what is short stays on one line. */
    String pretty() {
        var out = new StringBuilder();
        write(out, 0);
        return out.toString();
    }

    private void write(StringBuilder out, int depth) {
        if (!container()) {
            out.append(text ? quoted(shown()) : scalar);
            return;
        }
        char close = object() ? '}' : ']';
        int start = out.length();
        if (items.stream().noneMatch(item -> item.container() && !item.items.isEmpty())) {
            out.append(open);
            for (int i = 0; i < items.size() && out.length() - start <= SHORT; i++) {
                if (i > 0) out.append(", ");
                member(out, i, -1);
            }
            if (out.length() - start <= SHORT) {
                out.append(close);
                return;
            }
            out.setLength(start);
        }
        out.append(open);
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) out.append(',');
            member(out, i, depth + 1);
        }
        out.append('\n').append("  ".repeat(depth)).append(close);
    }

    private void member(StringBuilder out, int index, int depth) {
        if (depth >= 0) out.append('\n').append("  ".repeat(depth));
        if (object()) out.append(quoted(keys.get(index))).append(": ");
        items.get(index).write(out, Math.max(depth, 0));
    }

    /** The scalar as it is to be read; data in base 64 is for machines. */
    String shown() {
        return text && scalar.length() > 400 && BASE64.matcher(scalar).matches() ? "…" : scalar;
    }

    private static String quoted(String words) {
        return '"'
                + words.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                        .replace("\r", "")
                + '"';
    }
}
