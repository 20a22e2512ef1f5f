package rag.embed;

import ai.onnxruntime.OrtEnvironment;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.function.Function;
import rag.embed.PreparedModel.Loaded;
import rag.model.Failure;
import rag.model.TokenVectors;

/** Token ids in, vectors of unit length out: one of the text, or one of each token. Usable from several threads. */
final class OnnxEncoder implements AutoCloseable {

    private final OnnxModel onnx;
    private final LocalModel model;

    OnnxEncoder(OrtEnvironment environment, Loaded loaded, LocalModel model) {
        this.onnx = new OnnxModel(environment, loaded, model.name(), 3);
        this.model = model;
    }

    /** @throws Failure when the runtime fails or the vector has no direction */
    float[] encode(long[] ids) {
        return run(ids, tokens -> Vectors.unit(pool(tokens), model.name()));
    }

    /** Each token's own vector. @throws Failure when the runtime fails or a vector has no direction */
    TokenVectors tokens(long[] ids) {
        return run(ids, tokens -> {
            var values = new float[tokens.remaining()];
            tokens.get(values);
            for (int at = 0; at < values.length; at += model.dimension()) {
                var unit = Vectors.unit(Arrays.copyOfRange(values, at, at + model.dimension()), model.name());
                System.arraycopy(unit, 0, values, at, unit.length);
            }
            return new TokenVectors(model.dimension(), values);
        });
    }

    private <T> T run(long[] ids, Function<FloatBuffer, T> reading) {
        return onnx.run(ids, new long[ids.length], tokens -> {
            if (tokens.remaining() != ids.length * model.dimension()) {
                throw new Failure("the model %s gave %d values for %d tokens of %d"
                        .formatted(model.name(), tokens.remaining(), ids.length, model.dimension()));
            }
            return reading.apply(tokens);
        });
    }

    private float[] pool(FloatBuffer tokens) {
        var vector = new float[model.dimension()];
        switch (model.pooling()) {
            case CLS -> tokens.get(0, vector);
            case LAST -> tokens.get(tokens.limit() - vector.length, vector);
            case MAX -> {
                Arrays.fill(vector, Float.NEGATIVE_INFINITY);
                for (int i = 0; i < tokens.limit(); i++) {
                    int at = i % vector.length;
                    vector[at] = Math.max(vector[at], tokens.get(i));
                }
            }
            case MEAN -> {
                var values = new float[tokens.remaining()];
                tokens.get(values); // at once: one by one costs a sixtieth of the model's time
                for (int from = 0; from < values.length; from += vector.length) {
                    for (int i = 0; i < vector.length; i++)
                        vector[i] += values[from + i]; // its direction is the mean's
                }
            }
        }
        return vector;
    }

    @Override
    public void close() {
        onnx.close();
    }
}
