package rag.split;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import rag.config.Plugin;
import rag.config.Settings;
import rag.model.Document;
import rag.model.Failure;
import rag.model.Passage;

/** The splitters by the names that {@code ingestion.splitter} takes. */
public final class Splitters {

    private static final Splitter MARKDOWN = new BlockSplitter(Style.MARKDOWN);
    private static final Splitter CODE = new BlockSplitter(Style.CODE);

    private static final Map<String, Splitter> BY_NAME = new TreeMap<>(Map.of(
            "auto",
            Splitters::byType,
            "recursive",
            new BlockSplitter(Style.RECURSIVE),
            "markdown",
            MARKDOWN,
            "sentence",
            new BlockSplitter(Style.SENTENCE),
            "code",
            CODE));

    private Splitters() {}

    /** The splitter of {@code ingestion.splitter}: one that a jar adds, or built in. */
    public static Splitter of(Settings.Ingest settings) {
        var name = settings.splitter();
        if (BY_NAME.containsKey(name)) return of(name);
        for (var provider : Plugin.all(SplitterProvider.class)) {
            if (provider.name().equals(name)) return provider.open(settings);
        }
        return of(name);
    }

    /** The splitter that is built in under this name. @throws Failure when there is none */
    public static Splitter of(String name) {
        var splitter = BY_NAME.get(name);
        if (splitter == null) throw new Failure("no splitter is called " + name + "; there are " + names());
        return splitter;
    }

    public static Set<String> names() {
        return BY_NAME.keySet();
    }

    /**
     * The title as a chunk is to carry it: splitters leave room for this much. It is the document's own unless that
     * takes more than a quarter of the limit.
     */
    public static String title(Document document, ChunkLimits limits) {
        return Context.title(document.title(), limits.size(), new Measure(limits.tokens()));
    }

    private static List<Passage> byType(Document document, ChunkLimits limits) {
        return (document.type().equals("code") ? CODE : MARKDOWN).split(document, limits);
    }
}
