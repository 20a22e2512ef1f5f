package rag.embed;

import com.openai.errors.OpenAIInvalidDataException;
import com.openai.models.embeddings.CreateEmbeddingResponse;
import com.openai.models.embeddings.Embedding;
import java.util.Arrays;
import java.util.List;
import rag.llm.Endpoint;
import rag.model.Failure;

/** Reads what an embeddings endpoint answered, and believes nothing of it. */
final class VectorAnswer {

    private VectorAnswer() {}

    /**
     * The vectors by their index, scaled to unit length.
     *
     * @param count how many texts were sent
     * @param from who answered, for messages
     * @throws Failure when one is missing, double, no list of numbers, without direction, or of another length
     */
    static List<float[]> read(CreateEmbeddingResponse answer, int count, String from) {
        var error = answer._allProperties().get("error");
        if (error != null) throw wrong(from, "an error: " + Endpoint.shown(error.toString()));
        try {
            var data = answer.data();
            if (data.size() != count) throw wrong(from, data.size() + " vectors for " + count + " texts");
            var vectors = new float[count][];
            int length = 0;
            for (int i = 0; i < count; i++) {
                var item = data.get(i);
                int at = index(item, i, count, from);
                if (vectors[at] != null) throw wrong(from, "index " + at + " twice");
                vectors[at] = Vectors.unit(numbers(item, from), from);
                if (length != 0 && length != vectors[at].length) throw wrong(from, "vectors of different lengths");
                length = vectors[at].length;
            }
            return Arrays.asList(vectors);
        } catch (OpenAIInvalidDataException | IllegalStateException | IllegalArgumentException e) {
            throw wrong(from, "something that is no list of vectors (" + Endpoint.shown("" + e.getMessage()) + ")");
        }
    }

    /** Gemini leaves out an index of 0, others leave out all: then the place in the list is meant. */
    private static int index(Embedding item, int place, int count, String from) {
        if (item._index().isMissing() || item._index().isNull()) return place;
        if (item.index() < 0 || item.index() >= count) throw wrong(from, "an index out of range: " + item.index());
        return (int) item.index();
    }

    private static float[] numbers(Embedding item, String from) {
        List<Float> values = item.embedding();
        var vector = new float[values.size()];
        for (int i = 0; i < vector.length; i++) {
            Float value = values.get(i);
            if (value == null) throw wrong(from, "a vector with a null in it");
            vector[i] = value;
        }
        return vector;
    }

    static Failure wrong(String from, String what) {
        return unkept(from + " answered with " + what);
    }

    /** What was wrong with an answer, and what became of it. */
    static Failure unkept(String wrong) {
        return new Failure(wrong + "; nothing of it was kept. See embedding.base_url and embedding.model");
    }
}
