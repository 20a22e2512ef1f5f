package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher says and does while JBang fetches libraries; JBang's part is played by a made-up JDK. */
@Tag("process")
class FirstRunTest {

    @TempDir
    Path temp;

    private LauncherProject project;

    @BeforeEach
    void writeProject() throws IOException {
        project = LauncherProject.in(temp);
    }

    @Test
    void aFirstRunSaysHowMuchThereIsToFetchAndHowFarItIs() throws Exception {
        var result = withLibraries("mkdir -p \"$JBANG_REPO/g\"; echo >\"$JBANG_REPO/g/a.jar\"; sleep 11;"
                + "echo >\"$JBANG_REPO/g/b.jar\"; echo /bin/echo done; exit 255");

        assertEquals("done\n", result.out(), result.err());
        var said = result.err().lines().toList();
        assertEquals("[launcher] First run: 2 libraries to fetch from Maven Central, 5 MB", said.get(0));
        assertEquals("[launcher] 2 of 5 MB, 1 of 2 libraries left", said.get(1));
    }

    @Test
    void aLibraryThatCannotBeFetchedIsNamedWithWhatToDo() throws Exception {
        var result = withLibraries("mkdir -p \"$JBANG_REPO/g\"; echo >\"$JBANG_REPO/g/a.jar\"; exit 1");

        assertEquals(1, result.code());
        assertTrue(result.err().contains("Could not fetch 1 of 2 libraries, the first is g/b.jar"), result.err());
        assertTrue(result.err().contains("~/.m2/settings.xml"), result.err());
    }

    @Test
    void whoEndsTheLauncherEndsTheBuild() throws Exception {
        var process = project.launcherWithJava("exec sleep 60").start("hello.java");
        for (int i = 0; i < 100 && sleeping(process).findAny().isEmpty(); i++) Thread.sleep(100);
        var build = sleeping(process).findAny().orElseThrow();

        process.destroy();

        assertEquals(143, process.waitFor());
        build.onExit().get(10, TimeUnit.SECONDS);
    }

    private static Stream<ProcessHandle> sleeping(Process process) {
        return process.descendants()
                .filter(child ->
                        child.info().arguments().map(List::of).orElse(List.of()).contains("60"));
    }

    private Script.Result withLibraries(String java) throws Exception {
        project.write("lib/downloads.tsv", """
            hello.java\t2500000\tg/a.jar
            hello.java\t3000000\tg/b.jar
            other.java\t9000000\tg/c.jar
            """);
        return project.launcherWithJava(java).run("hello.java");
    }
}
