package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Failure;

class FileScanTest {

    @TempDir
    Path temporary;

    private Path root;

    @BeforeEach
    void realRoot() throws IOException {
        root = temporary.toRealPath();
    }

    private Path file(String name) throws IOException {
        var path = root.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, name);
    }

    private Set<String> found(List<String> exclude, Path... named) {
        var scan = new FileScan(root.resolve("data"), exclude);
        for (var path : named) scan.add(path);
        var names = new java.util.TreeSet<String>();
        scan.files()
                .keySet()
                .forEach(source -> names.add(root.relativize(Path.of(source)).toString()));
        return names;
    }

    @Test
    void theDataFolderAndWhatPatternsExcludeAreLeftOut() throws IOException {
        file("docs/a.md");
        file("docs/deep/node_modules/x.md");
        file("docs/deep/b.lock");
        file("docs/deep/b.md");
        file("docs/drafts/c.md");
        file("data/rag.db");

        assertEquals(
                Set.of("docs/a.md", "docs/deep/b.md"), found(List.of("node_modules", "*.lock", "docs/drafts"), root));
    }

    @Test
    void anExcludedNameThatIsNamedItselfIsRead() throws IOException {
        file("node_modules/x.md");

        assertEquals(Set.of("node_modules/x.md"), found(List.of("node_modules"), root.resolve("node_modules")));
    }

    @Test
    void linksInAFolderAreNotFollowedSoThereAreNoLoops() throws IOException {
        file("docs/a.md");
        Files.createSymbolicLink(root.resolve("docs/loop"), root.resolve("docs"));
        Files.createSymbolicLink(root.resolve("docs/b.md"), root.resolve("docs/a.md"));
        var scan = new FileScan(root.resolve("data"), List.of()).add(root.resolve("docs"));

        assertEquals(1, scan.files().size());
        assertEquals(2, scan.links());
    }

    @Test
    void aBackslashIsALetterOfANameWhereItDoesNotPartFolders() throws IOException {
        assumeTrue(File.separatorChar == '/', "it parts folders here");
        file("docs/a/b.md");
        file("docs/a\\b.md");
        var scan = new FileScan(root.resolve("data"), List.of()).add(root.resolve("docs"));

        assertEquals(
                Set.of(root + "/docs/a/b.md", root + "/docs/a\\b.md"),
                scan.files().keySet());
    }

    @Test
    void namesThatAreNoTextAreToldEachByItsBytesAndNeverMixedUp() throws Exception {
        assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "names have another encoding here");
        file("docs/\uFFFD.md");
        var made = new ProcessBuilder(
                        "sh",
                        "-c",
                        "cd docs && printf 1 >\"$(printf 'ü x\\351.md')\" && printf 2 >\"$(printf 'ü x\\350.md')\"")
                .directory(root.toFile())
                .start();
        assumeTrue(made.waitFor() == 0, "no such names can be made here");
        var scan = new FileScan(root.resolve("data"), List.of()).add(root.resolve("docs"));

        assertEquals(Set.of(root + "/docs/\uFFFD.md"), scan.files().keySet());
        assertEquals(
                Set.of(root + "/docs/%C3%BC%20x%E9.md", root + "/docs/%C3%BC%20x%E8.md"),
                scan.unreadable().stream().map(FileScan.Unreadable::source).collect(Collectors.toSet()));
        assertEquals(
                "its name is not written in UTF-8: rename it",
                scan.unreadable().getFirst().reason());
    }

    @Test
    void aFileNamedTwiceOrThroughALinkIsOneSource() throws IOException {
        file("docs/a.md");
        Files.createSymbolicLink(root.resolve("linked"), root.resolve("docs"));

        assertEquals(
                Set.of("docs/a.md"),
                found(List.of(), root.resolve("docs"), root.resolve("docs/a.md"), root.resolve("linked")));
    }

    @Test
    void aPathThatIsNotThereIsNamed() {
        var failure = assertThrows(Failure.class, () -> found(List.of(), root.resolve("nothing")));

        assertTrue(failure.getMessage().contains("nothing"), failure.getMessage());
    }

    @Test
    void aPipeOrADeviceIsNoDocumentToWaitFor() {
        var device = Path.of("/dev/null");
        assumeTrue(Files.exists(device), "no such device here");
        var failure = assertThrows(Failure.class, () -> found(List.of(), device));

        assertTrue(failure.getMessage().contains("neither a file nor a folder"), failure.getMessage());
    }

    /** Whoever opened the socket's neighbour, a pipe, would wait for ever. */
    @Test
    void whatIsNoFileInAFolderIsNamedAndNotOpened() throws IOException {
        file("docs/a.md");
        var socket = root.resolve("docs/s.txt");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            var scan = new FileScan(root.resolve("data"), List.of()).add(root.resolve("docs"));
            assertEquals(1, scan.files().size());
            assertEquals(
                    List.of(new FileScan.Unreadable(socket.toString(), "no file, but a pipe, a socket or a device")),
                    scan.noFiles());
            assertEquals(
                    0,
                    new FileScan(root.resolve("data"), List.of("s.*"))
                            .add(root.resolve("docs"))
                            .noFiles()
                            .size());
            var items = new Planner(rag.load.Loaders.standard(), 1, false)
                    .plan("c", scan, List.of(), Progress.NONE)
                    .of(Plan.Action.UNSUPPORTED);
            assertEquals(socket.toString(), items.getFirst().source());
        }
    }

    @Test
    void patternsAreWrittenAsInGitignore() throws IOException {
        for (var name : List.of("drafts/a.md", "deep/drafts/b.md", "deep/x.bak", "y.tmp", "c.md", "build")) {
            file("docs/" + name);
        }
        var docs = root.resolve("docs");

        assertEquals(
                Set.of("docs/c.md", "docs/build", "docs/y.tmp", "docs/deep/x.bak"), found(List.of("drafts/"), docs));
        assertEquals(
                Set.of("docs/c.md", "docs/build", "docs/y.tmp", "docs/deep/x.bak"), found(List.of("**/drafts"), docs));
        assertEquals(
                Set.of("docs/c.md", "docs/build", "docs/y.tmp", "docs/deep/x.bak", "docs/deep/drafts/b.md"),
                found(List.of("/drafts"), docs));
        assertEquals(found(List.of("/drafts"), docs), found(List.of("./drafts/"), docs));
        assertEquals(
                Set.of("docs/c.md", "docs/build", "docs/drafts/a.md", "docs/deep/drafts/b.md"),
                found(List.of("*.{bak,tmp}"), docs));
        assertTrue(found(List.of("build/"), docs).contains("docs/build"), "a file, no folder");
    }

    @Test
    void theDataFolderIsLeftOutByWhicheverNameItWasReached() throws IOException {
        file("home/data/rag.db");
        file("home/a.md");
        Files.createSymbolicLink(root.resolve("linked"), root.resolve("home"));
        var scan = new FileScan(root.resolve("linked/data"), List.of()).add(root.resolve("home"));

        assertEquals(Set.of(root + "/home/a.md"), scan.files().keySet());
    }

    @Test
    void aFolderCoversWhatLiesBelowItAndNotItsNeighbours() throws IOException {
        file("docs/a.md");
        var scan = new FileScan(root.resolve("data"), List.of()).add(root.resolve("docs"));

        assertTrue(scan.covers(root + "/docs/gone.md"));
        assertFalse(scan.covers(root + "/docs2/other.md"));
    }
}
