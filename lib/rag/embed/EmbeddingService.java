package rag.embed;

import com.openai.models.embeddings.EmbeddingCreateParams;
import java.util.List;
import rag.config.Provider;
import rag.config.Settings;
import rag.llm.Endpoint;
import rag.llm.EndpointException;
import rag.llm.Target;
import rag.model.Failure;

/** One endpoint that speaks OpenAI's embeddings protocol. */
final class EmbeddingService implements AutoCloseable {

    /** No right answer is longer than this, and so many numbers of so many characters for each text. */
    private static final long FRAME = 1_000_000, DIMENSIONS = 4096, DIGITS = 32;

    private final Settings.Embedding settings;
    private final Endpoint endpoint;

    /** The service finds the request wrong or too large; a smaller one it may take. */
    static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        private final String reason;

        Refused(String reason) {
            super(reason);
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    EmbeddingService(Settings.Embedding settings) {
        this.settings = settings;
        var batch = settings.batchSize();
        long texts = batch == null ? Provider.named(settings.provider()).batch() : batch;
        this.endpoint = new Endpoint(
                Target.of("embedding", "the embedding service", settings), FRAME + texts * DIMENSIONS * DIGITS);
    }

    /** For messages: "the embedding service at localhost:11434". */
    String name() {
        return endpoint.name();
    }

    /**
     * One request, tried {@code embedding.retries} times more within {@code embedding.timeout_s} altogether.
     *
     * @return vectors of unit length in the texts' order
     * @throws Refused when the service finds the request wrong or too large
     * @throws Failure when it can't be reached, lets nobody in, or answers with anything but the right vectors
     */
    List<float[]> embed(List<String> texts) throws Refused {
        var request = EmbeddingCreateParams.builder()
                .model(settings.model())
                .inputOfArrayOfStrings(texts)
                .encodingFormat(EmbeddingCreateParams.EncodingFormat.FLOAT);
        if (settings.dimensions() != null) request.dimensions(settings.dimensions());
        try {
            var answer = endpoint.call((client, options) -> client.embeddings().create(request.build(), options));
            return VectorAnswer.read(answer, texts.size(), name());
        } catch (EndpointException e) {
            var said = "" + e.getMessage();
            switch (e.kind()) {
                case TEXT, REFUSED -> throw new Refused(said);
                case GARBLED -> throw VectorAnswer.unkept(said);
                case DOWN, SHUT -> throw new Failure(said, e);
            }
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
