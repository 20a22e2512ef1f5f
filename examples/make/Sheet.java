import java.awt.Color;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.fontbox.util.autodetect.FontFileFinder;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;

/** The paper and the pen: a PDF document of one page format and one set of fonts; lengths in points, from below. */
final class Sheet {

    static final float EDGE = 62;
    static final Color INK = new Color(0x1F3A5F);
    static final Color SHADE = new Color(0xE6ECF3);

    /** A line may end after a blank and around a Chinese character, but not before closing or after opening marks. */
    private static final Pattern BREAKS = Pattern.compile(
            "(?<= )|(?<=[\\u2e80-\\uffee])(?![，。、；：）” ])" + "|(?=[\\u2e80-\\uffee])(?<![（“ ])(?![，。、；：）”])");

    final PDDocument document = new PDDocument();
    final PDFont body;
    final PDFont italic;
    final PDFont strong = new PDType1Font(FontName.HELVETICA_BOLD);
    final PDFont sans = new PDType1Font(FontName.HELVETICA);
    final PDFont mono = new PDType1Font(FontName.COURIER);
    final PDRectangle format;
    private final PDFont cjk;
    PDPageContentStream out;

    Sheet(Source source) throws IOException {
        boolean plain = !source.get("font").isEmpty();
        body = plain ? sans : new PDType1Font(FontName.TIMES_ROMAN);
        italic = new PDType1Font(plain ? FontName.HELVETICA_OBLIQUE : FontName.TIMES_ITALIC);
        cjk = source.get("font").equals("cjk")
                ? PDType0Font.load(document, cjkFont().orElseThrow())
                : null;
        var a4 = PDRectangle.A4;
        format = source.get("landscape").isEmpty() ? a4 : new PDRectangle(a4.getHeight(), a4.getWidth());
    }

    static Optional<File> cjkFont() {
        return new FontFileFinder()
                .find().stream()
                        .filter(uri -> uri.getPath().endsWith("/DroidSansFallbackFull.ttf"))
                        .map((URI uri) -> new File(uri))
                        .findFirst();
    }

    boolean chinese() {
        return cjk != null;
    }

    /** Goes on to a new page. */
    void page() throws IOException {
        if (out != null) out.close();
        var page = new PDPage(format);
        document.addPage(page);
        out = new PDPageContentStream(document, page);
    }

    /** Goes back to a page that is full, to add to it. */
    void open(int page) throws IOException {
        var mode = PDPageContentStream.AppendMode.APPEND;
        out = new PDPageContentStream(document, document.getPage(page), mode, true, true);
    }

    void close() throws IOException {
        out.close();
    }

    List<String> wrap(String text, PDFont font, float points, float limit) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : BREAKS.split(text)) {
            if (!line.isEmpty() && measure((line + word).stripTrailing(), font, points) > limit) {
                lines.add(line.toString().stripTrailing());
                line.setLength(0);
            }
            line.append(word);
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** The standard fonts have no Chinese, the Chinese font no Latin letters. */
    private PDFont fontOf(char c, PDFont font) {
        return cjk != null && (c >= '\u2e80' || c == '“' || c == '”') ? cjk : font;
    }

    float measure(String text, PDFont font, float points) {
        try {
            float sum = 0;
            for (char c : text.toCharArray()) sum += fontOf(c, font).getStringWidth(String.valueOf(c));
            return sum * points / 1000;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void show(String text, PDFont font, float points, float x, float baseline, Color color) throws IOException {
        out.beginText();
        out.setNonStrokingColor(color);
        out.setStrokingColor(color);
        out.newLineAtOffset(x, baseline);
        for (int from = 0, to; from < text.length(); from = to) {
            var used = fontOf(text.charAt(from), font);
            for (to = from + 1; to < text.length() && fontOf(text.charAt(to), font) == used; ) to++;
            out.setFont(used, points);
            boolean bold = used == cjk && font == strong;
            out.setRenderingMode(bold ? RenderingMode.FILL_STROKE : RenderingMode.FILL);
            if (bold) out.setLineWidth(points / 40);
            out.showText(text.substring(from, to));
        }
        out.endText();
    }

    void line(float x, float at, float end, float thickness, Color color) throws IOException {
        out.setStrokingColor(color);
        out.setLineWidth(thickness);
        out.moveTo(x, at);
        out.lineTo(end, at);
        out.stroke();
    }

    void box(float x, float bottom, float wide, float high, Color color) throws IOException {
        out.setNonStrokingColor(color);
        out.addRect(x, bottom, wide, high);
        out.fill();
    }
}
