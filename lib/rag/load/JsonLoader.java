package rag.load;

import java.io.IOException;
import java.util.Set;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;

/**
 * JSON and JSON Lines. Small values are written out as they are; a large one is opened, its key a heading, so that every
 * passage knows the path to it. Long strings are prose and stand as paragraphs.
 */
public final class JsonLoader implements DocumentLoader {

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
        var story = new JsonStory(builder);
        try {
            story.read(text);
        } catch (IOException broken) {
            var whole = new DocumentBuilder(type());
            builder.problems().forEach(whole::problem);
            whole.problem("not well-formed JSON, read as text: "
                    + String.valueOf(broken.getMessage()).lines().findFirst().orElse(""));
            return whole.add(Kind.CODE, text).build(source);
        }
        builder.title(story.title().isEmpty() ? source.name() : story.title());
        return builder.build(source);
    }
}
