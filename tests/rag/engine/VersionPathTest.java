package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Query;

/** Revisions of a document that are told by where it lies. */
class VersionPathTest {

    private static final String PROFILE = """
        name: handbooks
        description: Handbooks of machines
        collection: handbooks
        fields:
          title: {description: Title}
          machine_type: {description: Machine}
          revision: {type: number, description: Revision}
        versions:
          of: [machine_type]
          newest: revision
          path: "/(?<machinetype>[a-z]+)/rev(?<revision>[0-9]+)[.]md$"
        """;

    @TempDir
    Path folder;

    private Map<String, String> standings(Corpus corpus, boolean superseded) {
        var search = new DomainSearch(corpus.engine(), corpus.engine().domains().named("handbooks"));
        var asked = new DomainQuery(Query.of("How much oil does the machine need?", 10), null, true, superseded);
        var answer = search.ask(asked);
        var states = new TreeMap<String, String>();
        for (int i = 0; i < answer.answer().hits().size(); i++) {
            var source = Path.of(answer.answer().hits().get(i).chunk().source());
            states.put(
                    corpus.docs().relativize(source).toString(),
                    answer.standings().get(i).state().key());
        }
        return states;
    }

    @Test
    void theNewestByPathIsInForceUnlessADocumentSaysOtherwise() throws Exception {
        var profiles = Files.createDirectory(folder.resolve("profiles"));
        Files.writeString(profiles.resolve("handbooks.yaml"), PROFILE);
        try (var corpus = new Corpus(folder, Map.of("domains.folder", profiles.toString()))) {
            corpus.write("saw/rev9.md", "The saw machine needs 9 litres of oil each year.");
            corpus.write("saw/rev10.md", "The saw machine needs 10 litres of oil each month.");
            corpus.write("mill/rev2.md", "The mill machine needs 2 litres of oil each week.");
            corpus.write(
                    "mill/rev1.md", "---\nrevision: 3\n---\nThe mill machine needs 3 litres of oil each single day.");
            corpus.write("loose.md", "The loose machine needs some oil now and then, as much as it takes.");
            corpus.ingest("handbooks");

            assertEquals(
                    Map.of("saw/rev10.md", "valid", "mill/rev1.md", "valid", "loose.md", "needs_review"),
                    standings(corpus, false));
            assertEquals(
                    Map.of(
                            "saw/rev10.md",
                            "valid",
                            "saw/rev9.md",
                            "superseded",
                            "mill/rev1.md",
                            "valid",
                            "mill/rev2.md",
                            "superseded",
                            "loose.md",
                            "needs_review"),
                    standings(corpus, true));

            Files.delete(corpus.docs().resolve("saw/rev10.md"));
            corpus.ingest("handbooks", false, true, true);
            assertEquals("valid", standings(corpus, false).get("saw/rev9.md"));
        }
    }

    @Test
    void textsAreOrderedAsPeopleNumberRevisions() throws Exception {
        var profiles = Files.createDirectory(folder.resolve("profiles"));
        Files.writeString(
                profiles.resolve("handbooks.yaml"),
                PROFILE.replace("type: number", "type: text")
                        .replace("rev(?<revision>[0-9]+)", "rev-(?<revision>[^/]+)"));
        try (var corpus = new Corpus(folder, Map.of("domains.folder", profiles.toString()))) {
            corpus.write("saw/rev-1.9.md", "The saw machine needs 9 litres of oil each year.");
            corpus.write("saw/rev-1.10.md", "The saw machine needs 10 litres of oil each month.");
            corpus.write("mill/rev-A.md", "The mill machine needs 2 litres of oil each week.");
            corpus.write("mill/rev-B.md", "The mill machine needs 3 litres of oil each single day.");
            corpus.write("lathe/rev-final.md", "The lathe machine needs some oil now and then, as much as it takes.");
            corpus.ingest("handbooks");
            assertEquals(
                    Map.of("saw/rev-1.10.md", "valid", "mill/rev-B.md", "valid", "lathe/rev-final.md", "needs_review"),
                    standings(corpus, false));
            assertEquals("superseded", standings(corpus, true).get("saw/rev-1.9.md"));
            assertEquals("superseded", standings(corpus, true).get("mill/rev-A.md"));
        }
    }
}
