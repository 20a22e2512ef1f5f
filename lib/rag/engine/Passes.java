package rag.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import rag.llm.Tally;
import rag.model.Document;
import rag.model.Failure;
import rag.model.Image;
import rag.trace.Trace;
import rag.transform.ChunkTransform;
import rag.transform.Enrichment;
import rag.transform.ImageCaptioner;
import rag.transform.MetadataEnricher;
import rag.transform.Polished;
import rag.transform.Refined;

/** The models' passes over one document: its passages side by side, each with what rules made of it to fall back on. */
final class Passes {

    private final ModelPasses models;
    private final ImageCaptioner sewing = new ImageCaptioner();
    private final Tally chat;
    private final Tally vision;

    /**
     * A passage on its way through the passes.
     *
     * @param rules as the rules left it
     * @param described what rules say of it
     * @param context title of the document and headings, as they stand above it in the index
     * @param fits whether a text is within the size of a chunk
     * @param readable whether a text is within what the embedding model reads
     */
    record Given(
            Refined rules, Enrichment described, String context, Predicate<String> fits, Predicate<String> readable) {}

    /**
     * What came of it.
     *
     * @param captioned ids of pictures whose captions were added
     * @param metadata what is kept beside the chunk
     * @param fallback reason by what fell back to its rules
     */
    record Made(
            String text,
            Enrichment enrichment,
            List<String> captioned,
            Map<String, Object> metadata,
            Map<String, String> fallback) {}

    Passes(ModelPasses models) {
        this.models = models;
        this.chat = models.chatTally();
        this.vision = models.visionTally();
    }

    /** The document's pictures, with the model's captions where there are any; reasons by picture where there are none. */
    record Captions(List<Image> own, Map<String, String> byModel, Map<String, String> missing) {

        /** The pictures as they are stored: the document's own words, then the model's. */
        List<Image> images() {
            return own.stream().map(this::captioned).toList();
        }

        private Image captioned(Image image) {
            var caption = byModel.get(image.id());
            if (caption == null) return image;
            var words = image.caption().isBlank() ? caption : image.caption() + " \u2014 " + caption;
            return new Image(image.id(), image.extension(), image.bytes(), image.page(), words);
        }

        /** Only what the model added, to be sewn in behind the document's own words. */
        List<Image> added() {
            return own.stream()
                    .filter(image -> byModel.containsKey(image.id()))
                    .map(image -> new Image(
                            image.id(),
                            image.extension(),
                            image.bytes(),
                            image.page(),
                            byModel.getOrDefault(image.id(), "")))
                    .toList();
        }
    }

    Captions captions(Document document) {
        var byModel = new LinkedHashMap<String, String>();
        var missing = new LinkedHashMap<String, String>();
        models.captioner().ifPresent(captioner -> {
            var images = document.images();
            var captions = sideBySide(images, image -> captioner.caption(image, vision));
            for (int i = 0; i < images.size(); i++) {
                var caption = captions.get(i);
                if (caption.isEmpty()) continue;
                var id = images.get(i).id();
                if (caption.get().fallback().isEmpty())
                    byModel.put(id, caption.get().value());
                else missing.put(id, caption.get().fallback());
            }
        });
        return new Captions(document.images(), byModel, missing);
    }

    List<Made> over(Document document, List<Given> passages, Captions captions) {
        var own = MetadataEnricher.ownTags(document);
        boolean code = document.type().equals("code");
        var made = sideBySide(passages, given -> one(document, given, captions, own, code));
        made.forEach(one -> models.count(one.fallback()));
        return made;
    }

    private Made one(Document document, Given given, Captions captions, List<String> ownTags, boolean code) {
        var fallback = new LinkedHashMap<String, String>();
        var metadata = new LinkedHashMap<String, Object>();
        var plain = given.rules.text();
        var refiner = models.refiner();
        if (refiner.isPresent() && !code)
            plain = told(refiner.get().refine(plain, given.fits, chat), "refiner", fallback);
        var sewn = sewing.sew(plain, captions.own(), given.fits);
        var seen = sewing.sew(sewn.text(), captions.added(), given.readable);
        for (var image : seen.images()) {
            var why = captions.missing().get(image);
            if (why != null) fallback.put("captioner", why);
        }
        var text = seen.text();
        var enrichment = given.described;
        var enricher = models.enricher();
        if (enricher.isPresent()) {
            var asked = enricher.get().enrich(text, given.context, given.described, ownTags, chat);
            enrichment = told(asked, "enricher", fallback);
            if (asked.fallback().isEmpty()) metadata.put("chunk_title", enrichment.title());
        }
        var draft = further(new ChunkTransform.Draft(text, enrichment, metadata), document, given, fallback);
        metadata = new LinkedHashMap<>(draft.metadata());
        if (!fallback.isEmpty()) {
            var words = new ArrayList<String>();
            fallback.forEach((what, why) -> words.add(what + ": " + why));
            metadata.put("llm_fallback", String.join("; ", words));
        }
        var captioned = new ArrayList<>(sewn.captioned());
        captioned.addAll(seen.captioned());
        return new Made(draft.text(), draft.said(), captioned, metadata, fallback);
    }

    /** The passes that jars add; whatever one of them does wrong costs its own work alone. */
    private ChunkTransform.Draft further(
            ChunkTransform.Draft draft, Document document, Given given, Map<String, String> fallback) {
        for (var transform : models.transforms().entrySet()) {
            var name = ModelPasses.transform(transform.getKey());
            try {
                var next = transform.getValue().apply(draft, document);
                if (next.text().isBlank()) fallback.put(name, "it left no text");
                else if (!next.text().equals(draft.text()) && !given.readable.test(next.text()))
                    fallback.put(name, "its text is longer than the embedding model reads");
                else draft = next;
            } catch (RuntimeException | LinkageError e) { // the latter from a jar made for another version
                fallback.put(name, Failure.words(e));
            }
        }
        return draft;
    }

    private static <T> T told(Polished<T> polished, String what, Map<String, String> fallback) {
        if (!polished.fallback().isEmpty()) fallback.put(what, polished.fallback());
        return polished.value();
    }

    /** What the trace of the document shows of the models. */
    void trace(Trace.Running stage, List<Made> made) {
        if (models.refiner().isPresent() || models.enricher().isPresent()) stage.put("llm", chat.shown());
        if (models.captioner().isPresent()) stage.put("vision_llm", vision.shown());
        var reasons = new LinkedHashMap<String, Integer>();
        for (var one : made)
            one.fallback().forEach((what, why) -> reasons.merge(ModelPasses.reason(what, why), 1, Integer::sum));
        if (!reasons.isEmpty()) stage.put("fallbacks", reasons);
    }

    private interface Work<A, B> {
        B on(A item);
    }

    /** Waiting costs nothing here; how many requests go at once is the models' matter. */
    private static <A, B> List<B> sideBySide(List<A> items, Work<A, B> work) {
        var running = new ArrayList<Future<B>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var item : items) running.add(threads.submit(() -> work.on(item)));
        }
        var results = new ArrayList<B>();
        try {
            for (var one : running) results.add(one.get());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
        return results;
    }
}
