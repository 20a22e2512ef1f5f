///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures ours beside mcp-local-rag and a Chroma server, on this machine, in one run.
//SOURCES ../lib/pipeline.java ../lib/eval.java
//SOURCES peers/Chroma.java peers/Folders.java peers/Goals.java peers/LocalRag.java
//SOURCES search/Corpus.java peers/Program.java peers/Samples.java peers/TextRounds.java peers/VectorRounds.java
//RUNTIME_OPTIONS --add-modules jdk.incubator.vector

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rag.cli.Script;
import rag.eval.BeirSet;
import rag.model.Failure;

@Command(
        name = "peers",
        mixinStandardHelpOptions = true,
        description = "Measures ours beside mcp-local-rag and a Chroma server, by turns, medians and ratios.",
        footer = {"", "Run it in the project's folder. bench/README.md says how to get the peers."})
class peers implements Callable<Integer> {

    private enum Part {
        INGEST,
        WARM,
        COLD,
        VECTORS
    }

    @Option(
            names = "--parts",
            paramLabel = "PART",
            split = ",",
            description = "Some of ${COMPLETION-CANDIDATES}; else all. warm and cold need ingest.")
    Set<Part> parts = Set.of(Part.values());

    @Option(
            names = "--set",
            paramLabel = "FOLDER",
            description = "Test collection in BEIR format: its texts, its questions.")
    @Nullable
    Path set;

    @Option(
            names = "--mcp-local-rag",
            paramLabel = "COMMAND",
            defaultValue = "mcp-local-rag",
            description = "How it is started (default: ${DEFAULT-VALUE}).")
    String localRag;

    @Option(
            names = "--chroma",
            paramLabel = "COMMAND",
            defaultValue = "chroma",
            description = "How it is started (default: ${DEFAULT-VALUE}).")
    String chroma;

    @Option(
            names = "--kilobytes",
            paramLabel = "N",
            defaultValue = "200",
            description = "Text to ingest (default: ${DEFAULT-VALUE}).")
    int kilobytes;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Measurements of each side (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--questions",
            paramLabel = "N",
            defaultValue = "50",
            description = "Warm queries a round (default: ${DEFAULT-VALUE}).")
    int questions;

    @Option(
            names = "--sizes",
            paramLabel = "N",
            split = ",",
            defaultValue = "10000,100000",
            description = "Chunks beside Chroma (default: ${DEFAULT-VALUE}).")
    List<Integer> sizes;

    static void main(String... args) {
        Script.run(new peers(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!Files.exists(Path.of("jbang"))) throw new Failure("run it in the project's folder");
        var folder = Files.createTempDirectory("bench-peers").toRealPath();
        try {
            if (parts.contains(Part.INGEST)) texts(folder);
            if (parts.contains(Part.VECTORS)) {
                VectorRounds.run(folder, Program.of(chroma, folder), sizes, rounds);
            }
        } finally {
            Folders.delete(folder);
        }
        return 0;
    }

    private void texts(Path folder) throws IOException, InterruptedException {
        if (set == null) throw new Failure("name a test collection in BEIR format: --set FOLDER");
        var peer = Program.of(localRag, folder);
        var texts = new TextRounds(folder, BeirSet.read(set), 1000 * kilobytes, questions, peer);
        texts.ingest(rounds);
        if (parts.contains(Part.WARM)) texts.warm(rounds);
        if (parts.contains(Part.COLD)) texts.cold(rounds);
    }
}
