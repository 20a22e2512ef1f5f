import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.Graphics2D;
import java.awt.Polygon;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.font.PDFont;

/** Draws at two pixels a point, with a font that PDFBox brings along, so that no installed font matters. */
final class Figure {

    private static final Color BLUE = new Color(0x2F6DB3);
    private static final Color RED = new Color(0xB5452C);
    private final BufferedImage image;
    private final Graphics2D g;

    private Figure(int width, int height) throws IOException {
        image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, width, height);
        try (var font =
                PDFont.class.getResourceAsStream("/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf")) {
            g.setFont(Font.createFont(Font.TRUETYPE_FONT, font).deriveFont(20f));
        } catch (FontFormatException e) {
            throw new IOException("PDFBox's own font cannot be read", e);
        }
    }

    /** Line art in few colours: sixteen levels a channel and a palette make the file a quarter as large. */
    static byte[] png(String name) throws IOException {
        var drawn = draw(name);
        int width = drawn.getWidth();
        var pixels = drawn.getRGB(0, 0, width, drawn.getHeight(), null, 0, width);
        for (int i = 0; i < pixels.length; i++) pixels[i] = (pixels[i] >> 4 & 0x0F0F0F) * 17;
        var palette = Arrays.stream(pixels).distinct().sorted().toArray();
        var colors = new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
        var image = new BufferedImage(width, drawn.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colors);
        for (int i = 0; i < pixels.length; i++) {
            image.getRaster().setSample(i % width, i / width, 0, Arrays.binarySearch(palette, pixels[i]));
        }
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    private static BufferedImage draw(String name) throws IOException {
        return switch (name) {
            case "flow" -> flow();
            case "seeing" -> seeing();
            case "shutter" -> shutter();
            case "reflectivity" -> reflectivity();
            default -> throw new IllegalArgumentException("no figure is called " + name);
        };
    }

    private static BufferedImage flow() throws IOException {
        var f = new Figure(920, 840);
        f.box(40, 10, 380, 60, "Every 10 s: read all sensors");
        var questions = List.of(
                "Rain, snow or lightning?",
                "Gust > 20 m/s or mean > 15 m/s?",
                "Humidity 85 % or more?",
                "Near dew point, or dust?");
        var answers =
                List.of("Close dome and mirror covers", "Close dome, park", "Close dome", "Close mirror covers only");
        for (int i = 0; i < 4; i++) {
            int middle = 150 + i * 135;
            f.arrow(230, middle - 80, 230, middle - 50);
            f.diamond(230, middle, 220, 50, questions.get(i));
            f.arrow(450, middle, 520, middle);
            f.label("yes", 465, middle - 8);
            f.label("no", 240, middle + 70);
            f.box(520, middle - 30, 340, 60, answers.get(i));
            if (i < 3) f.g.drawLine(860, middle, 905, middle);
        }
        f.arrow(230, 605, 230, 690);
        f.box(40, 690, 380, 60, "Go on observing");
        f.g.drawLine(905, 150, 905, 665);
        f.arrow(905, 665, 880, 665);
        f.diamond(690, 665, 190, 50, "Encoder and switch agree?");
        f.arrow(690, 715, 690, 765);
        f.label("no, for 45 s", 702, 745);
        f.box(520, 765, 340, 60, "Alarm NJ-1107: hand crank");
        return f.image;
    }

    private static BufferedImage seeing() throws IOException {
        var f = new Figure(680, 440);
        f.axes(-3, 3, 1, 0, 1.4, 0.2, "Mirror minus air (°C)", "Dome seeing (arcsec)");
        f.line(
                BLUE,
                IntStream.range(0, 120)
                        .mapToObj(i -> i / 40.0)
                        .flatMapToDouble(x -> DoubleStream.of(x, 0.36 * Math.pow(x, 1.2)))
                        .toArray());
        double[] noise = {.02, -.03, .01, .03, -.02, -.01, .02, -.02, .03, -.03, .01, .02};
        for (int i = -11; i <= 11; i++) {
            double x = i / 4.0;
            double base = x > 0 ? 0.36 * Math.pow(x, 1.2) : x < -2 ? 0.1 + 0.22 * (-2 - x) : 0.1;
            f.dot(x, Math.max(0.06, base + noise[Math.floorMod(i, 12)]));
        }
        return f.image;
    }

    private static BufferedImage shutter() throws IOException {
        var f = new Figure(900, 440);
        f.axes(0, 35, 5, 0, 100, 20, "Minutes after 03:15 local time", "Left shutter closed (%)");
        f.line(BLUE, 0, 0, 3, 0, 3.75, 61, 10, 61, 32, 100, 35, 100);
        f.line(RED, 3.75, 0, 3.75, 100);
        f.mark("03:19 motor stops at 61 %", 4.4, 90, RED);
        f.mark("hand crank 03:25 to 03:47", 15, 60, BLUE);
        return f.image;
    }

    private static BufferedImage reflectivity() throws IOException {
        var f = new Figure(900, 440);
        f.axes(0, 24, 3, 84, 92, 1, "Months since coating", "Reflectivity at 550 nm (%)");
        double[] washes = {3, 90, 3, 90.8, 6, 89.3, 6, 90.1, 9, 88.6, 9, 89.4, 12, 87.9, 12, 88.7, 15, 87.2, 15, 88};
        double[] last = {18, 86.5, 18, 87.3, 21, 85.8, 21, 86.6, 22, 86.1};
        f.line(
                BLUE,
                Stream.of(new double[] {0, 91.5}, washes, last)
                        .flatMapToDouble(Arrays::stream)
                        .toArray());
        f.g.setStroke(new BasicStroke(3, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {12, 8}, 0));
        f.path(RED, 0, 85, 24, 85);
        f.mark("limit 85 %", 1, 85.25, RED);
        return f.image;
    }

    private double x0;
    private double x1;
    private double y0;
    private double y1;

    private void axes(
            double fromX, double toX, double stepX, double fromY, double toY, double stepY, String x, String y) {
        x0 = fromX;
        x1 = toX;
        y0 = fromY;
        y1 = toY;
        g.setStroke(new BasicStroke(1));
        for (double v = fromX; v <= toX + 1e-9; v += stepX) grid(v, fromY, v, toY, number(v), -8, 28);
        for (double v = fromY; v <= toY + 1e-9; v += stepY) grid(fromX, v, toX, v, number(v), -46, 7);
        label(x, image.getWidth() / 2 - g.getFontMetrics().stringWidth(x) / 2 + 30, image.getHeight() - 10);
        g.rotate(-Math.PI / 2);
        label(y, -image.getHeight() / 2 - g.getFontMetrics().stringWidth(y) / 2 + 30, 24);
        g.rotate(Math.PI / 2);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : "%.1f".formatted(value);
    }

    private void grid(double ax, double ay, double bx, double by, String text, int dx, int dy) {
        g.setColor(Color.LIGHT_GRAY);
        g.drawLine(px(ax), py(ay), px(bx), py(by));
        label(text, px(ax) + dx, py(ay) + dy);
    }

    private int px(double x) {
        return (int) Math.round(90 + (x - x0) / (x1 - x0) * (image.getWidth() - 120));
    }

    private int py(double y) {
        return (int) Math.round(20 + (y1 - y) / (y1 - y0) * (image.getHeight() - 90));
    }

    private void line(Color color, double... xy) {
        g.setStroke(new BasicStroke(4));
        path(color, xy);
    }

    private void path(Color color, double... xy) {
        var path = new Path2D.Double();
        path.moveTo(px(xy[0]), py(xy[1]));
        for (int i = 2; i < xy.length; i += 2) path.lineTo(px(xy[i]), py(xy[i + 1]));
        g.setColor(color);
        g.draw(path);
    }

    private void dot(double x, double y) {
        g.setColor(RED);
        g.fillOval(px(x) - 6, py(y) - 6, 12, 12);
    }

    private void mark(String text, double x, double y, Color color) {
        g.setColor(color);
        g.drawString(text, px(x), py(y));
    }

    private void label(String text, int x, int baseline) {
        g.setColor(Color.BLACK);
        g.drawString(text, x, baseline);
    }

    private void centred(String text, int x, int y) {
        label(text, x - g.getFontMetrics().stringWidth(text) / 2, y + 7);
    }

    private void box(int x, int y, int width, int height, String text) {
        g.setColor(new Color(0xE6ECF3));
        g.fillRoundRect(x, y, width, height, 18, 18);
        g.setColor(BLUE);
        g.setStroke(new BasicStroke(2));
        g.drawRoundRect(x, y, width, height, 18, 18);
        centred(text, x + width / 2, y + height / 2);
    }

    private void diamond(int x, int y, int halfWidth, int halfHeight, String text) {
        var shape = new Polygon(
                new int[] {x - halfWidth, x, x + halfWidth, x}, new int[] {y, y - halfHeight, y, y + halfHeight}, 4);
        g.setColor(new Color(0xFFF3D6));
        g.fill(shape);
        g.setColor(RED);
        g.setStroke(new BasicStroke(2));
        g.draw(shape);
        centred(text, x, y);
    }

    private void arrow(int ax, int ay, int bx, int by) {
        g.setColor(Color.DARK_GRAY);
        g.setStroke(new BasicStroke(2));
        g.drawLine(ax, ay, bx, by);
        int dx = Integer.signum(bx - ax) * 12;
        int dy = Integer.signum(by - ay) * 12;
        g.fill(new Polygon(
                new int[] {bx, bx - dx - dy / 2, bx - dx + dy / 2},
                new int[] {by, by - dy - dx / 2, by - dy + dx / 2},
                3));
    }
}
