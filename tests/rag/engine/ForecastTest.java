package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForecastTest {

    @TempDir
    Path folder;

    private static IngestRequest request(Corpus corpus) {
        return new IngestRequest("c", List.of(corpus.docs()), false, false, false, Duration.ofSeconds(5), "test");
    }

    private static Forecast forecast(Corpus corpus) {
        return Forecast.of(corpus.engine(), new Ingestion(corpus.engine()).plan(request(corpus), Progress.NONE));
    }

    private static final String MODEL = """
        llm: {provider: openai, base_url: "http://127.0.0.1:9/v1", model: m}
        ingestion: {chunk_refiner: {use_llm: true}, metadata_enricher: {use_llm: true}, chunk_size: 100}
        """;

    @Test
    void withoutEarlierRunsItCountsLettersAndSaysSo() {
        try (var corpus = new Corpus(folder, Map.of(), MODEL)) {
            corpus.write("a.md", "word ".repeat(600)); // 3000 letters, 300 to a passage
            corpus.write("b.md", "short");
            var forecast = forecast(corpus);

            assertEquals(2, forecast.files());
            assertEquals(11, forecast.passages());
            assertEquals(22, forecast.llmCalls());
            assertEquals(0, forecast.embeddingRequests());
            assertFalse(forecast.measured());
            // the model runs at 3 s a call, four at once; the passages at 8 a second and core
            double embedding = 11.0 / 8 / Runtime.getRuntime().availableProcessors();
            assertEquals(22 * 3 / 4.0 + embedding, forecast.seconds(), 0.1);
        }
    }

    @Test
    void whatEarlierRunsTookIsWhatTheNextOneWillTake() {
        try (var corpus = new Corpus(folder, Map.of());
                var jobs = new Jobs(corpus.engine())) {
            for (int i = 0; i < 30; i++) corpus.write("f" + i + ".md", "Short text number " + i);
            jobs.run(request(corpus), "test", Progress.NONE, () -> false);
            for (int i = 30; i < 60; i++) corpus.write("f" + i + ".md", "Short text number " + i);
            var forecast = forecast(corpus);

            assertTrue(forecast.measured());
            assertEquals(30, forecast.passages(), 1);
            assertTrue(forecast.seconds() > 0 && forecast.seconds() < 60, "" + forecast);
        }
    }
}
