package rag.load;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;
import rag.text.Language;

/** A picture as a document: itself, and the words that are recognised in it. */
public final class ImageLoader implements DocumentLoader {

    private static final List<String> RECOGNISED = List.of("recognised text");

    private final Ocr ocr;

    public ImageLoader(Ocr ocr) {
        this.ocr = ocr;
    }

    @Override
    public String type() {
        return "image";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("png", "jpg", "jpeg", "tif", "tiff", "gif", "bmp");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type()).title(source.stem());
        try {
            var image = Rasters.image(source.bytes(), null, "");
            if (image == null)
                throw new LoadException(DocumentState.NO_TEXT, "the picture is too small to show anything");
            builder.place(image);
            var reading = ocr.document(Language.UNKNOWN);
            for (String paragraph : reading.paragraphs(image.bytes()))
                builder.add(Kind.PARAGRAPH, 0, paragraph, null, "", RECOGNISED);
            if (!reading.problem().isEmpty()) builder.problem(reading.problem());
        } catch (IOException | RuntimeException broken) {
            throw new LoadException(DocumentState.FAILED, "not a readable picture: " + broken.getMessage(), broken);
        }
        return builder.build(source);
    }
}
