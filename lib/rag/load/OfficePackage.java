package rag.load;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.poi.openxml4j.exceptions.InvalidFormatException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JRuntimeException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackageAccess;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.openxml4j.opc.TargetMode;
import org.apache.poi.openxml4j.util.ZipSecureFile;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.Image;
import rag.model.LoadException;

/** The parts of an Office Open XML file (ECMA-376), in the strict and the transitional namespaces, with a bound on each. */
final class OfficePackage implements AutoCloseable {

    /** Bytes that one part may unpack to. A high ratio alone is no sign of a bomb: style sheets pack to 1 %. */
    static final long LARGEST_PART = 48L << 20;

    /** Parts of a package: a slide has three or more, so that POI's own limit of 1,000 refuses every long presentation. */
    private static final long MOST_PARTS = 100_000;

    /** Reads an open package. */
    interface Reader {
        Document read(OfficePackage office) throws IOException, LoadException, InvalidFormatException;
    }

    private final OPCPackage office;

    private OfficePackage(OPCPackage office) {
        this.office = office;
    }

    /** @param noun what the file is to be, for a person: "Word document" */
    static Document read(Source source, String noun, Reader reader) throws LoadException {
        Quiet.libraries();
        ZipSecureFile.setMinInflateRatio(0);
        ZipSecureFile.setMaxFileCount(MOST_PARTS);
        ZipSecureFile.setMaxEntrySize(4 * LARGEST_PART); // of a sheet, which is not read into memory
        try (var office = new OfficePackage(OPCPackage.open(source.path().toFile(), PackageAccess.READ))) {
            return reader.read(office);
        } catch (InvalidFormatException | OpenXML4JRuntimeException e) {
            throw new LoadException(DocumentState.FAILED, "not a readable " + noun + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw failed(noun, e);
        }
    }

    private static LoadException failed(String noun, IOException e) {
        String message = String.valueOf(e.getMessage());
        boolean bomb = message.toLowerCase(Locale.ROOT).contains("zip bomb") || message.contains("exceeds the max");
        String reason = bomb
                ? "a part of it unpacks to over " + (LARGEST_PART >> 20)
                        + " MB (zip bomb?); a real document can be saved anew, in smaller files"
                : "not a readable " + noun + ": " + message;
        return new LoadException(DocumentState.FAILED, reason, e);
    }

    /** The part that the package begins with: a Word body, a workbook, a presentation. */
    PackagePart main() throws LoadException {
        for (var relation : office.getRelationships()) {
            if (!relation.getRelationshipType().endsWith("/officeDocument")) continue;
            var part = office.getPart(relation);
            if (part != null) return part;
        }
        throw new LoadException(DocumentState.FAILED, "the package names no main part");
    }

    /** The part that another names by a relationship type with this last word, in whichever namespace. */
    static @Nullable PackagePart related(PackagePart part, String kind) throws InvalidFormatException {
        var all = allRelated(part, kind);
        return all.isEmpty() ? null : all.getFirst();
    }

    static List<PackagePart> allRelated(PackagePart part, String kind) throws InvalidFormatException {
        var all = new java.util.ArrayList<PackagePart>();
        for (var relation : part.getRelationships()) {
            boolean inside = relation.getTargetMode() == TargetMode.INTERNAL;
            if (!inside || !relation.getRelationshipType().endsWith("/" + kind)) continue;
            var found = part.getRelatedPart(relation);
            if (found != null) all.add(found);
        }
        return all;
    }

    static @Nullable Element root(@Nullable PackagePart part) throws IOException {
        if (part == null) return null;
        if (part.getSize() > LARGEST_PART) throw new IOException(part.getPartName() + " exceeds the max size");
        try (var in = new BoundedStream(part.getInputStream(), LARGEST_PART)) {
            return Xml.root(in);
        }
    }

    static Optional<PackagePart> part(PackagePart from, String relation) {
        try {
            var found = from.getRelationship(relation);
            if (found == null || found.getTargetMode() != TargetMode.INTERNAL) return Optional.empty();
            return Optional.ofNullable(from.getRelatedPart(found));
        } catch (InvalidFormatException | RuntimeException missing) {
            return Optional.empty();
        }
    }

    /** The picture that a part names; null when it names none, or one that shows nothing. */
    static @Nullable Image image(PackagePart from, String relation, @Nullable Integer page, String caption)
            throws IOException {
        var found = part(from, relation);
        if (found.isEmpty()) return null;
        try (var in = new BoundedStream(found.get().getInputStream(), LARGEST_PART)) {
            return Rasters.image(in.readAllBytes(), page, caption);
        } catch (RuntimeException broken) {
            throw new IOException(broken);
        }
    }

    void properties(DocumentBuilder builder) {
        try {
            var properties = office.getPackageProperties();
            String title = properties.getTitleProperty().orElse("");
            if (!PdfLoader.leftOver(title) && !title.equals("PowerPoint Presentation")) builder.title(title);
            builder.metadata("author", properties.getCreatorProperty().orElse(""));
            builder.metadata("subject", properties.getSubjectProperty().orElse(""));
            builder.metadata("description", properties.getDescriptionProperty().orElse(""));
            builder.metadata("category", properties.getCategoryProperty().orElse(""));
            builder.metadata("language", properties.getLanguageProperty().orElse(""));
            builder.metadata(
                    "keywords",
                    List.of(properties.getKeywordsProperty().orElse("").split("\\s*[,;，、]\\s*")));
            properties
                    .getCreatedProperty()
                    .ifPresent(date ->
                            builder.metadata("created_at", date.toInstant().toString()));
            properties
                    .getModifiedProperty()
                    .ifPresent(date ->
                            builder.metadata("modified_at", date.toInstant().toString()));
        } catch (InvalidFormatException | RuntimeException unreadable) {
            builder.problem("document properties could not be read");
        }
    }

    @Override
    public void close() {
        office.revert();
    }
}
