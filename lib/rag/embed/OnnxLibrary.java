package rag.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtLoggingLevel;
import java.io.IOException;
import java.net.JarURLConnection;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import rag.config.WholeFile;
import rag.model.Failure;

/**
 * ONNX Runtime's native library. Left to itself it unpacks 28 MB to the temporary folder at every start and leaves an
 * empty folder there each time; here it is unpacked once.
 */
final class OnnxLibrary {

    /**
     * Of the jar; part of a model's revision, since quantised vectors move with it. Before a newer one is taken, see
     * what it does besides: 1.29 reports its use over the network, reads the command line for that, and dies of a long
     * one. From 1.28 on these models take a seventh more processor time.
     */
    static final String VERSION = "1.26.0";

    private static final String FOLDER = "onnxruntime.native.path";

    private OnnxLibrary() {}

    /**
     * The process's one environment.
     *
     * @param cache where the library is kept unpacked
     * @throws Failure when there is none for this machine
     */
    static synchronized OrtEnvironment load(Path cache) {
        var version = OrtEnvironment.class.getPackage().getImplementationVersion();
        if (version != null && !version.equals(VERSION)) {
            throw new Failure(
                    "ONNX Runtime %s is on the class path, but vectors are marked as made by %s: take that one"
                            .formatted(version, VERSION));
        }
        try {
            if (System.getProperty(FOLDER) == null) unpack(cache);
            return OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "rag");
        } catch (LinkageError | RuntimeException e) {
            throw new Failure(
                    "ONNX Runtime has no native library that runs here (%s %s): %s. Name a folder that has one with "
                                    .formatted(System.getProperty("os.name"), System.getProperty("os.arch"), e)
                            + "-D" + FOLDER + "=FOLDER, or set embedding.provider to openai",
                    e);
        }
    }

    private static void unpack(Path cache) {
        var platform = platform();
        var folder = cache.resolve("onnxruntime-" + VERSION + "-" + platform);
        try {
            for (var name : List.of("onnxruntime", "onnxruntime4j_jni")) {
                var file = System.mapLibraryName(name);
                var resource = OrtEnvironment.class.getResource("native/" + platform + "/" + file);
                // not in a jar, or no such platform: the runtime finds it, or says so itself
                if (resource == null || !(resource.openConnection() instanceof JarURLConnection jar)) return;
                WholeFile.unpack(jar.getJarEntry(), resource::openStream, folder.resolve(file));
            }
            System.setProperty(FOLDER, folder.toString());
        } catch (IOException e) {
            CachedFile.unusable(folder, e);
        }
    }

    /** As ONNX Runtime names its folders: linux-x64, osx-aarch64, win-x64. */
    private static String platform() {
        var os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        var arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return (os.contains("mac") ? "osx" : os.contains("win") ? "win" : "linux")
                + (arch.equals("amd64") || arch.equals("x86_64") ? "-x64" : "-" + arch);
    }
}
