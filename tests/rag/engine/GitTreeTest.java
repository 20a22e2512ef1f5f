package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jgit.api.Git;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.store.Ledger;

/** Folders that are working trees of Git. */
class GitTreeTest {

    private static final String NAME = "knowledge_hub";

    @TempDir
    Path folder;

    private Corpus corpus;

    @BeforeEach
    void open() throws Exception {
        corpus = new Corpus(folder, Map.of());
        Git.init().setDirectory(corpus.docs().toFile()).call().close();
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private Plan plan(Path... paths) {
        var request = new IngestRequest(NAME, List.of(paths), false, false, false, Duration.ZERO, "test");
        return new Ingestion(corpus.engine()).plan(request, Progress.NONE);
    }

    /** Files of a plan that have a loader, relative to the documents. */
    private TreeSet<String> read(Plan plan) {
        var names = new TreeSet<String>();
        for (var item : plan.items()) {
            if (item.action() == Plan.Action.NEW)
                names.add(corpus.docs().relativize(Path.of(item.source())).toString());
        }
        return names;
    }

    private static TreeSet<String> set(String... names) {
        return new TreeSet<>(List.of(names));
    }

    /** What {@code git ls-files --cached --others --exclude-standard} lists, by the manual of gitignore. */
    private void tree() throws Exception {
        corpus.write(".gitignore", "*.log.md\n!keep.log.md\n/top.md\nsecret/\nforced.md\ndocs/**/tmp.md\n");
        corpus.write("a.md", "A");
        corpus.write("x.log.md", "X");
        corpus.write("keep.log.md", "Kept");
        corpus.write("top.md", "Only here");
        corpus.write("sub/top.md", "Not here");
        corpus.write("secret/s.md", "S");
        corpus.write("sub/.gitignore", "!x.log.md\nb.md\n");
        corpus.write("sub/x.log.md", "Back again");
        corpus.write("sub/b.md", "B");
        corpus.write("sub/deep/b.md", "B too");
        corpus.write("docs/one/two/tmp.md", "T");
        corpus.write("private.md", "P");
        corpus.write("forced.md", "Tracked in spite of the rule");
        corpus.write(".git/info/exclude", "private.md\n");
        try (var git = Git.open(corpus.docs().toFile())) {
            git.add().addFilepattern("a.md").addFilepattern("sub/top.md").call();
            // with "force" as "git add -f" has it
            var index = git.getRepository().lockDirCache();
            var builder = index.builder();
            builder.keep(0, index.getEntryCount());
            var entry = new org.eclipse.jgit.dircache.DirCacheEntry("forced.md");
            entry.setFileMode(org.eclipse.jgit.lib.FileMode.REGULAR_FILE);
            try (var inserter = git.getRepository().newObjectInserter()) {
                entry.setObjectId(inserter.insert(
                        org.eclipse.jgit.lib.Constants.OBJ_BLOB,
                        Files.readAllBytes(corpus.docs().resolve("forced.md"))));
                inserter.flush();
            }
            builder.add(entry);
            builder.commit();
        }
    }

    @Test
    void whatGitIgnoresIsLeftOutAndCounted() throws Exception {
        tree();
        var plan = plan(corpus.docs());

        assertEquals(set("a.md", "keep.log.md", "sub/top.md", "sub/x.log.md", "forced.md"), read(plan));
        // x.log.md, top.md, secret/, sub/b.md, sub/deep/b.md, tmp.md, private.md
        assertEquals(7, plan.ignored());
    }

    @Test
    void rulesAboveANamedFolderHoldButTheFolderItselfIsRead() throws Exception {
        tree();

        assertEquals(set("sub/top.md", "sub/x.log.md"), read(plan(corpus.docs().resolve("sub"))));
        assertEquals(set("secret/s.md"), read(plan(corpus.docs().resolve("secret"))));
        assertEquals(set("x.log.md"), read(plan(corpus.docs().resolve("x.log.md"))));
    }

    @Test
    void aTreeWithinATreeHasItsOwnRules() throws Exception {
        corpus.write(".gitignore", "x.md\n");
        corpus.write("inner/x.md", "X");
        corpus.write("inner/y.md", "Y");
        corpus.write("inner/.gitignore", "y.md\n");
        Git.init().setDirectory(corpus.docs().resolve("inner").toFile()).call().close();

        assertEquals(set("inner/x.md"), read(plan(corpus.docs())));
    }

    @Test
    void aSettingTurnsItOff() throws Exception {
        corpus.write(".gitignore", "x.md\n");
        corpus.write("x.md", "X");
        corpus.close();
        corpus = new Corpus(folder, Map.of("ingestion.respect_gitignore", "false"));

        assertEquals(set("x.md"), read(plan(corpus.docs())));
    }

    @Test
    void aBrokenRepositoryIgnoresNothing() throws IOException {
        corpus.write(".gitignore", "x.md\n");
        corpus.write("x.md", "X");
        Files.writeString(corpus.docs().resolve(".git/config"), "[core\n");

        assertEquals(set("x.md"), read(plan(corpus.docs())));
    }

    @Test
    void aDocumentNamesTheCommitThatHoldsItAsItIs() throws Exception {
        corpus.write("same.md", "As committed.");
        corpus.write("changed.md", "Before.");
        String commit;
        try (var git = Git.open(corpus.docs().toFile())) {
            git.add().addFilepattern(".").call();
            commit = git.commit()
                    .setMessage("First")
                    .setAuthor("A", "a@example.org")
                    .setCommitter("A", "a@example.org")
                    .setSign(false)
                    .call()
                    .name();
        }
        corpus.write("changed.md", "After.");
        corpus.write("new.md", "Not committed.");
        corpus.ingest(NAME);

        assertEquals(commit, metadata("same.md").get("git_commit"));
        assertFalse(metadata("changed.md").containsKey("git_commit"));
        assertFalse(metadata("new.md").containsKey("git_commit"));
    }

    private Map<String, Object> metadata(String name) throws IOException {
        try (var ledger = Ledger.open(corpus.engine().data());
                var reader = corpus.engine().store().reader(List.of(NAME))) {
            var row = ledger.row(NAME, corpus.docs().resolve(name).toString()).orElseThrow();
            return reader.document(row.documentId()).getFirst().metadata();
        }
    }

    @Test
    void aWatchedTreeLosesWhatBecomesIgnoredAndGetsWhatNoLongerIs() throws Exception {
        corpus.write(".gitignore", "drafts/\n");
        corpus.write("a.md", "A");
        corpus.write("drafts/d.md", "D");
        corpus.write("notes/n.md", "N");
        var stop = new AtomicBoolean();
        var request =
                new IngestRequest(NAME, List.of(corpus.docs()), false, true, true, Duration.ofSeconds(30), "test");
        var watch = new Watch(corpus.engine(), request, Duration.ofMinutes(5), new Watch.Listener() {
            @Override
            public void ingested(IngestReport report) {}

            @Override
            public void trouble(String words) {}
        });
        var thread = Thread.ofPlatform().start(() -> watch.run(Progress.NONE, stop::get));
        try {
            assertBecomes(set("a.md", "notes/n.md"));
            corpus.write(".gitignore", "notes/\n");
            assertBecomes(set("a.md", "drafts/d.md"));
            corpus.write("notes/more.md", "M"); // in a folder that is still watched
            corpus.write("drafts/e.md", "E");
            assertBecomes(set("a.md", "drafts/d.md", "drafts/e.md"));
        } finally {
            stop.set(true);
            thread.join();
        }
    }

    private void assertBecomes(TreeSet<String> wanted) throws InterruptedException {
        var known = new TreeSet<String>();
        for (int i = 0; i < 200 && !known.equals(wanted); i++) {
            Thread.sleep(100);
            known.clear();
            try (var ledger = Ledger.open(corpus.engine().data())) {
                for (var row : ledger.history(NAME)) {
                    if (row.chunks() > 0)
                        known.add(
                                corpus.docs().relativize(Path.of(row.source())).toString());
                }
            }
        }
        assertEquals(wanted, known);
    }
}
