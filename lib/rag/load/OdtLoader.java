package rag.load;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/** OpenDocument texts (ODF 1.3): changes as accepted, notes behind their paragraph, hidden text flagged. */
public final class OdtLoader implements DocumentLoader {

    @Override
    public String type() {
        return "odt";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("odt", "ott");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        try (var zip = new ZipParts(source)) {
            var manifest = zip.xml("META-INF/manifest.xml");
            if (manifest != null && Xml.below(manifest, "encryption-data") != null)
                throw new LoadException(DocumentState.ENCRYPTED, "the document needs a password to be opened");
            about(zip.xml("meta.xml"), builder);
            var content = zip.xml("content.xml");
            var body = content == null ? null : Xml.child(content, "body", "text");
            if (content == null || body == null)
                throw new LoadException(DocumentState.FAILED, "the OpenDocument text has no body");
            new OdtStory(zip, builder, content, zip.xml("styles.xml")).append(body);
            return builder.build(source);
        } catch (java.util.zip.ZipException e) {
            throw new LoadException(DocumentState.FAILED, "not a readable OpenDocument text: " + e.getMessage(), e);
        }
    }

    private static void about(@Nullable Element meta, DocumentBuilder builder) {
        var about = meta == null ? null : Xml.child(meta, "meta");
        if (about == null) return;
        builder.title(words(about, "title"));
        builder.metadata("author", words(about, "creator"));
        builder.metadata("subject", words(about, "subject"));
        builder.metadata("description", words(about, "description"));
        builder.metadata("language", words(about, "language"));
        builder.metadata("modified_at", words(about, "date"));
        builder.metadata(
                "keywords",
                Xml.children(about, "keyword").stream()
                        .map(Element::getTextContent)
                        .toList());
    }

    private static String words(Element about, String name) {
        var all = Xml.children(about, name);
        return all.isEmpty() ? "" : List.copyOf(all).getFirst().getTextContent();
    }
}
