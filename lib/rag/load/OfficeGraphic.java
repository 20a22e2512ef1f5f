package rag.load;

import java.io.IOException;
import java.util.List;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import rag.model.Block.Kind;

/** Charts and diagrams (SmartArt), which slides, Word documents and sheets alike keep in parts of their own. */
final class OfficeGraphic {

    private final DocumentBuilder builder;
    private final @Nullable Integer page;
    private final List<String> flags;

    /** @param page slide that it stands on; null where there are no pages */
    OfficeGraphic(DocumentBuilder builder, @Nullable Integer page, List<String> flags) {
        this.builder = builder;
        this.page = page;
        this.flags = flags;
    }

    /**
     * Appends what a drawing names.
     *
     * @param reference {@code chart} or {@code relIds}
     * @param part the part that the drawing stands in
     */
    void append(Element reference, PackagePart part) {
        boolean chart = Xml.name(reference).equals("chart");
        try {
            var named = OfficePackage.part(part, Xml.attribute(reference, chart ? "id" : "dm"));
            var root = OfficePackage.root(named.orElse(null));
            if (root == null) return;
            if (chart) chart(root);
            else diagram(root);
        } catch (IOException broken) {
            problem("a chart or diagram could not be read");
        }
    }

    private void problem(String words) {
        builder.problem((page == null ? "" : "slide " + page + ": ") + words);
    }

    private void chart(Element chart) {
        builder.add(Kind.PARAGRAPH, 0, OfficeChart.title(chart), page, "", flags);
        builder.add(Kind.TABLE, 0, OfficeChart.table(chart, this::problem), page, "", flags);
    }

    private void diagram(Element diagram) {
        var points = Xml.child(diagram, "ptLst");
        for (var point : points == null ? List.<Element>of() : Xml.children(points, "pt")) {
            var body = Xml.child(point, "t");
            String words = body == null ? "" : DrawingText.line(body);
            if (!words.isEmpty()) builder.add(Kind.LIST, 0, "- " + words, page, "", flags);
        }
    }
}
