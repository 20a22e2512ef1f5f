package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scripts.LauncherProject.assertPrinted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a project of its own, with a JBang folder of its own. */
@Tag("process")
class LauncherTest {

    @TempDir
    Path temp;

    private LauncherProject project;

    @BeforeEach
    void writeProject() throws IOException {
        project = LauncherProject.in(temp);
    }

    @Test
    void argumentsArriveAsTheyWereGivenInTheFirstRunAndLater() throws Exception {
        var first =
                project.launcher().run("hello.java", "", "two words", "$HOME", "*", "it's", "\"", "a\\b", "ü\n漢", "");
        var later =
                project.launcher().run("hello.java", "", "two words", "$HOME", "*", "it's", "\"", "a\\b", "ü\n漢", "");

        assertPrinted("<><two words><$HOME><*><it's><\"><a\\b><ü\n漢><>word!", first);
        assertPrinted(first.out(), later);
        assertTrue(first.err().contains("Building hello.java"), first.err());
        assertEquals("", later.err(), "JBang was asked again");
    }

    @Test
    void everyLetterArrivesInALocaleThatHasAsciiAloneOrIsNotInstalled() throws Exception {
        for (var locale : List.of("C", "xx_XX.UTF-8"))
            assertPrinted(
                    "<ü漢🚀>word!", project.launcher().env("LC_ALL", locale).run("hello.java", "ü漢🚀"));
    }

    @Test
    void theInputIsTheScripts() throws Exception {
        assertPrinted(
                "line\nline<read>word!", project.launcher().input("line\nline").run("hello.java", "read"));
    }

    @Test
    void theExitCodeIsPassedOn() throws Exception {
        assertEquals(7, project.launcher().run("hello.java", "exit", 7).code());
        assertEquals(7, project.launcher().run("hello.java", "exit", 7).code());
    }

    @Test
    void theProcessThatWasStartedIsTheScript() throws Exception {
        project.launcher().run("build", "hello.java");
        var process = project.launcher().start("hello.java", "sleep");
        try {
            for (int i = 0; i < 100 && !program(process).endsWith("java"); i++) Thread.sleep(100);

            assertTrue(program(process).endsWith("java"), program(process));
        } finally {
            process.destroy();
        }
        assertEquals(143, process.waitFor(), "the signal ends the script");
    }

    private static String program(Process process) {
        return process.toHandle().info().command().orElse("");
    }

    @Test
    void buildPreparesTheFirstRun() throws Exception {
        assertPrinted("", project.launcher().run("build", "hello.java"));

        assertEquals("", project.launcher().run("hello.java").err());
    }

    @Test
    void anyChangeOfWhatItIsBuiltFromIsSeen() throws Exception {
        assertPrinted("word!", project.launcher().run("hello.java"));

        project.write("lib/Word.java", "class Word { static final String WORD = \"other\"; }");
        assertPrinted("other!", project.launcher().run("hello.java"));
        project.write("config/said.txt", "?");
        assertPrinted("other?", project.launcher().run("hello.java"));
        project.write("hello.java", LauncherProject.HELLO.replace("Word.WORD", "\"own\""));
        assertPrinted("own?", project.launcher().run("hello.java"));
        project.write("lib/New.java", "class New {}");
        assertFalse(project.launcher().run("hello.java").err().isEmpty(), "a new file may matter");
    }

    @Test
    void aKeptCommandIsNotUsedWhenAFileOfItsClassPathIsGone() throws Exception {
        project.launcher().run("hello.java");
        try (var files = Files.walk(project.home().resolve("cache"))) {
            for (var jar : files.filter(f -> f.endsWith("hello.jar")).toList()) Files.delete(jar);
        }

        assertPrinted("word!", project.launcher().run("hello.java"));
    }

    @Test
    void aBuildThatFailsSaysSoOnStandardErrorAndIsTriedAgain() throws Exception {
        project.write("lib/Word.java", "class Word { int WORD = \"no number\"; }");
        var failed = project.launcher().run("hello.java");

        assertEquals(1, failed.code());
        assertEquals("", failed.out());
        assertTrue(failed.err().contains("incompatible types"), failed.err());

        project.write("lib/Word.java", "class Word { static int WORD = 42; }");
        assertPrinted("42!", project.launcher().run("hello.java"));
    }

    @Test
    void itRunsThroughALinkFromAnywhere() throws Exception {
        var link =
                Files.createSymbolicLink(temp.resolve("link"), project.folder().resolve("jbang"));

        var run = Script.program(link).in(temp).env("JBANG_DIR", project.home());

        assertPrinted("<x>word!", run.run(project.folder().resolve("hello.java"), "x"));
    }

    @Test
    void firstRunsAtTheSameTimeAllWork() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Script.Result> run = () -> project.launcher().run("hello.java");
            for (var result : threads.invokeAll(List.of(run, run, run))) assertPrinted("word!", result.get());
        }
    }

    /** As on macOS; the first of them finds the lock of one that was killed. */
    @Test
    void firstRunsAtTheSameTimeAllWorkAlsoWithoutFlock() throws Exception {
        var lock = project.home().resolve("launcher/lock.by");
        Files.createDirectories(lock.getParent());
        Files.createSymbolicLink(lock, Path.of("999999999"));
        var path = everythingBut("flock");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Script.Result> run =
                    () -> project.launcher().env("PATH", path).run("hello.java");
            var waited = new ArrayList<String>();
            for (var result : threads.invokeAll(List.of(run, run, run))) {
                assertPrinted("word!", result.get());
                if (result.get().err().contains("Waiting for another build to end (process "))
                    waited.add(result.get().err());
            }
            assertEquals(2, waited.size(), "all but one wait");
        }
        assertFalse(Files.exists(lock, LinkOption.NOFOLLOW_LINKS), "it is left behind");
        try (var links = Files.list(path)) {
            for (var link : links.toList()) Files.delete(link); // JUnit would warn of each that leads elsewhere
        }
    }

    private Path everythingBut(String left) throws IOException {
        var folder = Files.createDirectories(temp.resolve("without"));
        for (var place : System.getenv("PATH").split(":")) {
            if (!Files.isDirectory(Path.of(place))) continue;
            try (var programs = Files.list(Path.of(place))) {
                for (var program : programs.toList()) {
                    var link = folder.resolve(program.getFileName());
                    boolean known = Files.exists(link, LinkOption.NOFOLLOW_LINKS);
                    if (!known && !link.endsWith(left)) Files.createSymbolicLink(link, program);
                }
            }
        }
        return folder;
    }

    @Test
    void aJBangWithAWrongChecksumIsReplacedByARightOneOrRefused() throws Exception {
        var stored = project.stored();
        Files.createDirectories(stored.getParent());
        Files.copy(LauncherProject.genuineJar(), stored);
        tamperWith(project.jar());
        var replaced =
                project.launcher().env("JBANG_REPO", project.repository()).run("hello.java");

        assertPrinted("word!", replaced);
        assertTrue(replaced.err().contains("Wrong checksum"), replaced.err());

        Files.delete(project.jar());
        tamperWith(stored);
        project.write("config/said.txt", "?");
        var refused = project.launcher().env("JBANG_REPO", project.repository()).run("hello.java");

        assertEquals(1, refused.code());
        assertEquals("", refused.out());
        assertTrue(refused.err().contains("Wrong checksum: delete " + stored), refused.err());
        assertFalse(Files.exists(project.jar()));
    }

    private static void tamperWith(Path file) throws IOException {
        Files.write(file, new byte[] {0}, StandardOpenOption.APPEND);
    }

    @Test
    void withoutAJdkItSaysHowToGetOne() throws Exception {
        var demanding = Files.readString(project.folder().resolve("jbang")).replace("oldest_java=25", "oldest_java=99");
        project.write("jbang", demanding);

        var result = project.launcher()
                .without("JAVA_HOME")
                .env("PATH", folderWithoutJava())
                .run("hello.java");

        assertEquals(1, result.code());
        assertTrue(result.err().contains("No JDK 99 or newer found"), result.err());
        assertTrue(result.err().contains("sudo apt install openjdk-99-jdk-headless"), result.err());
    }

    private Path folderWithoutJava() throws IOException {
        var folder = Files.createDirectories(temp.resolve("bin"));
        for (var name : List.of("sh", "cat", "readlink", "sha256sum", "mkdir", "flock", "sed", "tr")) {
            var programs = new ArrayList<Path>();
            for (var place : System.getenv("PATH").split(":")) programs.add(Path.of(place, name));
            programs.removeIf(program -> !Files.isExecutable(program));
            LauncherProject.writeProgram(folder.resolve(name), "exec " + programs.getFirst() + " \"$@\"");
        }
        return folder;
    }
}
