package rag.load;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;

/** Plain text: paragraphs stand between empty lines. */
public final class TextLoader implements DocumentLoader {

    @Override
    public String type() {
        return "text";
    }

    @Override
    public Set<String> extensions() {
        return Set.of(
                "txt",
                "text",
                "log",
                "rst",
                "adoc",
                "asciidoc",
                "org",
                "tex",
                "srt",
                "vtt",
                "textile",
                "me",
                "nfo",
                "1st");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        String text = Encodings.decode(source.bytes()).tell(builder).text();
        builder.adopt(text);
        int start = 0;
        int line = 0;
        while (line < text.length()) {
            int end = text.indexOf('\n', line);
            if (end < 0) end = text.length();
            if (text.substring(line, end).isBlank()) {
                builder.span(Kind.PARAGRAPH, 0, start, line, null, "", List.of());
                start = Math.min(end + 1, text.length());
            }
            line = end + 1;
        }
        builder.span(Kind.PARAGRAPH, 0, start, text.length(), null, "", List.of());
        return builder.build(source);
    }
}
