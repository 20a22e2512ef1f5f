package rag.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.llm.ChatStub.error;
import static rag.llm.ChatStub.says;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class VisionModelsTest {

    static byte[] picture(int width, int height, String kind) throws IOException {
        var out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), kind, out);
        return out.toByteArray();
    }

    private static VisionRequest request(byte[] image, String extension) {
        return new VisionRequest("You caption.", "What is it?", image, extension, 300);
    }

    private static byte[] sent(ChatStub stub, int request, String kind) throws IOException {
        var url = stub.body(request).at("/messages/1/content/1/image_url/url").asText();
        var head = "data:image/" + kind + ";base64,";
        assertTrue(url.startsWith(head), url.substring(0, 40));
        return Base64.getDecoder().decode(url.substring(head.length()));
    }

    @Test
    void aPictureIsSentWithItsTask() throws Exception {
        try (var stub = new ChatStub(says("A black square."));
                var model = VisionModels.open(stub.vision("openai", 100, 5, 0)).orElseThrow()) {
            var image = picture(40, 30, "png");
            assertEquals(new ChatAnswer("A black square.", 11, 7), model.ask(request(image, "png")));
            assertEquals("You caption.", stub.body(0).at("/messages/0/content").asText());
            assertEquals(
                    "What is it?", stub.body(0).at("/messages/1/content/0/text").asText());
            assertEquals(300, stub.body(0).path("max_tokens").asInt());
            assertArrayEquals(image, sent(stub, 0, "png"));
        }
    }

    @ParameterizedTest
    @CsvSource({"400, 100, png, png, 200, 50", "100, 400, jpg, jpeg, 50, 200", "30, 20, bmp, png, 30, 20"})
    void aPictureIsScaledDownToTheLimitAndPutIntoAKindThatIsRead(
            int width, int height, String extension, String kind, int sentWidth, int sentHeight) throws Exception {
        try (var stub = new ChatStub(says("A black square."));
                var model = VisionModels.open(stub.vision("gemini", 200, 5, 0)).orElseThrow()) {
            model.ask(request(picture(width, height, extension), extension));
            var image = ImageIO.read(new ByteArrayInputStream(sent(stub, 0, kind)));
            assertEquals(sentWidth, image.getWidth());
            assertEquals(sentHeight, image.getHeight());
        }
    }

    /** There is no setting that would raise it. */
    @Test
    void aCaptionThatWasCutIsToldByTheBoundOfItsTask() throws Exception {
        try (var stub = new ChatStub(says("A black", "length"));
                var model = VisionModels.open(stub.vision("openai", 100, 5, 0)).orElseThrow()) {
            var image = request(picture(40, 30, "png"), "png");
            var said = String.valueOf(
                    assertThrows(ModelException.class, () -> model.ask(image)).getMessage());
            assertTrue(said.contains("cut at the 300 tokens") && !said.contains("max_tokens"), said);
        }
    }

    @Test
    void whatIsNoPictureIsNotSent() throws Exception {
        try (var stub = new ChatStub(says("?"));
                var model = VisionModels.open(stub.vision("openai", 200, 5, 0)).orElseThrow()) {
            assertThrows(ModelException.class, () -> model.ask(request(new byte[] {1, 2, 3}, "emf")));
            assertTrue(stub.requests().isEmpty());
        }
    }

    @Test
    void aWrongKeyStopsAtOnceAndNamesItsVariable() throws Exception {
        try (var stub = new ChatStub(error(401, "no"));
                var model = VisionModels.open(stub.vision("kimi", 200, 5, 2)).orElseThrow()) {
            var image = picture(2, 2, "png");
            var e = assertThrows(ModelException.class, () -> model.ask(request(image, "png")));
            assertTrue(("" + e.getMessage()).contains("MOONSHOT_API_KEY"), "" + e.getMessage());
            assertTrue(("" + e.getMessage()).contains("vision_llm.api_key"), "" + e.getMessage());
            assertThrows(ModelException.class, () -> model.ask(request(image, "png")));
            assertEquals(1, stub.requests().size());
        }
    }

    @Test
    void errorsThatMayPassAreTriedAgainAndHangsEnd() throws Exception {
        var image = picture(2, 2, "png");
        try (var stub = new ChatStub(
                        error(429, "slowly").withHeader("Retry-After", "1"), error(500, "later"), says("A dot."));
                var model = VisionModels.open(stub.vision("ollama", 200, 10, 2)).orElseThrow()) {
            assertEquals("A dot.", model.ask(request(image, "png")).text());
        }
        try (var stub = new ChatStub(says("late").withFixedDelay(20_000));
                var model = VisionModels.open(stub.vision("azure", 200, 1, 2)).orElseThrow()) {
            var e = assertThrows(ModelException.class, () -> model.ask(request(image, "png")));
            assertTrue(("" + e.getMessage()).contains("did not answer within 1 s"), "" + e.getMessage());
        }
    }

    @Test
    void notEnabledIsNoModel() {
        try (var stub = new ChatStub(says(""))) {
            assertTrue(VisionModels.open(stub.vision("none", 100, 5, 0)).isEmpty());
        }
    }
}
