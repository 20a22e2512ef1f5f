package rag.load;

import java.util.ArrayList;
import rag.model.Document;
import rag.model.Image;
import rag.text.Language;
import rag.text.Texts;

/** Adds to a document's pictures the words that are recognised in them: a drawing is found by what stands in it. */
final class OcrCaptions {

    /** Longest caption, in characters. */
    private static final int LONGEST = 400;

    /** Bytes below which a picture is a logo or an icon. */
    private static final int SMALLEST = 4000;

    private OcrCaptions() {}

    static Document read(Document document, Ocr ocr) {
        boolean some = document.images().stream().anyMatch(image -> image.bytes().length >= SMALLEST);
        if (!some || !ocr.ready() || document.type().equals("image")) return document;
        var reading = ocr.document(Language.of(document.text()));
        var images = new ArrayList<Image>();
        var scans = document.pages().stream() // a scanned page is its picture, and has been read
                .filter(page -> page.flags().contains("recognised text"))
                .map(page -> page.number())
                .toList();
        for (var image : document.images()) {
            boolean looked = image.bytes().length < SMALLEST || image.page() != null && scans.contains(image.page());
            images.add(looked ? image : read(image, reading));
        }
        var problems = new ArrayList<>(document.problems());
        if (!reading.problem().isEmpty()) problems.add(reading.problem());
        return new Document(
                document.title(),
                document.type(),
                document.metadata(),
                document.text(),
                document.blocks(),
                document.pages(),
                images,
                problems);
    }

    private static Image read(Image image, Ocr.Reading reading) {
        String words = Characters.oneLine(String.join("; ", reading.paragraphs(image.bytes())));
        if (words.isEmpty()) return image;
        String caption = image.caption().isBlank() ? words : image.caption() + " | " + words;
        return new Image(image.id(), image.extension(), image.bytes(), image.page(), Texts.cut(caption, LONGEST));
    }
}
