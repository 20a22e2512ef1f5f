package rag.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rag.config.Settings;

/** What to measure on which questions. */
public final class TestSetOptions {

    @Option(
            names = "--test-set",
            paramLabel = "FILE",
            description = "A golden set (JSON), or a folder in BEIR's format. Default: the setting, else the set that"
                    + " ships, over examples/documents.")
    @Nullable
    Path testSet;

    @Option(
            names = {"-c", "--collection"},
            paramLabel = "NAME",
            description = "Where to ask. Default: the setting; for a BEIR folder one that is removed afterwards.")
    @Nullable
    String collection;

    @Option(
            names = "--top-k",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many passages (default: ${DEFAULT-VALUE}).")
    int topK;

    @Option(
            names = "--metrics",
            paramLabel = "LIST",
            split = ",",
            description = "What to measure, see below; each also with a depth such as ndcg@5.")
    List<String> metrics = List.of();

    /** The set that is named, else that of the settings; null for the one that ships. */
    public @Nullable Path testSet(Settings settings) {
        var set = settings.evaluation().testSet();
        return testSet != null || set.isEmpty() ? testSet : Path.of(set);
    }

    /** Whether a collection is named. */
    public boolean named() {
        return collection != null;
    }

    /** The collection that is named, else that of the settings. */
    public String collection(Settings settings) {
        return collection == null ? settings.vectorStore().collectionName() : collection;
    }

    public int topK() {
        return topK;
    }

    /** Empty when none is named. */
    public List<String> metrics() {
        return metrics;
    }
}
