package rag.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.poi.EncryptedDocumentException;
import org.apache.poi.hslf.exceptions.EncryptedPowerPointFileException;
import org.apache.poi.hslf.exceptions.OldPowerPointFormatException;
import org.apache.poi.hslf.usermodel.HSLFGroupShape;
import org.apache.poi.hslf.usermodel.HSLFPictureShape;
import org.apache.poi.hslf.usermodel.HSLFShape;
import org.apache.poi.hslf.usermodel.HSLFSlide;
import org.apache.poi.hslf.usermodel.HSLFSlideShow;
import org.apache.poi.hslf.usermodel.HSLFTable;
import org.apache.poi.hslf.usermodel.HSLFTextParagraph;
import org.apache.poi.hslf.usermodel.HSLFTextShape;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.sl.usermodel.Placeholder;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;
import rag.model.Page;

/** Old PowerPoint presentations (PPT, 97 to 2003): each slide is a page, its notes behind it. */
public final class PptLoader implements DocumentLoader {

    private static final Set<Placeholder> FURNITURE =
            Set.of(Placeholder.DATETIME, Placeholder.FOOTER, Placeholder.HEADER, Placeholder.SLIDE_NUMBER);
    private static final List<String> HIDDEN = List.of("hidden slide");

    @Override
    public String type() {
        return "ppt";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("ppt", "pps", "pot");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        Quiet.libraries();
        var builder = new DocumentBuilder(type());
        try (var files = new POIFSFileSystem(source.path().toFile(), true);
                var show = new HSLFSlideShow(files)) {
            OleProperties.add(show.getSlideShowImpl().getSummaryInformation(), builder);
            for (var slide : show.getSlides()) slide(slide, builder);
        } catch (EncryptedPowerPointFileException e) {
            throw new LoadException(DocumentState.ENCRYPTED, "the presentation needs a password to be opened", e);
        } catch (EncryptedDocumentException e) {
            throw new LoadException(DocumentState.ENCRYPTED, "the presentation needs a password to be opened", e);
        } catch (OldPowerPointFormatException e) {
            throw new LoadException(DocumentState.UNSUPPORTED, "a presentation of PowerPoint 95 or before", e);
        }
        return builder.build(source);
    }

    private static void slide(HSLFSlide slide, DocumentBuilder builder) {
        int number = slide.getSlideNumber();
        var flags = slide.isHidden() ? HIDDEN : List.<String>of();
        int before = builder.length();
        String title = slide.getTitle();
        var walk = new Walk(builder, number, flags, title == null ? "" : title.strip());
        boolean titled = title != null && !title.isBlank();
        var shapes = ShapeOrder.of(slide.getShapes().stream().map(Walk::placed).toList());
        boolean shows = shapes.stream()
                .anyMatch(shape -> !(shape instanceof HSLFTextShape text)
                        || !text.getText().isBlank());
        if (titled || shows)
            builder.add(Kind.HEADING, 2, Characters.oneLine(titled ? title : "Slide " + number), number, "", flags);
        for (var shape : shapes) walk.shape(shape);
        if (slide.getNotes() != null) {
            for (var paragraphs : slide.getNotes().getTextParagraphs()) {
                if (paragraphs.isEmpty()) continue;
                var shape = paragraphs.getFirst().getParentShape();
                if (shape != null && shape.getPlaceholder() != null && FURNITURE.contains(shape.getPlaceholder()))
                    continue;
                String words = HSLFTextParagraph.getText(paragraphs).strip();
                if (!words.isEmpty() && !words.equals("*"))
                    builder.add(Kind.NOTE, 0, "Notes: " + words, number, "", flags);
            }
        }
        builder.page(new Page(number, Integer.toString(number), builder.length() > before, flags));
    }

    private record Walk(DocumentBuilder builder, int number, List<String> flags, String heading) {

        static ShapeOrder.Placed<HSLFShape> placed(HSLFShape shape) {
            var box = shape.getAnchor();
            if (box == null) return ShapeOrder.unplaced(shape);
            return new ShapeOrder.Placed<>(shape, box.getX(), box.getY(), Math.max(0, box.getHeight()));
        }

        void shape(HSLFShape shape) {
            switch (shape) {
                case HSLFTable table -> table(table);
                case HSLFGroupShape group ->
                    ShapeOrder.of(group.getShapes().stream().map(Walk::placed).toList())
                            .forEach(this::shape);
                case HSLFPictureShape picture -> {
                    var data = picture.getPictureData();
                    if (data != null) OleProperties.picture(data.getData(), number, builder);
                }
                case HSLFTextShape text -> text(text);
                default -> {}
            }
        }

        private void text(HSLFTextShape shape) {
            var place = shape.getPlaceholder();
            boolean title = shape.getText().strip().equals(heading);
            if (title || (place != null && FURNITURE.contains(place))) return;
            for (var paragraph : shape.getTextParagraphs()) {
                String words = HSLFTextParagraph.getText(List.of(paragraph)).strip();
                if (words.isEmpty()) continue;
                boolean bullet =
                        paragraph.isBullet() && shape.getTextParagraphs().size() > 1;
                if (bullet)
                    builder.add(
                            Kind.LIST,
                            0,
                            "  ".repeat(Math.clamp(paragraph.getIndentLevel(), 0, 8)) + "- "
                                    + Characters.oneLine(words),
                            number,
                            "",
                            flags);
                else builder.add(Kind.PARAGRAPH, 0, words, number, "", flags);
            }
        }

        private void table(HSLFTable table) {
            var rows = new ArrayList<List<String>>();
            for (int i = 0; i < table.getNumberOfRows(); i++) {
                var row = new ArrayList<String>();
                for (int j = 0; j < table.getNumberOfColumns(); j++) {
                    var cell = table.getCell(i, j);
                    row.add(cell == null ? "" : Characters.oneLine(cell.getText()));
                }
                rows.add(row);
            }
            builder.add(Kind.TABLE, 0, MarkdownTable.of(rows), number, "", flags);
        }
    }
}
