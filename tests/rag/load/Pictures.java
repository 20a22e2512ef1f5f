package rag.load;

import java.awt.Color;
import java.awt.Font;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;

/** Draws pictures for tests. */
final class Pictures {

    private Pictures() {}

    /** A PNG with these lines of words, black on white, as large as they need at 40 pixels a line. */
    static byte[] png(String... lines) throws IOException {
        var picture = new BufferedImage(900, 80 + 60 * lines.length, BufferedImage.TYPE_BYTE_GRAY);
        var pen = picture.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, picture.getWidth(), picture.getHeight());
        pen.setColor(Color.BLACK);
        pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 40));
        for (int i = 0; i < lines.length; i++) pen.drawString(lines[i], 30, 80 + 60 * i);
        pen.dispose();
        return Rasters.png(picture);
    }
}
