package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import rag.model.Query;

/** An ingestion whose pictures go through a model, over a real store, with a service on this machine. */
@Timeout(120)
class PicturePassesTest extends WithModel {

    private void picture(Corpus corpus, String name, int side, Color color) throws IOException {
        var image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < side; i++) image.setRGB(i, i, color.getRGB());
        var file = corpus.docs().resolve(name).toFile();
        assertTrue(ImageIO.write(image, "png", new File(file.getPath())));
    }

    private Map<String, String> looking(String maxCalls) {
        return Map.of(
                "ingestion.chunk_refiner.use_llm", "false",
                "vision_llm.enabled", "true",
                "vision_llm.provider", "openai",
                "vision_llm.base_url", "", // that of llm
                "vision_llm.max_calls", maxCalls);
    }

    @Test
    void picturesAreCaptionedOnceSmallOnesNotAtAllAndTheirWordsAreFound() throws Exception {
        try (var stub = new ModelStub(request -> "A graph of zirconium output over the months.")) {
            var settings = new HashMap<>(looking("10"));
            settings.remove("vision_llm.base_url");
            try (var corpus = corpus(stub, settings)) {
                picture(corpus, "graph.png", 90, Color.RED);
                picture(corpus, "dot.png", 16, Color.RED);
                corpus.write("a.md", "# A\n\nSee the oil figure: ![](graph.png) and ![](dot.png)");
                corpus.write("b.md", "# B\n\nAgain the oil figure: ![](graph.png)");
                corpus.ingest(NAME);
                assertEquals(1, stub.requests().size());
                assertTrue(stub.requests()
                        .getFirst()
                        .at("/messages/1/content/1/image_url/url")
                        .asText()
                        .startsWith("data:image/png;base64,"));
                var hits = new Search(corpus.engine())
                        .ask(Query.of("zirconium", 10))
                        .hits();
                assertFalse(hits.isEmpty());
                assertTrue(hits.getFirst().chunk().text().contains("] A graph of zirconium"));
                var data = transform(corpus);
                assertNotNull(data.get("vision_llm"), data.toString());
            }
        }
    }

    @Test
    void theCapOnPicturesIsKeptAndSaid() throws Exception {
        try (var stub = new ModelStub(request -> "A line.")) {
            var settings = new HashMap<>(looking("2"));
            settings.remove("vision_llm.base_url");
            try (var corpus = corpus(stub, settings)) {
                for (int i = 0; i < 5; i++) picture(corpus, "p" + i + ".png", 60 + i, Color.BLUE);
                corpus.write(
                        "a.md",
                        IntStream.range(0, 5)
                                .mapToObj(i -> "# Part " + i + "\n\nThe oil: ![](p" + i + ".png)")
                                .collect(Collectors.joining("\n\n")));
                var report = corpus.ingest(NAME);
                assertEquals(2, stub.requests().size());
                assertTrue(report.notes().toString().contains("vision_llm.max_calls: 2"), "" + report.notes());
            }
        }
    }
}
