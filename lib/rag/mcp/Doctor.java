package rag.mcp;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.imageio.ImageIO;
import rag.config.Command;
import rag.config.Secrets;
import rag.config.Settings;
import rag.embed.LocalModels;
import rag.engine.Engine;
import rag.engine.RerankTrial;
import rag.llm.ChatRequest;
import rag.llm.ModelException;
import rag.llm.VisionRequest;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.rerank.RerankException;
import rag.store.WriterLock;
import rag.text.Counted;

/** Looks at everything the server needs, and says what to mend. Changes nothing but a file it makes and removes. */
public final class Doctor {

    private static final int OLDEST_JAVA = 25;
    private static final long LITTLE_DISK = 1_000_000_000L;
    private static final long NO_DISK = 100_000_000L;

    /** One word is asked for; models that think first need room for it. */
    private static final int MOST_TOKENS = 1000;

    private final Engine engine;
    private final Settings settings;
    private final List<Finding> findings = new ArrayList<>();

    private Doctor(Engine engine) {
        this.engine = engine;
        this.settings = engine.settings();
    }

    /**
     * Examines the set-up.
     *
     * @param configured the file that the settings come from, "" when there is none
     * @param workingFolder where a project's client configuration is looked for
     */
    public static List<Finding> examine(Engine engine, String configured, Map<String, String> env, Path workingFolder) {
        var doctor = new Doctor(engine);
        doctor.java();
        doctor.settings(configured);
        doctor.dataFolder();
        doctor.disk();
        doctor.writer();
        doctor.collections();
        doctor.embedding();
        doctor.otherModels();
        doctor.roots();
        doctor.findings.addAll(new ClientFiles(env, workingFolder).examine());
        return doctor.findings;
    }

    private void java() {
        var says = "%s (%s), %d MB of memory at most, %s"
                .formatted(
                        Runtime.version(),
                        System.getProperty("java.home"),
                        Runtime.getRuntime().maxMemory() >> 20,
                        Counted.of(Runtime.getRuntime().availableProcessors(), "processor"));
        if (Runtime.version().feature() >= OLDEST_JAVA) findings.add(Finding.ok("Java", says));
        else findings.add(Finding.broken("Java", says, "install a JDK " + OLDEST_JAVA + " or newer"));
    }

    private void settings(String configured) {
        var from = configured.isEmpty() ? "the built-in ones" : configured;
        if (settings.warnings().isEmpty()) findings.add(Finding.ok("settings", from));
        else
            findings.add(
                    Finding.warning("settings", from + ": " + String.join("; ", settings.warnings()), "remove them"));
    }

    private void dataFolder() {
        var data = engine.data();
        if (!Files.exists(data)) {
            var parent = data.getParent();
            while (parent != null && !Files.exists(parent)) parent = parent.getParent();
            if (parent != null && Files.isWritable(parent)) {
                findings.add(Finding.warning(
                        "data folder",
                        data + " is not there yet",
                        "it is made by: " + Command.of("ingest", "--path", "FOLDER")));
            } else
                findings.add(Finding.broken(
                        "data folder", data + " can't be made", "choose another: --data DIR or RAG_DATA"));
            return;
        }
        var refusal = WriterLock.refused(data);
        try {
            if (refusal.isPresent()) {
                findings.add(Finding.warning("data folder", data + " can be read only", refusal.get()));
                return;
            }
            Files.delete(Files.createTempFile(data, "doctor", ".tmp"));
            findings.add(Finding.ok("data folder", data + ", writable"));
        } catch (IOException e) {
            findings.add(Finding.warning(
                    "data folder",
                    data + " can be read only: questions are answered, nothing can be ingested",
                    "make it writable, or choose another: --data DIR or RAG_DATA"));
        }
    }

    private void disk() {
        try {
            var folder = engine.data();
            while (folder != null && !Files.exists(folder)) folder = folder.getParent();
            if (folder == null) return;
            long free = Files.getFileStore(folder).getUsableSpace();
            var says = String.format(Locale.ROOT, "%.1f GB free", free / 1e9);
            if (free > LITTLE_DISK) findings.add(Finding.ok("disk", says));
            else if (free > NO_DISK) findings.add(Finding.warning("disk", says, "make room before the next ingestion"));
            else findings.add(Finding.broken("disk", says, "make room: nothing can be ingested"));
        } catch (IOException e) {
            findings.add(Finding.warning("disk", "free space can't be told: " + e.getMessage(), "look yourself"));
        }
    }

    private void writer() {
        try {
            var writer = engine.writer();
            findings.add(Finding.ok("writer", writer.map(h -> h + " writes").orElse("nobody writes now")));
        } catch (Failure e) {
            findings.add(Finding.broken("writer", "" + e.getMessage(), "see there"));
        }
    }

    private void collections() {
        List<String> names;
        try {
            names = new CollectionChoice(engine).all();
            if (names.isEmpty()) {
                findings.add(Finding.warning(
                        "collections", "none", "fill one: " + Command.of("ingest", "--path", "FOLDER")));
                return;
            }
            var all = CollectionChoice.maintenance(engine).collections();
            for (var counts : all) {
                int bad = counts.total()
                        - counts.documents().getOrDefault(DocumentState.READY, 0)
                        - counts.documents().getOrDefault(DocumentState.UNSUPPORTED, 0);
                var says = "%s: %s, %s%s"
                        .formatted(
                                counts.collection(),
                                Counted.of(counts.total(), "document"),
                                Counted.of(counts.chunks(), "chunk"),
                                bad == 0 ? "" : ", " + bad + " of them not or not wholly readable");
                findings.add(
                        bad == 0
                                ? Finding.ok("collection", says)
                                : Finding.warning(
                                        "collection",
                                        says,
                                        "see which and why: "
                                                + Command.of("ingest", "--list", "-c", counts.collection())));
            }
        } catch (Failure e) {
            findings.add(Finding.broken("collections", "" + e.getMessage(), "see there"));
            return;
        }
        var standard = settings.vectorStore().collectionName();
        if (!names.contains(standard)) {
            findings.add(Finding.warning(
                    "default",
                    "there is no collection '" + standard + "', which is used when none is named",
                    "set vector_store.collection_name to one of " + String.join(", ", names)));
        }
    }

    /** With a real call: of the model that each collection was built with, else of the one that the settings name. */
    private void embedding() {
        var wanted = settings.embedding();
        try {
            var names = engine.store().collections();
            for (var name : names) {
                var built = engine.store().fingerprint(name).orElseThrow();
                long start = System.nanoTime();
                int length = engine.embedder(name, built).query("how is the weather").length;
                embedded(name + " by " + built.provider() + "/" + built.model(), length, start);
            }
            if (!names.isEmpty()) return;
            boolean local = wanted.provider().equals("local") && wanted.model().equals("auto");
            var model = local ? LocalModels.ENGLISH.name() : wanted.model();
            long start = System.nanoTime();
            embedded(wanted.provider() + "/" + model, engine.embedder(model).query("how is the weather").length, start);
        } catch (IOException | RuntimeException e) {
            var mend = wanted.provider().equals("local")
                    ? "see there"
                    : "look at embedding.base_url, api_key and model in the settings";
            findings.add(Finding.broken("embedding", "" + e.getMessage(), mend));
        }
    }

    private void embedded(String what, int dimensions, long start) {
        findings.add(Finding.ok(
                "embedding",
                "%s, %d dimensions, answered in %d ms"
                        .formatted(what, dimensions, (System.nanoTime() - start) / 1_000_000)));
    }

    /** Parts that are off need nothing; the others get a real call, of a few tokens. */
    private void otherModels() {
        if (settings.llm().provider().equals("none")) {
            findings.add(Finding.ok("language model", "none set, none needed"));
        } else
            findings.add(answers("language model", "llm", () -> {
                var chat = engine.chat().orElseThrow();
                chat.ask(ChatRequest.prose("", "Answer with the one word: yes"));
                return chat.name();
            }));
        if (settings.visionLlm().enabled() && !settings.visionLlm().provider().equals("none")) {
            findings.add(answers("vision model", "vision_llm", () -> {
                var vision = engine.vision().orElseThrow();
                var task = "Which colour is this? Answer with one word.";
                vision.ask(new VisionRequest("", task, square(), "png", MOST_TOKENS));
                return vision.name();
            }));
        }
        if (settings.rerank().enabled() && !settings.rerank().provider().equals("none")) reranker();
    }

    private void reranker() {
        if (settings.rerank().provider().equals("late_interaction")) {
            findings.add(Finding.ok("reranker", "late_interaction, by each collection's embedding model"));
        } else findings.add(answers("reranker", "rerank", () -> RerankTrial.run(engine)));
    }

    /** Asks a model and gives its name. */
    private interface Call {
        String name() throws ModelException, RerankException, IOException;
    }

    private static Finding answers(String what, String section, Call call) {
        long start = System.nanoTime();
        try {
            var name = call.name();
            return Finding.ok(what, "%s answered in %d ms".formatted(name, (System.nanoTime() - start) / 1_000_000));
        } catch (ModelException | RerankException | IOException | RuntimeException e) {
            var mend = "look at %1$s.provider, model, base_url and api_key in the settings".formatted(section);
            return Finding.broken(what, Secrets.mask("" + e.getMessage()), mend);
        }
    }

    private static byte[] square() throws IOException {
        var image = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
        var canvas = image.createGraphics();
        canvas.setColor(Color.RED);
        canvas.fillRect(0, 0, image.getWidth(), image.getHeight());
        canvas.dispose();
        var png = new ByteArrayOutputStream();
        ImageIO.write(image, "png", png);
        return png.toByteArray();
    }

    private void roots() {
        var roots = settings.mcp().roots();
        if (roots.isEmpty()) {
            findings.add(Finding.ok("roots", "clients may not index folders (mcp.roots is empty)"));
            return;
        }
        for (var root : roots) {
            if (Files.isDirectory(Path.of(root)) && Files.isReadable(Path.of(root)))
                findings.add(Finding.ok("roots", root));
            else
                findings.add(Finding.warning(
                        "roots", root + " is no folder that can be read", "mend mcp.roots in the settings"));
        }
    }
}
