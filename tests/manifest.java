///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Writes the lists of sources, built-in files and scripts; with --downloads also lib/downloads.tsv
//JAVA 25+
//SOURCES Project.java
//DEPS com.fasterxml.jackson.core:jackson-databind:2.23.0

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Manifests lie in lib: pipeline.java for what all scripts share, and NAME.java, where there is one, for the package
 * rag.NAME, which only some scripts use.
 */
class manifest {

    static final Path DOWNLOADS = Path.of("lib/downloads.tsv");

    static void main(String... args) throws Exception {
        var wanted = lists();
        if (List.of(args).contains("--downloads")) wanted.put(DOWNLOADS, downloads());
        for (var file : wanted.entrySet()) {
            if (Files.exists(file.getKey()) && Project.read(file.getKey()).equals(file.getValue())) continue;
            Files.writeString(file.getKey(), file.getValue());
            IO.println("written: " + file.getKey());
        }
    }

    /** The files whose lists follow from the folders, with the text they should have. */
    static Map<Path, String> lists() throws IOException {
        var wanted = new LinkedHashMap<Path, String>();
        for (var file : manifests()) wanted.put(file, withLists(file));
        wanted.put(Path.of("jbang-catalog.json"), catalog());
        return wanted;
    }

    static List<Path> manifests() throws IOException {
        return Project.files(Path.of("lib")).stream()
                .filter(file -> file.getNameCount() == 2 && file.toString().endsWith(".java"))
                .toList();
    }

    private static String withLists(Path file) throws IOException {
        var lines = new ArrayList<>(Project.read(file).lines().toList());
        replace(lines, "//SOURCES", sources(file).map(path -> "//SOURCES " + path));
        if (isPipeline(file)) {
            replace(lines, "//FILES", builtIn().map(path -> "//FILES rag/%s=../%s".formatted(path, path)));
        }
        var own = Path.of(file.toString().replaceFirst("\\.java$", ""));
        if (Files.isDirectory(own)) replace(lines, "//FILES", beside(own));
        return String.join("\n", lines) + "\n";
    }

    /** Files in a manifest's own folder: what lies in lib/web is built in as rag/web. */
    private static Stream<String> beside(Path folder) throws IOException {
        return Project.files(folder).stream()
                .map(path -> Project.slashed(Path.of("lib").relativize(path)))
                .map(path -> "//FILES rag/%s=%s".formatted(path, path));
    }

    /** Puts new lines where the first line with the directive stands, and takes the old ones away. */
    private static void replace(List<String> lines, String directive, Stream<String> wanted) {
        int place = 0;
        while (place < lines.size() && !isDirective(lines.get(place), directive)) place++;
        lines.removeIf(line -> isDirective(line, directive));
        lines.addAll(place, wanted.toList());
    }

    private static boolean isDirective(String line, String directive) {
        return line.equals(directive) || line.startsWith(directive + " ");
    }

    private static Stream<String> sources(Path manifest) throws IOException {
        return Project.files(Path.of("lib/rag")).stream()
                .filter(path -> path.toString().endsWith(".java"))
                .filter(path -> owner(path).equals(manifest))
                .map(path -> Project.slashed(Path.of("lib").relativize(path)));
    }

    private static Path owner(Path source) {
        var own = Path.of("lib", source.getName(2) + ".java");
        return source.getNameCount() > 3 && Files.exists(own) ? own : Path.of("lib/pipeline.java");
    }

    private static boolean isPipeline(Path manifest) {
        return manifest.endsWith("pipeline.java");
    }

    private static Stream<String> builtIn() throws IOException {
        return Project.files(Path.of("config")).stream().map(Project::slashed);
    }

    /** Names the scripts at the top and in tests, each with its own description. */
    private static String catalog() throws IOException {
        var aliases = new LinkedHashMap<String, Object>();
        for (var script : Project.scripts()) {
            if (script.startsWith("bench")) continue;
            var name = script.getFileName().toString().replace(".java", "");
            var entry = new LinkedHashMap<String, String>();
            entry.put("script-ref", Project.slashed(script));
            entry.put("description", String.join(" ", Project.values(script, "DESCRIPTION")));
            aliases.put(script.startsWith("tests") ? "tests-" + name : name, entry);
        }
        var indent = new DefaultIndenter("  ", "\n");
        var printer = new DefaultPrettyPrinter().withObjectIndenter(indent).withArrayIndenter(indent);
        var catalog = new LinkedHashMap<String, Object>();
        catalog.put("description", "Knowledge Hub: turns a folder of documents into something an assistant can query");
        catalog.put("aliases", aliases);
        return new ObjectMapper().writer(printer).writeValueAsString(catalog) + "\n";
    }

    /**
     * One line for each library: the manifest or script that needs it, its bytes, its path in a Maven repository. The
     * launcher sums what is not there yet.
     */
    static String downloads() throws Exception {
        var text = new StringBuilder();
        var owners = Stream.concat(manifests().stream(), Project.scripts().stream())
                .filter(file -> !Project.values(file, "DEPS").isEmpty())
                .toList();
        var libraries = new LinkedHashMap<Path, Set<Path>>();
        for (var owner : owners) {
            var own = Project.libraries(owner);
            libraries.put(owner, Set.copyOf(own));
            libraries.forEach((other, shared) -> {
                if (includes(owner, other)) own.removeAll(shared);
            });
            for (var jar : own) {
                text.append("%s\t%d\t%s\n".formatted(Project.slashed(owner), Files.size(jar), inRepository(jar)));
            }
        }
        return text.toString();
    }

    /** Whether a file names another as one of its sources, directly or by a pattern. */
    private static boolean includes(Path file, Path other) {
        return Project.values(file, "SOURCES").stream()
                .map(named -> Project.slashed(file.resolveSibling(named).normalize()))
                .anyMatch(named ->
                        FileSystems.getDefault().getPathMatcher("glob:" + named).matches(other));
    }

    private static String inRepository(Path jar) throws IOException {
        var named = System.getenv("JBANG_REPO");
        var repository = named == null ? Path.of(System.getProperty("user.home"), ".m2", "repository") : Path.of(named);
        if (!jar.startsWith(repository)) throw new IOException("not in " + repository + ": " + jar);
        return Project.slashed(repository.relativize(jar));
    }
}
