package rag.embed;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.lang.ref.Reference;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import rag.embed.PreparedModel.Loaded;
import rag.model.Failure;
import rag.model.TokenVectors;

/**
 * Token ids in, a vector of unit length out. One text and one thread a call: beside a longer text the padding changes a
 * quantised vector, and batches bring no speed. Calls from several threads run side by side.
 */
final class OnnxEncoder implements AutoCloseable {

    private final OrtEnvironment environment;
    private final Loaded loaded;
    private final LocalModel model;
    private final ReadWriteLock closing = new ReentrantReadWriteLock();
    private boolean closed;

    OnnxEncoder(OrtEnvironment environment, Loaded loaded, LocalModel model) {
        this.environment = environment;
        this.loaded = loaded;
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
        var inputs = new HashMap<String, OnnxTensor>();
        closing.readLock().lock(); // a session must not go while it runs: the process would go with it
        try {
            if (closed) throw new IllegalStateException("the embedder is closed");
            for (var name : loaded.session().getInputNames()) inputs.put(name, tensor(name, ids));
            try (var result = loaded.session().run(inputs)) {
                var tokens = ((OnnxTensor) result.get(0)).getFloatBuffer();
                if (tokens.remaining() != ids.length * model.dimension()) {
                    throw new Failure("the model %s gave %d values for %d tokens of %d"
                            .formatted(model.name(), tokens.remaining(), ids.length, model.dimension()));
                }
                return reading.apply(tokens);
            }
        } catch (OrtException e) {
            throw new Failure("the model %s failed: %s".formatted(model.name(), e.getMessage()), e);
        } finally {
            inputs.values().forEach(OnnxTensor::close);
            closing.readLock().unlock();
            Reference.reachabilityFence(loaded);
        }
    }

    private OnnxTensor tensor(String name, long[] ids) throws OrtException {
        var values = switch (name) {
            case "input_ids" -> ids;
            case "token_type_ids" -> new long[ids.length];
            case "attention_mask" -> {
                var ones = new long[ids.length];
                Arrays.fill(ones, 1);
                yield ones;
            }
            default -> throw new Failure("the model %s asks for an input %s".formatted(model.name(), name));
        };
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), new long[] {1, ids.length});
    }

    private float[] pool(FloatBuffer tokens) {
        var vector = new float[model.dimension()];
        switch (model.pooling()) {
            case CLS -> tokens.get(0, vector);
            case MEAN -> {
                for (int i = tokens.position(), at = 0;
                        i < tokens.limit();
                        i++, at = at + 1 == vector.length ? 0 : at + 1) {
                    vector[at] += tokens.get(i); // the sum: its direction is the mean's
                }
            }
        }
        return vector;
    }

    @Override
    public void close() {
        closing.writeLock().lock();
        try {
            if (closed) return;
            closed = true;
            loaded.session().close();
        } catch (OrtException e) {
            throw new Failure("the model %s could not be closed: %s".formatted(model.name(), e.getMessage()), e);
        } finally {
            closing.writeLock().unlock();
        }
    }
}
