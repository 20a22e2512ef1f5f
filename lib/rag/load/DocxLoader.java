package rag.load;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.poi.openxml4j.exceptions.InvalidFormatException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JRuntimeException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackageAccess;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.openxml4j.util.ZipSecureFile;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/**
 * Word documents (ISO/IEC 29500, transitional and strict). The package is read by POI, the text by walking the XML, so that
 * tracked changes, text boxes, content controls and equations come out as Word shows them.
 */
public final class DocxLoader implements DocumentLoader {

    /** Bytes that one part may unpack to. A high ratio alone is no sign of a bomb: style sheets pack to 1 %. */
    private static final long LARGEST_PART = 48L << 20;

    @Override
    public String type() {
        return "docx";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("docx", "docm", "dotx", "dotm");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        Quiet.libraries();
        ZipSecureFile.setMinInflateRatio(0);
        ZipSecureFile.setMaxEntrySize(LARGEST_PART);
        var builder = new DocumentBuilder(type());
        try (var office = OPCPackage.open(source.path().toFile(), PackageAccess.READ)) {
            var main = main(office);
            properties(office, builder);
            var story = new DocxStory(
                    builder,
                    main,
                    new DocxStyles(root(related(main, "styles")), root(related(main, "numbering"))),
                    root(related(main, "footnotes")),
                    root(related(main, "endnotes")));
            var document = root(main);
            var body = document == null ? null : Xml.child(document, "body");
            if (body == null) throw new LoadException(DocumentState.FAILED, "the Word document has no body");
            story.body(body);
            return builder.build(source);
        } catch (InvalidFormatException | OpenXML4JRuntimeException e) {
            throw new LoadException(DocumentState.FAILED, "not a readable Word document: " + e.getMessage(), e);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static LoadException failed(IOException e) {
        String message = String.valueOf(e.getMessage());
        boolean bomb = message.toLowerCase(Locale.ROOT).contains("zip bomb") || message.contains("exceeds the max");
        String reason = bomb
                ? "a part of it unpacks to over " + (LARGEST_PART >> 20) + " MB (zip bomb?)"
                : "not a readable Word document: " + message;
        return new LoadException(DocumentState.FAILED, reason, e);
    }

    private static PackagePart main(OPCPackage office) throws LoadException {
        for (var relation : office.getRelationships()) {
            if (!relation.getRelationshipType().endsWith("/officeDocument")) continue;
            var part = office.getPart(relation);
            if (part != null) return part;
        }
        throw new LoadException(DocumentState.FAILED, "the package names no Word document");
    }

    /** The part that another names by a relationship type with this last word, in whichever namespace. */
    private static @Nullable PackagePart related(PackagePart part, String kind) throws InvalidFormatException {
        for (var relation : part.getRelationships()) {
            boolean inside = relation.getTargetMode() == org.apache.poi.openxml4j.opc.TargetMode.INTERNAL;
            if (inside && relation.getRelationshipType().endsWith("/" + kind)) return part.getRelatedPart(relation);
        }
        return null;
    }

    private static @Nullable Element root(@Nullable PackagePart part) throws IOException {
        if (part == null) return null;
        if (part.getSize() > LARGEST_PART) throw new IOException(part.getPartName() + " exceeds the max size");
        try (var in = part.getInputStream()) {
            return Xml.root(in);
        }
    }

    private static void properties(OPCPackage office, DocumentBuilder builder) {
        try {
            var properties = office.getPackageProperties();
            builder.title(properties.getTitleProperty().orElse(""));
            builder.metadata("author", properties.getCreatorProperty().orElse(""));
            builder.metadata("subject", properties.getSubjectProperty().orElse(""));
            builder.metadata("description", properties.getDescriptionProperty().orElse(""));
            builder.metadata("category", properties.getCategoryProperty().orElse(""));
            builder.metadata("language", properties.getLanguageProperty().orElse(""));
            builder.metadata(
                    "keywords",
                    List.of(properties.getKeywordsProperty().orElse("").split("\\s*[,;，、]\\s*")));
            builder.metadata(
                    "created_at",
                    properties
                            .getCreatedProperty()
                            .map(date -> date.toInstant().toString())
                            .orElse(""));
            builder.metadata(
                    "modified_at",
                    properties
                            .getModifiedProperty()
                            .map(date -> date.toInstant().toString())
                            .orElse(""));
        } catch (InvalidFormatException | RuntimeException unreadable) {
            builder.problem("document properties could not be read");
        }
    }

    static Optional<PackagePart> part(PackagePart from, String relation) {
        try {
            var found = from.getRelationship(relation);
            if (found == null || found.getTargetMode() != org.apache.poi.openxml4j.opc.TargetMode.INTERNAL)
                return Optional.empty();
            return Optional.ofNullable(from.getRelatedPart(found));
        } catch (InvalidFormatException | RuntimeException missing) {
            return Optional.empty();
        }
    }
}
