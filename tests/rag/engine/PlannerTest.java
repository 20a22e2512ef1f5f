package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.load.Loaders;
import rag.model.DocumentState;
import rag.model.Ids;
import rag.store.HistoryRow;

class PlannerTest {

    @TempDir
    Path temporary;

    private Path docs;

    @BeforeEach
    void folder() throws IOException {
        docs = Files.createDirectories(temporary.toRealPath().resolve("docs"));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(docs.resolve(name), text);
    }

    private HistoryRow row(String name, String text, DocumentState state) throws IOException {
        var source = docs.resolve(name).normalize().toString();
        return new HistoryRow(
                "c",
                source,
                Ids.document("c", source),
                "",
                Ids.sha256(text.getBytes()),
                "",
                text.length(),
                state,
                "",
                false,
                name,
                "text",
                "en",
                0,
                state.searchable() ? 1 : 0,
                0,
                1,
                Instant.EPOCH);
    }

    private Map<String, String> plan(boolean force, HistoryRow... history) {
        var scan = new FileScan(temporary.resolve("data"), List.of()).add(docs);
        var plan = new Planner(Loaders.standard(), 1, force)
                .plan("c", scan, new ArrayList<>(List.of(history)), Progress.NONE);
        var actions = new TreeMap<String, String>();
        for (var item : plan.items()) {
            actions.put(
                    docs.relativize(Path.of(item.source())).toString(),
                    item.action().key());
        }
        return actions;
    }

    @Test
    void theContentDecidesWhatIsNewChangedAndUnchanged() throws IOException {
        write("new.txt", "one");
        write("changed.txt", "two, changed");
        write("same.txt", "three");

        assertEquals(
                Map.of("new.txt", "new", "changed.txt", "changed", "same.txt", "unchanged", "gone.txt", "deleted"),
                plan(
                        false,
                        row("changed.txt", "two", DocumentState.READY),
                        row("same.txt", "three", DocumentState.READY),
                        row("gone.txt", "four", DocumentState.READY)));
    }

    @Test
    void aTouchedFileWithTheSameBytesIsUnchanged() throws IOException {
        var file = write("same.txt", "three");
        Files.setLastModifiedTime(
                file, java.nio.file.attribute.FileTime.from(Instant.now().plusSeconds(999)));

        assertEquals(Map.of("same.txt", "unchanged"), plan(false, row("same.txt", "three", DocumentState.READY)));
    }

    @Test
    void aFileAtAnotherPlaceWithTheBytesOfOneThatIsGoneWasMoved() throws IOException {
        write("here.txt", "text");

        assertEquals(Map.of("here.txt", "moved"), plan(false, row("there.txt", "text", DocumentState.READY)));
    }

    @Test
    void whatAnotherMachineBroughtInHasNotMovedHere() throws IOException {
        write("here.txt", "text");
        var scan = new FileScan(temporary.resolve("data"), List.of()).add(docs);
        var theirs = temporary.toRealPath().resolve("theirs/there.txt");
        var history = List.of(row(theirs.toString(), "text", DocumentState.READY));

        var alone = new Planner(Loaders.standard(), 1, false, false);
        var shared = new Planner(Loaders.standard(), 1, false, true);
        assertEquals(
                1,
                alone.plan("c", scan, history, Progress.NONE)
                        .of(Plan.Action.MOVED)
                        .size());
        assertEquals(
                1,
                shared.plan("c", scan, history, Progress.NONE)
                        .of(Plan.Action.NEW)
                        .size());
        var own = List.of(row("there.txt", "text", DocumentState.READY));
        assertEquals(
                1,
                shared.plan("c", scan, own, Progress.NONE).of(Plan.Action.MOVED).size());
    }

    @Test
    void filesWithTheSameBytesThatMovedTogetherAreAllRecognisedEachByItsName() throws IOException {
        for (var name : List.of("a/LICENSE.txt", "b/LICENSE.txt", "b/COPY.txt")) {
            Files.createDirectories(docs.resolve("moved/" + name).getParent());
            write("moved/" + name, "the same");
        }
        var history = List.of(
                row("b/COPY.txt", "the same", DocumentState.READY),
                row("b/LICENSE.txt", "the same", DocumentState.READY),
                row("a/LICENSE.txt", "the same", DocumentState.READY));
        var scan = new FileScan(temporary.resolve("data"), List.of()).add(docs);
        var plan = new Planner(Loaders.standard(), 1, false).plan("c", scan, history, Progress.NONE);
        var moves = new TreeMap<String, String>();
        for (var item : plan.items()) {
            assertEquals(Plan.Action.MOVED, item.action(), item.source());
            moves.put(item.source().substring(docs.toString().length() + 1), item.reason());
        }
        assertEquals(
                Map.of(
                        "moved/a/LICENSE.txt", "from " + docs.resolve("a/LICENSE.txt"),
                        "moved/b/LICENSE.txt", "from " + docs.resolve("b/LICENSE.txt"),
                        "moved/b/COPY.txt", "from " + docs.resolve("b/COPY.txt")),
                moves);
    }

    @Test
    void ofTwoGoneFilesWithTheSameBytesAndOneNewOneTheOtherIsGone() throws IOException {
        write("new.txt", "the same");

        var plan = plan(
                false,
                row("one.txt", "the same", DocumentState.READY),
                row("two.txt", "the same", DocumentState.READY));
        assertEquals("moved", plan.get("new.txt"));
        assertEquals(
                List.of("deleted"),
                plan.entrySet().stream()
                        .filter(entry -> !entry.getKey().equals("new.txt"))
                        .map(Map.Entry::getValue)
                        .toList());
    }

    @Test
    void aFileThatCannotBeLookedAtIsNotTakenForGone() throws IOException {
        var loop = temporary.toRealPath().resolve("loop"); // as little to be entered as a folder without that right
        Files.createSymbolicLink(loop, loop);
        write("copy.txt", "text");

        assertEquals(Map.of("copy.txt", "new"), plan(false, row("../loop/there.txt", "text", DocumentState.READY)));
    }

    @Test
    void aCopyOfAFileThatIsStillThereIsNew() throws IOException {
        write("there.txt", "text");
        write("here.txt", "text");

        assertEquals(
                Map.of("here.txt", "new", "there.txt", "unchanged"),
                plan(false, row("there.txt", "text", DocumentState.READY)));
    }

    @Test
    void whatFailedIsTriedAgainAndWhatIsEncryptedIsNot() throws IOException {
        write("failed.txt", "a");
        write("locked.txt", "b");

        assertEquals(
                Map.of("failed.txt", "changed", "locked.txt", "unchanged"),
                plan(
                        false,
                        row("failed.txt", "a", DocumentState.FAILED),
                        row("locked.txt", "b", DocumentState.ENCRYPTED)));
    }

    @Test
    void forceDoesAllAgain() throws IOException {
        write("same.txt", "three");

        assertEquals(Map.of("same.txt", "changed"), plan(true, row("same.txt", "three", DocumentState.READY)));
    }

    @Test
    void aFileOverTheLimitAndOneOfNoKnownFormatAreSaidSo() throws IOException {
        write("big.txt", "x".repeat(1024 * 1024 + 1));
        write("blob.bin", "\0\1\2");

        assertEquals(Map.of("big.txt", "too_large", "blob.bin", "unsupported"), plan(false));
    }
}
