package rag.load;

import com.rtfparserkit.parser.RtfStreamSource;
import com.rtfparserkit.parser.standard.StandardRtfParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Set;
import rag.model.Document;
import rag.model.LoadException;

/** Rich Text (RTF 1.9.1), parsed by RTF Parser Kit, which decodes each font's bytes; {@link RtfStory} makes the blocks. */
public final class RtfLoader implements DocumentLoader {

    @Override
    public String type() {
        return "rtf";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("rtf");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        var story = new RtfStory(builder);
        try {
            new StandardRtfParser().parse(new RtfStreamSource(new ByteArrayInputStream(source.bytes())), story);
        } catch (IOException | RuntimeException broken) {
            builder.problem("read up to a place where the file is broken: " + broken.getMessage());
        }
        story.end();
        return builder.build(source);
    }
}
