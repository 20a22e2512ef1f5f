package rag.transform;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import javax.imageio.ImageIO;
import rag.llm.ModelException;
import rag.llm.Tally;
import rag.llm.VisionModel;
import rag.llm.VisionRequest;
import rag.model.Image;

/** Lets a model describe pictures, each once in a run, however often it stands in documents. */
public final class VisionCaptioner {

    /** Pictures with a side shorter than this are bullets, rules, icons. */
    private static final int SMALLEST = 48;

    private static final int LONGEST = 1000;
    private static final int MAX_TOKENS = 1000;

    private final VisionModel model;
    private final Asking asking;
    private final String prompt;
    private final ConcurrentHashMap<String, FutureTask<Polished<String>>> captions = new ConcurrentHashMap<>();

    /** @param prompt instructions */
    public VisionCaptioner(VisionModel model, Asking asking, String prompt) {
        this.model = model;
        this.asking = asking;
        this.prompt = prompt;
    }

    /** Its caption, "" with the reason when there is none; empty for a picture too small to be worth one. */
    public Optional<Polished<String>> caption(Image image, Tally tally) {
        if (isOrnament(image)) return Optional.empty();
        var mine = new FutureTask<>(() -> ask(image, tally));
        var first = captions.putIfAbsent(image.id(), mine);
        if (first == null) mine.run();
        try {
            return Optional.of((first == null ? mine : first).get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(new Polished<>("", "interrupted"));
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private Polished<String> ask(Image image, Tally tally) {
        var request = new VisionRequest(prompt, "Describe this picture.", image.bytes(), image.extension(), MAX_TOKENS);
        try {
            var caption = asking.ask(tally, () -> model.ask(request), VisionCaptioner::line, prompt, image.id());
            return new Polished<>(caption, "");
        } catch (ModelException e) {
            return new Polished<>("", "" + e.getMessage());
        }
    }

    private static String line(String answer) throws ModelException {
        var line = ChunkRefiner.line(answer).replaceAll("\\s+", " ").replace("[IMAGE:", "[image ");
        if (line.isEmpty()) throw new ModelException("the model's caption is empty");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST).strip() + "\u2026";
    }

    private static boolean isOrnament(Image image) {
        try (var in = ImageIO.createImageInputStream(new ByteArrayInputStream(image.bytes()))) {
            var readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) return false;
            var reader = readers.next();
            try {
                reader.setInput(in, true, true);
                return Math.min(reader.getWidth(0), reader.getHeight(0)) < SMALLEST;
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException e) {
            return false; // the model may know better
        }
    }
}
