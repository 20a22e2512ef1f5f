package rag.load;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.poi.openxml4j.exceptions.InvalidFormatException;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/**
 * Excel workbooks (XLSX): each sheet under its name, with its notes, text boxes, charts and pictures. POI opens the package
 * and formats numbers; the XML is read by local names, since its own classes refuse strict files and take no hidden rows.
 */
public final class XlsxLoader implements DocumentLoader {

    /** What Excel writes before a comment with answers, for readers that know none. */
    private static final Pattern ADVICE = Pattern.compile("(?s)^\\[Threaded comment].*?linkid=870924\\s*Comment:\\s*");

    @Override
    public String type() {
        return "xlsx";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("xlsx", "xlsm", "xltx", "xltm");
    }

    @Override
    public Document load(Source source) throws LoadException {
        var builder = new DocumentBuilder(type());
        return OfficePackage.read(source, "Excel workbook", office -> {
            office.properties(builder);
            var main = office.main();
            var workbook = OfficePackage.root(main);
            var sheets = workbook == null ? null : Xml.child(workbook, "sheets");
            if (sheets == null) throw new LoadException(DocumentState.FAILED, "the workbook names no sheets");
            String from1904 = Xml.attribute(Xml.child(workbook, "workbookPr"), "date1904");
            var formats = new SheetFormats(
                    OfficePackage.root(OfficePackage.related(main, "styles")),
                    from1904.equals("1") || from1904.equals("true"));
            var strings = XlsxParts.strings(OfficePackage.related(main, "sharedStrings"), builder);
            for (var sheet : Xml.children(sheets, "sheet")) {
                String name = Xml.attribute(sheet, "name");
                var part = OfficePackage.part(main, Xml.attribute(sheet, "id"));
                if (part.isEmpty()) {
                    builder.problem("sheet " + name + " is missing");
                    continue;
                }
                boolean hidden = Xml.attribute(sheet, "state")
                        .toLowerCase(java.util.Locale.ROOT)
                        .contains("hidden");
                if (part.get().getPartName().getName().contains("chartsheets")) continue;
                SheetBlocks.append(builder, name, hidden, XlsxParts.sheet(part.get(), strings, formats));
                comments(part.get(), builder);
                drawing(OfficePackage.related(part.get(), "drawing"), builder);
            }
            return builder.build(source);
        });
    }

    private static void comments(PackagePart sheet, DocumentBuilder builder)
            throws IOException, InvalidFormatException {
        var root = OfficePackage.root(OfficePackage.related(sheet, "comments"));
        var list = root == null ? null : Xml.child(root, "commentList");
        for (var comment : list == null ? List.<Element>of() : Xml.children(list, "comment")) {
            var text = Xml.child(comment, "text");
            String words = text == null
                    ? ""
                    : Characters.oneLine(ADVICE.matcher(text.getTextContent()).replaceFirst(""));
            if (!words.isEmpty()) builder.add(Kind.NOTE, "Note on " + Xml.attribute(comment, "ref") + ": " + words);
        }
    }

    private static void drawing(@Nullable PackagePart part, DocumentBuilder builder) throws IOException {
        var root = OfficePackage.root(part);
        if (part != null && root != null) shapes(root, part, builder);
    }

    private static void shapes(Element parent, PackagePart part, DocumentBuilder builder) throws IOException {
        for (var child : Xml.children(parent)) {
            switch (Xml.name(child)) {
                case "txBody" -> {
                    for (var paragraph : DrawingText.paragraphs(child)) builder.add(Kind.PARAGRAPH, paragraph.words());
                }
                case "chart" -> {
                    var chart = OfficePackage.root(
                            OfficePackage.part(part, Xml.attribute(child, "id")).orElse(null));
                    if (chart != null) builder.add(Kind.PARAGRAPH, OfficeChart.title(chart)); // its figures are cells
                }
                case "relIds" -> new OfficeGraphic(builder, null, List.of()).append(child, part);
                case "blip" -> picture(child, part, builder);
                case "Fallback" -> {}
                default -> shapes(child, part, builder);
            }
        }
    }

    private static void picture(Element blip, PackagePart part, DocumentBuilder builder) {
        try {
            var image = OfficePackage.image(part, Xml.attribute(blip, "embed"), null, "");
            if (image != null) builder.place(image);
        } catch (IOException unreadable) {
            builder.problem("a picture could not be read");
        }
    }
}
