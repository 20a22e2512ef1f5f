package rag.embed;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.TensorInfo;
import java.lang.ref.Reference;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.stream.LongStream;
import rag.embed.PreparedModel.Loaded;
import rag.model.Failure;

/**
 * A model of the BERT kind in ONNX Runtime. One text and one thread a call: beside a longer text the padding changes
 * what a quantised model gives, and batches bring no speed. Calls from several threads run side by side.
 */
final class OnnxModel implements AutoCloseable {

    private final OrtEnvironment environment;
    private final Loaded loaded;
    private final String name;
    private final String output;
    private final ReadWriteLock closing = new ReentrantReadWriteLock();
    private boolean closed;

    /**
     * @param dimensions of the output that is wanted: 3 for a vector a token, 2 for numbers about the whole
     * @throws Failure when the model has no such output
     */
    OnnxModel(OrtEnvironment environment, Loaded loaded, String name, int dimensions) {
        this.environment = environment;
        this.loaded = loaded;
        this.name = name;
        this.output = output(dimensions);
    }

    /** Some exports have other outputs besides. */
    private String output(int dimensions) {
        try {
            for (var entry : loaded.session().getOutputInfo().entrySet()) {
                if (entry.getValue().getInfo() instanceof TensorInfo info && info.getShape().length == dimensions) {
                    return entry.getKey();
                }
            }
        } catch (OrtException e) {
            throw new Failure("the model %s can't be run: %s".formatted(name, e.getMessage()), e);
        }
        throw new Failure(
                dimensions == 3
                        ? "the model %s gives no vectors of tokens: take an export of its encoder".formatted(name)
                        : "the model %s gives no scores: take an export for sequence classification".formatted(name));
    }

    /**
     * Runs the model.
     *
     * @param types which of two texts a token belongs to, 0 or 1
     * @param reading takes the output, whose memory goes with the call
     * @throws Failure when the runtime fails
     */
    <T> T run(long[] ids, long[] types, Function<FloatBuffer, T> reading) {
        var inputs = new HashMap<String, OnnxTensor>();
        closing.readLock().lock(); // a session must not go while it runs: the process would go with it
        try {
            if (closed) throw new IllegalStateException("the model is closed");
            for (var input : loaded.session().getInputNames()) inputs.put(input, tensor(input, ids, types));
            try (var result = loaded.session().run(inputs)) {
                return reading.apply(((OnnxTensor) result.get(output).orElseThrow()).getFloatBuffer());
            }
        } catch (OrtException e) {
            throw new Failure("the model %s failed: %s".formatted(name, e.getMessage()), e);
        } finally {
            inputs.values().forEach(OnnxTensor::close);
            closing.readLock().unlock();
            Reference.reachabilityFence(loaded);
        }
    }

    private OnnxTensor tensor(String input, long[] ids, long[] types) throws OrtException {
        var values = switch (input) {
            case "input_ids" -> ids;
            case "token_type_ids" -> types;
            case "position_ids" -> LongStream.range(0, ids.length).toArray();
            case "attention_mask" -> {
                var ones = new long[ids.length];
                Arrays.fill(ones, 1);
                yield ones;
            }
            default -> throw new Failure("the model %s asks for an input %s".formatted(name, input));
        };
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), new long[] {1, ids.length});
    }

    @Override
    public void close() {
        closing.writeLock().lock();
        try {
            if (closed) return;
            closed = true;
            loaded.session().close();
        } catch (OrtException e) {
            throw new Failure("the model %s could not be closed: %s".formatted(name, e.getMessage()), e);
        } finally {
            closing.writeLock().unlock();
        }
    }
}
