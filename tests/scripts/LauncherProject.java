package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A project of one script with a copy of our launcher and a JBang folder of its own. */
record LauncherProject(Path folder, Path home, Path repository) {

    /** Prints its arguments, then a word from another source, then a built-in file; or does what the first one says. */
    static final String HELLO = """
        //JAVA 25+
        //SOURCES lib/Word.java
        //FILES said=config/said.txt
        class hello {
            static void main(String... args) throws Exception {
                if (args.length > 0 && args[0].equals("exit")) System.exit(Integer.parseInt(args[1]));
                if (args.length > 0 && args[0].equals("sleep")) Thread.sleep(60_000);
                if (args.length > 0 && args[0].equals("read")) System.in.transferTo(System.out);
                for (var arg : args) System.out.print("<" + arg + ">");
                System.out.print(Word.WORD + new String(hello.class.getResourceAsStream("/said").readAllBytes()));
            }
        }
        """;

    /** Writes the project into a temporary folder. */
    static LauncherProject in(Path temp) throws IOException {
        var project = new LauncherProject(
                temp.resolve("a project, 'quoted' & $spaced"), temp.resolve("jbang home"), temp.resolve("repository"));
        project.write("hello.java", HELLO);
        project.write("lib/Word.java", "class Word { static final String WORD = \"word\"; }");
        project.write("config/said.txt", "!");
        for (var file : List.of("jbang", "lib/launcher.sh"))
            Files.copy(Script.PROJECT.resolve(file), project.folder.resolve(file));
        Files.createDirectories(project.jar().getParent());
        Files.copy(genuineJar(), project.jar());
        return project;
    }

    void write(String file, String text) throws IOException {
        Files.createDirectories(folder.resolve(file).getParent());
        Files.writeString(folder.resolve(file), text);
    }

    static void writeProgram(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        if (!file.toFile().setExecutable(true)) throw new IOException("can't be made executable: " + file);
    }

    /** A run that ended well with that on its standard output. */
    static void assertPrinted(String expected, Script.Result result) {
        assertEquals(expected, result.out(), result.err());
        assertEquals(0, result.code(), result.err());
    }

    Script launcher() {
        return Script.program(folder.resolve("jbang")).in(folder).env("JBANG_DIR", home);
    }

    /** With a made-up JDK, whose java does what JBang would. */
    Script launcherWithJava(String java) throws IOException {
        var jdk = home.resolveSibling("jdk");
        for (var name : List.of("java", "javac"))
            writeProgram(jdk.resolve("bin").resolve(name), java);
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"25.0.1\"");
        return launcher().env("JAVA_HOME", jdk).env("JBANG_REPO", repository);
    }

    /** Where the launcher keeps JBang. */
    Path jar() {
        return home.resolve("launcher/jbang-0.132.1.jar");
    }

    /** Where Maven keeps JBang. */
    Path stored() {
        return repository.resolve("dev/jbang/jbang-cli/0.132.1/jbang-cli-0.132.1-all.jar");
    }

    /** The jar that the launcher which runs these tests has fetched. */
    static Path genuineJar() {
        var named = System.getenv("JBANG_DIR");
        var home = named == null ? Path.of(System.getProperty("user.home"), ".jbang") : Path.of(named);
        var jar = home.resolve("launcher/jbang-0.132.1.jar");
        assumeTrue(Files.exists(jar), "the tests were not started through ./jbang: no " + jar);
        return jar;
    }
}
