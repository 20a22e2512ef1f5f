package rag.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;
import rag.model.Ids;

/**
 * A model as it is kept in the cache folder: optimised once, in ONNX Runtime's own format, its checksum behind it. Its
 * weights are used where they lie in the mapped file, so it loads in a third of the original's time, several processes
 * share the memory, and its vectors are the original's to the last bit.
 */
final class PreparedModel {

    /** Without what depends on the processor, so that machines may share a home folder. */
    private static final OptLevel LEVEL = OptLevel.EXTENDED_OPT;

    private final LocalModel model;
    private final Path file;

    /** @param weights what the session reads as it runs, which must stay reachable as long; null when it has its own */
    record Loaded(OrtSession session, @Nullable MemorySegment weights) {}

    PreparedModel(LocalModel model, Path cache) {
        this.model = model;
        var parts = model.modelHash() + " " + OnnxLibrary.VERSION + " " + LEVEL + " " + System.getProperty("os.arch");
        var key = Ids.sha256(parts.getBytes(StandardCharsets.UTF_8)).substring(0, 16);
        this.file = cache.resolve(model.name() + "-" + key + ".ort");
    }

    /** Opens an ONNX file as it is, with the weights that lie beside it. */
    static Loaded plain(OrtEnvironment environment, Path onnx, String name) {
        try (var options = options(LEVEL)) {
            return new Loaded(environment.createSession(onnx.toString(), options), null);
        } catch (OrtException e) {
            throw new Failure("the model %s can't be run: %s".formatted(name, e.getMessage()), e);
        }
    }

    /** The kept file's content, or null when there is none or it is damaged. */
    @Nullable
    MemorySegment kept() {
        return CachedFile.sealed(file);
    }

    /**
     * Opens the model, from the cache folder where that is possible.
     *
     * @param kept result of {@link #kept()}
     * @throws Failure when the model's file is missing, is another one, or can't be run
     */
    Loaded open(OrtEnvironment environment, @Nullable MemorySegment kept) {
        byte[] original = null;
        if (kept == null) {
            original = original();
            kept = keep(environment, original);
        }
        try {
            if (kept != null) return new Loaded(mapped(environment, kept), kept);
        } catch (OrtException e) {
            CachedFile.unusable(file, e);
        }
        try (var options = options(LEVEL)) {
            return new Loaded(environment.createSession(original == null ? original() : original, options), null);
        } catch (OrtException e) {
            throw new Failure("the model %s can't be run: %s".formatted(model.name(), e.getMessage()), e);
        }
    }

    private @Nullable MemorySegment keep(OrtEnvironment environment, byte[] original) {
        CachedFile.seal(file, draft -> {
            try (var options = options(LEVEL)) {
                options.setOptimizedModelFilePath(draft.toString());
                options.addConfigEntry("session.save_model_format", "ORT");
                environment.createSession(original, options).close();
            } catch (OrtException e) {
                throw new IOException(e);
            }
        });
        return kept();
    }

    private static OrtSession mapped(OrtEnvironment environment, MemorySegment content) throws OrtException {
        try (var options = options(OptLevel.NO_OPT)) {
            options.addConfigEntry("session.load_model_format", "ORT");
            options.addConfigEntry("session.use_ort_model_bytes_directly", "1");
            options.addConfigEntry("session.use_ort_model_bytes_for_initializers", "1");
            return environment.createSession(content.asByteBuffer(), options);
        }
    }

    /** One thread a call; the threads are ours. */
    private static SessionOptions options(OptLevel level) throws OrtException {
        var options = new SessionOptions();
        options.setOptimizationLevel(level);
        options.setIntraOpNumThreads(1);
        options.addConfigEntry("session.intra_op.allow_spinning", "0");
        return options;
    }

    private byte[] original() {
        return model.read(model.modelResource(), model.modelHash());
    }
}
