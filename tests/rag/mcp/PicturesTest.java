package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import rag.answer.Budget;

/** Pictures in answers: they cost tokens as text does, and what has no room is named. */
class PicturesTest extends WithHub {

    private void write(int pictures, int width, int height) throws IOException {
        var text = new StringBuilder("# Dials\n\nThe dials of the pump.\n\n");
        for (int i = 0; i < pictures; i++) {
            var picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            var pen = picture.createGraphics();
            pen.setColor(new Color(40 * i + 20, 90, 200 - 30 * i));
            pen.fillRect(0, 0, width, height);
            pen.setColor(Color.WHITE);
            pen.drawLine(0, 0, width, 10 * i);
            pen.dispose();
            ImageIO.write(picture, "png", hub.docs().resolve("p" + i + ".png").toFile());
            text.append("![dial %d](p%d.png)\n\n".formatted(i, i));
        }
        hub.write("dials.md", text.toString());
        hub.ingest("knowledge_hub");
    }

    private static List<Map<String, Object>> pictures(Map<String, Object> result) {
        return Talk.maps(result.get("content")).stream()
                .filter(block -> block.get("type").equals("image"))
                .toList();
    }

    private static long cost(Map<String, Object> block) throws IOException {
        var picture = ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode("" + block.get("data"))));
        return (long) picture.getWidth() * picture.getHeight() / 750;
    }

    @Test
    void picturesAndTextTogetherStayWithinMaxTokens() throws IOException {
        write(5, 1000, 1000); // shown with 768 x 768: 786 tokens each
        for (int most : List.of(300, 1500, 2500, 5000)) {
            var result = hub.call("query_knowledge_hub", Map.of("query", "dials of the pump", "max_tokens", most));
            long spent = Budget.tokens(Talk.text(result));
            for (var picture : pictures(result)) spent += cost(picture);
            assertTrue(spent <= most + 150, spent + " of " + most);
            int fit = Math.min(3, (most - 700) / 786);
            assertTrue(pictures(result).size() >= fit, pictures(result).size() + " pictures in " + most);
        }
    }

    @Test
    void whatHasNoRoomIsNamedAndComesByItself() throws IOException {
        write(5, 1000, 1000);
        var result = hub.call("query_knowledge_hub", Map.of("query", "dials of the pump"));
        assertEquals(3, pictures(result).size());
        var notes = "" + Talk.data(result).get("notes");
        var named = notes.replaceAll("(?s).*get_image shows them: ([^\\]]*)].*", "$1")
                .split(", ");
        assertEquals(2, named.length, notes);
        assertTrue(Talk.text(result).contains(named[1]));
        for (var id : named) {
            var shown = pictures(hub.call("get_image", Map.of("image_id", id)));
            assertEquals(1000 * 1000 / 750, cost(shown.getFirst()));
        }
    }

    @Test
    void wherePicturesFitNothingIsSaid() throws IOException {
        write(2, 90, 60);
        var result = hub.call("query_knowledge_hub", Map.of("query", "dials of the pump"));
        assertEquals(2, pictures(result).size());
        assertFalse(Talk.text(result).contains("left out"), Talk.text(result));
    }

    /** As PNG a photograph is several times as large as it came. */
    @Test
    void aPhotographIsShownInTheAnswerAndWhole() throws IOException {
        var random = new java.util.Random(7);
        var photo = new BufferedImage(1800, 1300, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < photo.getHeight(); y++)
            for (int x = 0; x < photo.getWidth(); x++)
                photo.setRGB(
                        x, y, new Color(x / 8 % 200 + random.nextInt(50), y / 6 % 200, random.nextInt(90)).getRGB());
        ImageIO.write(photo, "jpg", hub.docs().resolve("photo.jpg").toFile());
        hub.write("roof.md", "# Roof\n\nThe roof after the storm.\n\n![storm](photo.jpg)\n");
        hub.ingest("knowledge_hub");
        var result = hub.call("query_knowledge_hub", Map.of("query", "roof after the storm"));
        var shown = pictures(result);
        assertEquals(1, shown.size(), "" + Talk.data(result).get("notes"));
        assertEquals("image/jpeg", shown.getFirst().get("mimeType"));

        var passage = Talk.maps(Talk.data(result).get("passages")).getFirst();
        var named = ((List<?>) passage.get("images")).getFirst().toString();
        assertTrue(named.endsWith(": storm"), named);
        var whole = pictures(hub.call("get_image", Map.of("image_id", named)));
        assertTrue(cost(whole.getFirst()) > cost(shown.getFirst()));
    }
}
