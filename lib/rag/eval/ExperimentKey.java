package rag.eval;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import rag.config.Resources;
import rag.engine.DomainSearch;
import rag.engine.Engine;
import rag.model.Failure;
import rag.model.Ids;

/** All that the answers of a variant depend on, as one text; another key is another file of results. */
final class ExperimentKey {

    private ExperimentKey() {}

    static String of(ExperimentRequest request, Engine engine, String collection) {
        var settings = engine.settings();
        var parts = new ArrayList<>(List.of(
                Resources.text("VERSION"),
                "" + settings.retrieval(),
                "" + settings.rerank(),
                "" + settings.llm(),
                "" + settings.embedding(),
                "" + settings.vectorStore(),
                request.testSet().golden().hash(),
                "" + request.topK(),
                "" + request.repeat(),
                "" + request.metrics(),
                collection));
        try {
            parts.addAll(prompts(engine));
            var names = new TreeSet<>(List.of(collection, request.collection()));
            request.testSet().golden().cases().stream()
                    .map(GoldenSet.Case::collection)
                    .filter(Objects::nonNull)
                    .forEach(names::add);
            for (var name : names) parts.addAll(collection(engine, name, request));
        } catch (IOException e) {
            throw new Failure("collection '" + collection + "' can't be read: " + e.getMessage(), e);
        }
        parts.add(texts(request.testSet()));
        return hash(String.join("\0", parts)).substring(0, 12);
    }

    /** What the files say that the settings name; what is built in belongs to the version. */
    private static List<String> prompts(Engine engine) throws IOException {
        var cut = engine.settings().ingestion();
        var files = List.of(
                engine.settings().rerank().prompt(),
                cut.chunkRefiner().prompt(),
                cut.metadataEnricher().prompt());
        var prompts = new ArrayList<String>();
        for (var file : files) {
            boolean there = !file.isEmpty() && Files.isRegularFile(Path.of(file));
            prompts.add(there ? Files.readString(Path.of(file)) : "");
        }
        return prompts;
    }

    /** What a collection holds, and the rules it is asked by: those of a domain change from day to day. */
    private static List<String> collection(Engine engine, String name, ExperimentRequest request) throws IOException {
        boolean own = !name.equals(request.collection()) && name.startsWith("experiment-");
        var content = own || request.testSet().corpus() != null
                ? ""
                : "" + engine.store().committedSeq(name);
        var rules = engine.domain(name)
                .map(domain -> List.of(
                                new TreeMap<>(domain.forced()),
                                new TreeMap<>(domain.fields()),
                                "" + domain.validity(),
                                "" + domain.versions(),
                                new DomainSearch(engine, domain).today())
                        .toString())
                .orElse("");
        return List.of(name, content, Evaluation.builtWith(engine, name), rules);
    }

    /** The documents of a test collection; indexes are made of them again and again. */
    private static String texts(TestSet set) {
        var corpus = set.corpus();
        if (corpus == null) return "";
        var all = "";
        for (var entry : corpus.corpus().entrySet()) {
            all = hash(String.join("\0", all, entry.getKey(), entry.getValue().full()));
        }
        return all;
    }

    private static String hash(String text) {
        return Ids.sha256(text.getBytes(StandardCharsets.UTF_8));
    }
}
