package rag.load;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import rag.model.Block.Kind;

/**
 * Writes the values of a JSON text as it reads them. The members of what the text is made of, be it lines, an array or an
 * object, are read one after the other and forgotten, so that a large file takes the memory of its largest member.
 */
final class JsonStory {

    /** Characters up to which a value is one block. */
    private static final int BLOCK = 1000;

    private static final int PROSE = 160;

    private final DocumentBuilder builder;

    /** Small values of an array that share a block: a million numbers are not a million blocks. */
    private final StringBuilder run = new StringBuilder();

    private String title = "";

    /** That of the last heading, 0 before any. */
    private int level;

    JsonStory(DocumentBuilder builder) {
        this.builder = builder;
    }

    /** What the text calls itself; "" when it does not, or is made of several values. */
    String title() {
        return title;
    }

    /** One value is read as its members; several, such as the lines of JSON Lines, are records, each kept whole if small. */
    void read(String text) throws IOException {
        boolean records = several(text);
        try (var parser = JsonValue.parser(text)) {
            int count = 0;
            for (var token = parser.nextToken(); token != null && !builder.full(); token = parser.nextToken()) {
                if (records) item("", count, member(parser, token, "[" + count + "]"), 1);
                else if (token == JsonToken.START_OBJECT) object(parser);
                else if (token == JsonToken.START_ARRAY) array(parser);
                else value("", "", JsonValue.read(parser, token, new int[] {JsonValue.MOST}), 0);
                count++;
            }
        }
        flush();
    }

    private static boolean several(String text) throws IOException {
        try (var parser = JsonValue.parser(text)) {
            if (parser.nextToken() == null) return false;
            parser.skipChildren();
            return parser.nextToken() != null;
        }
    }

    private void object(JsonParser parser) throws IOException {
        int members = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME && !builder.full()) {
            String key = parser.currentName();
            var value = member(parser, parser.nextToken(), key);
            if (key.equals("title") && value.text()) title = value.scalar();
            value(key, key, value, 1);
            members++;
        }
        if (members == 0) builder.add(Kind.CODE, "{}");
    }

    private void array(JsonParser parser) throws IOException {
        var held = new ArrayList<JsonValue>(); // as long as all of them may be one block
        int room = BLOCK;
        int count = 0;
        for (var token = parser.nextToken();
                token != JsonToken.END_ARRAY && !builder.full();
                token = parser.nextToken()) {
            var value = member(parser, token, "[" + count + "]");
            if (room >= 0) {
                held.add(value);
                room = value.room(room);
                if (room < 0) for (int i = 0; i < held.size(); i++) item("", i, held.get(i), 1);
            } else {
                item("", count, value, 1);
            }
            count++;
        }
        if (room >= 0) value("", "", new JsonValue("", false, List.of(), held, '['), 0);
        flush();
    }

    private JsonValue member(JsonParser parser, JsonToken token, String name) throws IOException {
        int[] room = {JsonValue.MOST};
        int outer = parser.getParsingContext().getNestingDepth() - (token.isStructStart() ? 1 : 0);
        var value = JsonValue.read(parser, token, room);
        if (room[0] <= 0) {
            builder.problem("of " + name + " the first " + JsonValue.MOST
                    + " values are read: write one record a line (JSON Lines) to have all");
            while (parser.getParsingContext().getNestingDepth() > outer && parser.nextToken() != null) {}
        }
        return value;
    }

    /**
     * @param key to stand before what is written in one block, "" for none
     * @param name of the value, for a heading
     */
    private void value(String key, String name, JsonValue value, int depth) {
        flush();
        String label = key.isEmpty() ? "" : key + ": ";
        if (!value.container()) {
            close(name, depth);
            builder.add(prose(value) ? Kind.PARAGRAPH : Kind.CODE, label + value.shown());
            return;
        }
        boolean small = (depth > 0 || !value.object()) && value.fits(BLOCK);
        if (small || depth > 5 || value.items().isEmpty()) {
            close(name, depth);
            builder.add(Kind.CODE, label + value.pretty());
            return;
        }
        if (!name.isEmpty()) heading(name, depth);
        for (int i = 0; i < value.items().size() && !builder.full(); i++) {
            String member = value.object() ? value.keys().get(i) : "";
            if (value.object()) value(member, member, value.items().get(i), depth + 1);
            else item(name, i, value.items().get(i), depth + 1);
        }
        flush();
    }

    private void heading(String name, int depth) {
        builder.heading(depth, name, null);
        level = depth;
    }

    /** Where a value before this one has a heading, this one needs its own, else it would count as part of that. */
    private void close(String name, int depth) {
        if (level >= depth && !name.isEmpty()) heading(name, depth);
    }

    /** A member of an array: small scalars stand together. */
    private void item(String key, int index, JsonValue item, int depth) {
        String name = key + "[" + index + "]";
        if (item.container() || prose(item)) {
            boolean large = item.container() && !item.fits(BLOCK);
            value(large ? name : "", name, item, depth);
            return;
        }
        String words = item.shown();
        if (run.length() + words.length() > BLOCK) flush();
        if (run.isEmpty()) close(name, depth);
        if (!run.isEmpty()) run.append(item.text() ? "\n" : ", ");
        run.append(words);
    }

    private void flush() {
        if (!run.isEmpty()) builder.add(Kind.CODE, run.toString());
        run.setLength(0);
    }

    private static boolean prose(JsonValue value) {
        return value.text() && value.scalar().length() > PROSE && value.scalar().contains(" ");
    }
}
