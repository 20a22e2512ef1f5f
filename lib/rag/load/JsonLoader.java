package rag.load;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;

/**
 * JSON and JSON Lines. Small values are written out as they are; a large one is opened, its key a heading, so that every
 * passage knows the path to it. Long strings are prose and stand as paragraphs.
 */
public final class JsonLoader implements DocumentLoader {

    /** Characters up to which a value is one block. */
    private static final int BLOCK = 1000;

    private static final int PROSE = 160;

    @Override
    public String type() {
        return "json";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("json", "jsonl", "ndjson", "geojson", "jsonld", "json5", "webmanifest");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        String text = Encodings.decode(source.bytes()).tell(builder).text();
        List<JsonValue> values;
        try {
            var all = JsonValue.all(text);
            values = all.values();
            if (all.cut()) builder.problem("values at the end are left out, it holds too many");
        } catch (IOException broken) {
            builder.problem("not well-formed JSON, read as text: "
                    + String.valueOf(broken.getMessage()).lines().findFirst().orElse(""));
            builder.add(Kind.CODE, text);
            return builder.build(source);
        }
        if (values.size() == 1 && values.getFirst().object()) {
            var title = values.getFirst().get("title");
            if (title != null && title.text()) builder.title(title.scalar());
        }
        if (builder.title().isEmpty()) builder.title(source.name());
        for (var value : values) value(builder, "", value, 0);
        return builder.build(source);
    }

    private static void value(DocumentBuilder builder, String key, JsonValue value, int depth) {
        String label = key.isEmpty() ? "" : key + ": ";
        if (!value.container()) {
            boolean prose = value.text()
                    && value.scalar().length() > PROSE
                    && value.scalar().contains(" ");
            builder.add(prose ? Kind.PARAGRAPH : Kind.CODE, label + value.shown());
            return;
        }
        boolean small = (depth > 0 || !value.object()) && value.fits(BLOCK);
        if (small || depth > 5 || value.items().isEmpty()) {
            builder.add(Kind.CODE, label + value.pretty());
            return;
        }
        if (!key.isEmpty()) builder.heading(depth, key, null);
        for (int i = 0; i < value.items().size(); i++) {
            var item = value.items().get(i);
            boolean large = item.container() && !item.fits(BLOCK);
            String name = value.object() ? value.keys().get(i) : large ? key + "[" + i + "]" : "";
            value(builder, name, item, depth + 1);
        }
    }
}
