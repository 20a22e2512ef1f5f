package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Ids;

/**
 * Kills processes that give a collection another name, at every named step and at random moments. At once, every name
 * that is there must be there whole; after the next run that writes there is one, with all that was known of the
 * collection, and the stores agree. {@code -Drag.crash.rounds=N} kills N times as often.
 */
@Tag("process")
class RenameCrashTest {

    private static final int ROUNDS = Integer.getInteger("rag.crash.rounds", 1);
    private static final List<String> NAMES = List.of("kb", "other");
    private static final int SOURCES = 6;

    @TempDir
    Path data;

    private final Map<String, String> content = new TreeMap<>();
    private final Set<String> ids = new TreeSet<>();

    /** Documents with pictures, one of them out of date, one without text, a page, a pasted text, and what people said. */
    @BeforeEach
    void make() throws IOException {
        try (var lock = WriterLock.acquire(data, "test", Duration.ZERO);
                var ledger = Ledger.open(data);
                var store = new LuceneChunkStore(data);
                var publication = Publication.open(data, store, ledger)) {
            lock.progress("");
            try (var session = publication.session("kb", Documents.PRINT)) {
                for (int i = 0; i < SOURCES; i++) {
                    var source = "source" + i;
                    session.publish(List.of(Documents.put("kb", source, i)));
                    content.put(source, "v" + i);
                    ids.add(Ids.document("kb", source));
                }
                session.publish(List.of(new Change.Stale(Documents.failed("kb", "source5", 9, true))));
                content.put("source5", "v5 stale");
            }
            ledger.save(Documents.failed("kb", "broken", 1, false));
            ids.add(Ids.document("kb", "broken"));
            ledger.profiles()
                    .put(new CollectionProfile("kb", "Base", "What it holds", List.of("oil"), List.of("/docs")));
            ledger.learned().learn("kb", List.of("pump", "dome"), Documents.NOON);
            var page = ledger.history("kb").getLast();
            ledger.webPages()
                    .put(
                            "kb",
                            List.of(new WebPageRow(
                                    "kb",
                                    page.source(),
                                    "http://a/",
                                    "http://a/",
                                    "\"e\"",
                                    "",
                                    page.contentHash(),
                                    List.of())));
        }
        Files.writeString(Files.createDirectories(data.resolve("texts/kb")).resolve("note.md"), "A note.");
        var first = repaired();
        assertEquals("kb", first);
    }

    @ParameterizedTest
    @CsvSource({
        "renaming-noted, kb",
        "chunks-buffered, kb",
        "renaming-staged, kb",
        "before-commit, kb",
        "after-commit, other",
        "renaming-published, other",
        "renaming-recorded, other",
        "clear-pending, other",
        "dropped, other",
        "cleared, other",
        "renaming-cleared, other"
    })
    void killedAtAStepItHasOneOfItsNamesAndAll(String step, String expected) throws Exception {
        killAt(step, 1);
        whole(expected);
        assertEquals(expected, repaired());
    }

    @ParameterizedTest
    @ValueSource(strings = {"recovery-finished", "renaming-recorded", "dropped", "renaming-cleared"})
    void killedWhileItIsRepairedItIsRepairedByTheNext(String step) throws Exception {
        killAt("after-commit", 1);
        killAt(step, 1);
        whole("other");
        assertEquals("other", repaired());
    }

    @ParameterizedTest
    @ValueSource(strings = {"recovery-abandoned", "clear-pending", "dropped"})
    void killedWhileItIsGivenUpItIsGivenUpByTheNext(String step) throws Exception {
        killAt("before-commit", 1);
        killAt(step, 1);
        whole("kb");
        assertEquals("kb", repaired());
    }

    @Test
    void killsAtRandomMomentsLeaveOneNameWithAll() throws Exception {
        var random = new Random(23);
        var name = "kb";
        int half = 0, renamed = 0;
        for (int round = 0; round < 8 * ROUNDS; round++) {
            try (var victim = Child.run(CrashVictim.class, data, "rename", 1, "-", 0)) {
                assertEquals(Optional.of("ready"), victim.line());
                long wait = random.nextLong(1500);
                Thread.ofVirtual().start(() -> {
                    try {
                        Thread.sleep(wait);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    victim.kill();
                });
                String trying = "";
                for (var line : victim.lines()) {
                    if (line.equals("ack")) {
                        name = trying;
                        trying = "";
                        renamed++;
                    } else {
                        trying = line.substring("try ".length());
                    }
                }
                if (!trying.isEmpty()) half++;
                whole(name, trying);
                var found = repaired();
                assertTrue(
                        found.equals(name) || found.equals(trying), found + " is neither " + name + " nor " + trying);
                name = found;
            }
        }
        assertTrue(half > 0, "no kill fell into a renaming");
        System.err.printf("%d renamings done, %d killed in the middle of another%n", renamed, half);
    }

    private void killAt(String step, int times) throws IOException {
        try (var victim = Child.run(CrashVictim.class, data, "rename", 1, step, times, "kill")) {
            for (var line = victim.line(); ; line = victim.line()) {
                if (line.orElseThrow(() -> new AssertionError("never came to " + step))
                        .equals("here")) break;
            }
            victim.kill();
        }
    }

    /** What who only reads finds before anybody has repaired anything: one of these names, and each name whole. */
    private void whole(String... names) throws IOException {
        try (var store = new LuceneChunkStore(data)) {
            var there = store.collections();
            assertTrue(NAMES.containsAll(there), there.toString());
            assertTrue(there.stream().anyMatch(List.of(names)::contains), there + " without any of " + List.of(names));
            for (var name : there) {
                try (var reader = store.reader(List.of(name))) {
                    var found = new TreeMap<String, String>();
                    for (var source : content.keySet()) {
                        for (var chunk : reader.document(Ids.document(name, source)))
                            found.put(
                                    source,
                                    chunk.text().replaceAll(".* of version ", "v") + (chunk.stale() ? " stale" : ""));
                    }
                    assertEquals(content, found, name);
                }
            }
        }
    }

    /** Does what every run that writes begins with, compares everything, and returns the name. */
    private String repaired() throws IOException {
        try (var lock = WriterLock.acquire(data, "test", Duration.ZERO);
                var ledger = Ledger.open(data);
                var store = new LuceneChunkStore(data);
                var publication = Publication.open(data, store, ledger)) {
            lock.progress("");
            publication.recover();
            assertEquals(List.of(), Consistency.check(data, store, ledger));
            assertEquals(List.of(), ledger.journal().unfinished());
            assertEquals(List.of(), ledger.renamings().underWay());
            assertEquals(1, store.collections().size(), "half-names: " + store.collections());
            var name = store.collections().getFirst();
            assertEquals(List.of(name), ledger.collections());
            assertEquals(content, Documents.found(store, ledger, name));
            assertEquals(SOURCES + 1, ledger.history(name).size(), "with the one that could not be read");
            var profile = ledger.profiles().all();
            assertEquals(
                    List.of(new CollectionProfile(name, "Base", "What it holds", List.of("oil"), List.of("/docs"))),
                    profile);
            assertEquals(Set.of(name), ledger.learned().all(Documents.NOON).keySet());
            assertEquals(2, ledger.learned().all(Documents.NOON).get(name).size());
            assertEquals(1, ledger.webPages().of(name, "http://a/").size());
            for (var id : ids) {
                var now = ledger.renamings().now(id).orElse(id);
                assertTrue(
                        ledger.history(name).stream()
                                .anyMatch(row -> row.documentId().equals(now)),
                        id + " led to nothing");
            }
            for (var part : List.of("index", "images", "texts"))
                assertEquals(List.of(name), folders(data.resolve(part)), "folders of " + part);
            return name;
        }
    }

    private static List<String> folders(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return new ArrayList<>(
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }
}
