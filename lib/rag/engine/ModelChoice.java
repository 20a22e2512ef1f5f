package rag.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rag.config.Command;
import rag.config.Settings;
import rag.embed.Embedder;
import rag.embed.LocalModel;
import rag.embed.LocalModels;
import rag.model.Document;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.store.analysis.TextAnalysis;
import rag.text.Language;

/** Decides which model a collection's text is embedded with, and says what it is built with. */
final class ModelChoice {

    private ModelChoice() {}

    /**
     * An embedder with what it makes.
     *
     * @param fingerprint what the collection is built with
     * @param today what it would be with all of it made anew: it may be cut otherwise
     */
    record Choice(Embedder embedder, Fingerprint fingerprint, Fingerprint today) {}

    /**
     * A collection that exists keeps its model. A new one takes the setting's; "auto" takes the Chinese model when most of
     * the sample's text is Chinese, else the English one.
     */
    static Choice of(Engine engine, String collection, Optional<Fingerprint> built, List<Document> sample) {
        var embedder =
                built.isPresent() ? engine.embedder(collection, built.get()) : engine.embedder(wanted(engine, sample));
        var now = fingerprint(engine, embedder);
        if (built.isEmpty()) return new Choice(embedder, now, now);
        if (!built.get().sameVectors(now) || !built.get().sameAnalyzer(now)) {
            throw new Failure(
                    """
                    collection '%s' was built with  %s
                    what would be written is        %s
                    The two do not mix. Build it anew from its stored text with: %s\
                    """.formatted(collection, built.get(), now, Command.of("ingest", "--reembed", "-c", collection)));
        }
        return new Choice(embedder, built.get(), now);
    }

    /** Opens the model that a new collection will get, where it is one that came along; of "auto" the likely one. */
    static void foresee(Engine engine) {
        var settings = engine.settings().embedding();
        var model = asks(settings) ? local(false) : settings.model();
        if (settings.provider().equals("local") && LocalModels.find(model).isPresent()) engine.embedder(model);
    }

    /** Whether the documents' language decides. */
    static boolean asks(Settings.Embedding settings) {
        return settings.model().equals("auto") && settings.provider().equals("local");
    }

    static Fingerprint fingerprint(Engine engine, Embedder embedder) {
        var model = embedder.model();
        return new Fingerprint(
                model.provider(),
                model.name(),
                model.revision(),
                model.dimension(),
                model.queryPrefix(),
                model.documentPrefix(),
                TextAnalysis.VERSION,
                cut(engine));
    }

    private static String cut(Engine engine) {
        var cut = engine.settings().ingestion();
        return cut.splitter() + " " + cut.chunkSize() + "/" + cut.chunkOverlap();
    }

    /** What a run that embeds nothing has to say of settings that a collection was not built with; no model is opened. */
    static List<String> differences(Engine engine, String collection, Fingerprint built) {
        var notes = new ArrayList<String>();
        engine.otherModel(collection, built).ifPresent(notes::add);
        if (!built.splitter().equals(cut(engine))) notes.add(cutOtherwise(built.splitter(), cut(engine)));
        return notes;
    }

    static String cutOtherwise(String built, String now) {
        return "documents ingested before were cut with '%s', now it is '%s'; --force cuts them anew"
                .formatted(built, now);
    }

    static String wanted(Engine engine, List<Document> sample) {
        var settings = engine.settings().embedding();
        if (!asks(settings)) return settings.model();
        long chinese = 0, all = 0;
        for (var document : sample) {
            boolean isChinese = Language.of(document.text()).equals("zh");
            long weight =
                    document.text().length() * (isChinese ? 3L : 1L); // a Chinese sign says as much as three letters
            all += weight;
            if (isChinese) chinese += weight;
        }
        return local(2 * chinese > all);
    }

    static String local(boolean mostlyChinese) {
        return (mostlyChinese ? LocalModels.CHINESE : LocalModels.ENGLISH).name();
    }

    /** A local model has several spellings ("BAAI/bge-small-en-v1.5"); a fingerprint holds the plain one. */
    static boolean same(Settings.Embedding wanted, Fingerprint built) {
        var known = wanted.provider().equals("local") ? LocalModels.find(wanted.model()) : Optional.<LocalModel>empty();
        return known.map(LocalModel::name).orElse(wanted.model()).equals(built.model());
    }
}
