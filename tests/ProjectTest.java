import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rules on the files themselves. */
class ProjectTest {

    private static final int LONGEST = 300;

    /** Where packages come from is the business of Maven, npm and apt; a registry's address stands nowhere. */
    private static final Pattern REGISTRY = Pattern.compile("(?i)\\bhttps?://[\\w.-]*"
            + "(repo1?\\.maven|maven\\.apache\\.org/maven2|registry\\.npmjs|pypi\\.org|sonatype|jitpack|deb\\.debian)");

    /** A folder of somebody's machine. */
    private static final Pattern MACHINE = Pattern.compile("(?<![\\w./}~-])/(root|work/(main|shared)|tmp/dev)/");

    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b");

    @Test
    void manifestsAndCatalogListWhatTheFoldersHold() throws IOException {
        for (var list : manifest.lists().entrySet()) {
            assertEquals(
                    list.getValue(), Project.read(list.getKey()), list.getKey() + ": run ./jbang tests/manifest.java");
        }
    }

    @Test
    void everyScriptHasADescriptionForTheCatalog() throws IOException {
        var silent = Project.scripts().stream()
                .filter(script -> !script.startsWith("bench"))
                .filter(script -> Project.values(script, "DESCRIPTION").isEmpty())
                .toList();

        assertEquals(List.of(), silent, "scripts without a //DESCRIPTION line");
    }

    @Test
    void everyLibraryIsNamedWithOneVersion() throws IOException {
        var versions = Project.javaFiles().stream()
                .flatMap(file -> Project.values(file, "DEPS").stream())
                .map(name -> name.split(":"))
                .collect(groupingBy(
                        name -> name[0] + ":" + name[1],
                        TreeMap::new,
                        mapping(name -> name[2], toCollection(TreeSet::new))));
        versions.values().removeIf(found -> found.size() == 1);

        assertEquals("{}", versions.toString());
    }

    /** What the tests run with is what users run: the scripts' libraries, in the same versions. */
    @Test
    void everyLibraryIsResolvedToOneVersion() throws IOException {
        var scripts = Stream.of("lib/", "tests/run.java").toList();
        var versions = Files.readAllLines(manifest.DOWNLOADS).stream()
                .map(line -> line.split("\t"))
                .filter(row -> scripts.stream().anyMatch(row[0]::startsWith))
                .map(row -> Path.of(row[2]).getParent())
                .collect(groupingBy(
                        Path::getParent,
                        TreeMap::new,
                        mapping(folder -> folder.getFileName().toString(), toCollection(TreeSet::new))));
        versions.values().removeIf(found -> found.size() == 1);

        assertEquals("{}", versions.toString());
    }

    @Tag("process")
    @Test
    void theListOfDownloadsIsTrue() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("jbang")), "no ./jbang to ask");
        var listed = Project.read(manifest.DOWNLOADS).lines().toList();
        var resolved = manifest.downloads().lines().toList();

        var differences = new ArrayList<>(resolved);
        differences.removeAll(listed);
        listed.stream().filter(line -> !resolved.contains(line)).forEach(differences::add);

        assertEquals(List.of(), differences, "run ./jbang tests/manifest.java --downloads");
    }

    /** Its fingerprint of a script covers lib, config, the golden set, the Java files at the top and in the script's folder. */
    @Test
    void theLauncherSeesAllThatScriptsAreBuiltFrom() throws IOException {
        var unseen = new ArrayList<String>();
        for (var file : Project.javaFiles()) {
            var named = new ArrayList<>(Project.values(file, "SOURCES"));
            Project.values(file, "FILES").forEach(value -> named.add(value.substring(value.indexOf('=') + 1)));
            for (var name : named) {
                var path = Path.of("").resolve(file).resolveSibling(name).normalize();
                int depth = path.getNameCount();
                boolean seen = switch (path.getName(0).toString()) {
                    case "lib" -> depth <= 5;
                    case "config" -> depth <= 4;
                    case "examples" -> depth == 2 && name.endsWith(".json");
                    default ->
                        depth <= 5 && name.endsWith(".java") && (depth == 1 || inFolderOf(file, path))
                                || depth == 2 && inFolderOf(file, path);
                };
                if (!seen) unseen.add(file + " names " + name);
            }
        }

        assertEquals(List.of(), unseen);
    }

    private static boolean inFolderOf(Path script, Path path) {
        return path.getName(0).equals(script.getName(0));
    }

    @Test
    void noFileOfProgramIsLong() throws IOException {
        var programs = Stream.concat(Project.javaFiles().stream(), Stream.of(Path.of("jbang"), Path.of(".ci/run")));
        var tooLong = programs.filter(file -> Project.read(file).lines().count() > LONGEST)
                .toList();

        // A manifest is a list, not a text to read.
        assertEquals(
                List.of(), tooLong.stream().filter(file -> !isManifest(file)).toList());
    }

    private static boolean isManifest(Path file) {
        return file.getNameCount() == 2 && file.startsWith("lib");
    }

    @Test
    void noTextNamesARegistryOrAFolderOfOneMachine() throws IOException {
        assertEquals(List.of(), found(REGISTRY, Project.files(Path.of(""))));
        assertEquals(List.of(), found(MACHINE, Project.files(Path.of(""))));
    }

    @Test
    void nothingIsLeftToDo() throws IOException {
        var ours = Project.files(Path.of("")).stream()
                .filter(file -> !file.startsWith("examples") && !file.startsWith("tests/data"))
                .toList();

        assertEquals(List.of(), found(UNFINISHED, ours));
    }

    private static List<String> found(Pattern pattern, List<Path> files) throws IOException {
        var found = new ArrayList<String>();
        for (var file : files) {
            var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            if (text.indexOf('\0') >= 0) continue;
            var match = pattern.matcher(text);
            while (match.find()) found.add(file + ": " + match.group());
        }
        return found;
    }
}
