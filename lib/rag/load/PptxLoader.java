package rag.load;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.poi.openxml4j.exceptions.InvalidFormatException;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.w3c.dom.Element;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;
import rag.model.Page;

/** PowerPoint presentations (PPTX): each slide is a page, its notes behind it; hidden slides are flagged. */
public final class PptxLoader implements DocumentLoader {

    private static final List<String> HIDDEN = List.of("hidden slide");

    @Override
    public String type() {
        return "pptx";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("pptx", "pptm", "ppsx", "ppsm", "potx", "potm");
    }

    @Override
    public Document load(Source source) throws LoadException {
        var builder = new DocumentBuilder(type());
        return OfficePackage.read(source, "PowerPoint presentation", office -> {
            office.properties(builder);
            var main = office.main();
            var presentation = OfficePackage.root(main);
            var list = presentation == null ? null : Xml.child(presentation, "sldIdLst");
            if (list == null) throw new LoadException(DocumentState.NO_TEXT, "the presentation has no slide");
            int number = 0;
            for (var entry : Xml.children(list, "sldId")) {
                number++;
                var part = OfficePackage.part(main, relation(entry));
                if (part.isEmpty()) {
                    builder.problem("slide " + number + " is missing");
                    continue;
                }
                slide(part.get(), number, builder);
            }
            return builder.build(source);
        });
    }

    /** The relation's id, not the slide's own. */
    private static String relation(Element entry) {
        var attributes = entry.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            var attribute = attributes.item(i);
            if (attribute.getNamespaceURI() != null && "id".equals(attribute.getLocalName()))
                return attribute.getNodeValue();
        }
        return "";
    }

    private static void slide(PackagePart part, int number, DocumentBuilder builder)
            throws IOException, InvalidFormatException {
        int before = builder.length();
        try {
            var root = OfficePackage.root(part);
            var tree = root == null ? null : Xml.child(root, "cSld", "spTree");
            if (tree == null) return;
            boolean hidden = Set.of("0", "false").contains(Xml.attribute(root, "show"));
            var flags = hidden ? HIDDEN : List.<String>of();
            new PptxSlide(builder, part, number, flags).append(tree);
            notes(part, number, flags, builder);
            builder.page(new Page(number, Integer.toString(number), builder.length() > before, flags));
        } catch (IOException | RuntimeException broken) {
            if (String.valueOf(broken.getMessage()).contains("exceeds the max")) throw broken;
            builder.problem("slide " + number + " could not be read: " + broken.getMessage());
        }
    }

    private static void notes(PackagePart part, int number, List<String> flags, DocumentBuilder builder)
            throws IOException, InvalidFormatException {
        var root = OfficePackage.root(OfficePackage.related(part, "notesSlide"));
        var tree = root == null ? null : Xml.child(root, "cSld", "spTree");
        if (tree == null) return;
        for (var shape : Xml.children(tree, "sp")) {
            var body = Xml.child(shape, "txBody");
            if (body == null || !PptxSlide.placeholder(shape).equals("body")) continue;
            var words = new StringBuilder();
            for (var paragraph : DrawingText.paragraphs(body)) {
                words.append(words.isEmpty() ? "Notes: " : "\n").append(paragraph.words());
            }
            builder.add(Kind.NOTE, 0, words.toString(), number, "", flags);
        }
    }
}
