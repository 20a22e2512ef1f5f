package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static scripts.LauncherProject.assertPrinted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cache of loaded classes that the launcher makes for a script. */
@Tag("process")
class TrainingTest {

    @TempDir
    Path temp;

    private LauncherProject project;

    @BeforeEach
    void writeProject() throws IOException {
        project = LauncherProject.in(temp);
    }

    /** A script that says whether it was started by way of a cache of loaded classes. */
    private static final String TRAINED = """
        //JAVA 25+
        //TRAIN "$data" <"$root/config/said.txt"
        //RUNTIME_OPTIONS -Xlog:disable -Xlog:all=warning:stderr
        class trained {
            static void main(String... args) throws Exception {
                var options = java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments();
                var cached = options.stream().anyMatch(option -> option.startsWith("-XX:AOTCache="));
                System.out.print(String.join(" ", args) + cached);
                if (args.length == 1 && args[0].endsWith("data")) System.in.transferTo(System.out);
                if (args.length == 2 && args[0].endsWith("data")) System.exit(Integer.parseInt(args[1]));
            }
        }
        """;

    private static String trainedUntil(int code) {
        return TRAINED.replace("TRAIN \"$data\"", "TRAIN \"$data\" " + code);
    }

    @Test
    void buildMakesACacheOfLoadedClassesFromTheRunThatTheScriptDescribes() throws Exception {
        project.write("trained.java", TRAINED);
        assertPrinted("", project.launcher().run("build", "trained.java"));

        assertPrinted("an argumenttrue", project.launcher().run("trained.java", "an argument"));
        assertPrinted("false", project.launcher().env("JBANG_AOT", "off").run("trained.java"));
    }

    @Test
    void aCacheThatDoesNotFitIsDoneWithout() throws Exception {
        project.write("trained.java", TRAINED);
        project.launcher().run("build", "trained.java");
        for (var cache : caches()) Files.writeString(cache, "garbage");
        assertPrinted("xtrue", project.launcher().run("trained.java", "x"));

        project.write("trained.java", TRAINED + "// changed");
        assertPrinted("", project.launcher().run("build", "trained.java"));
        assertEquals(1, caches().size(), "the cache of what was built before is gone");
        assertEquals("", project.launcher().run("trained.java").err());
    }

    @Test
    void theCacheIsMadeOnceAndAFailedAttemptIsNotRepeated() throws Exception {
        project.write("trained.java", TRAINED);
        project.launcher().run("build", "trained.java");
        var made = training("trained.java");
        assertEquals(1, made.size(), "a cache and nothing beside it: " + made);
        project.launcher().run("trained.java");
        project.launcher().run("trained.java");
        assertEquals(made, training("trained.java"));

        project.write("trained.java", TRAINED.replace("config/said.txt", "config/missing.txt"));
        project.launcher().run("build", "trained.java");
        var failed = training("trained.java");
        assertEquals(0, caches().size());
        project.launcher().run("trained.java");
        assertEquals(failed, training("trained.java"));
    }

    @Test
    void aTrainingThatEndsBadlyLeavesItsLogAndNoCache() throws Exception {
        project.write("trained.java", trainedUntil(3));
        project.launcher().run("build", "trained.java");

        var left = training("trained.java");
        assertEquals(
                List.of("log"),
                left.keySet().stream()
                        .filter(file -> file.getParent().toString().endsWith(".aot.d"))
                        .map(file -> file.getFileName().toString())
                        .toList());
        assertEquals(List.of(), caches());
        assertPrinted("false", project.launcher().run("trained.java"));
        assertEquals(left, training("trained.java"), "it is not tried again");
    }

    @Test
    void aTrainingThatIsStoppedIsMadeAgain() throws Exception {
        project.write("trained.java", trainedUntil(143)); // what a process ends with that was sent SIGTERM
        project.launcher().run("build", "trained.java");
        assertEquals(
                List.of(),
                training("trained.java").keySet().stream()
                        .filter(file -> file.toString().contains(".aot"))
                        .toList());

        project.write("trained.java", TRAINED);
        project.launcher().run("build", "trained.java");
        assertPrinted("xtrue", project.launcher().run("trained.java", "x"));
    }

    /** What stands beside the kept command of a script, and since when. */
    private Map<Path, FileTime> training(String script) throws IOException {
        var found = new TreeMap<Path, FileTime>();
        try (var files = Files.walk(project.home().resolve("launcher/commands"))) {
            for (var file :
                    files.filter(f -> f.toString().contains(script + ".")).toList())
                found.put(file, Files.getLastModifiedTime(file));
        }
        return found;
    }

    private List<Path> caches() throws IOException {
        try (var files = Files.walk(project.home().resolve("launcher/commands"))) {
            return files.filter(file -> file.toString().endsWith(".aot")).toList();
        }
    }
}
