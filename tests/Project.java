import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The files of the project, as paths relative to its folder, which is the working directory. */
final class Project {

    static final String SHEBANG = "///usr/bin/env jbang \"$0\" \"$@\" ; exit $?";

    /** What running the project leaves behind. */
    private static final Set<Path> NOT_OURS = Set.of(Path.of("data"), Path.of("logs"));

    private Project() {}

    /** Every file under a folder, sorted; the root is the empty path. Hidden folders are left out, but for .ci. */
    static List<Path> files(Path folder) throws IOException {
        var found = new TreeSet<Path>();
        if (!Files.exists(folder)) return List.of();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                boolean hidden = path.getFileName().toString().startsWith(".") && !path.endsWith(".ci");
                return hidden || NOT_OURS.contains(path) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                found.add(path);
                return FileVisitResult.CONTINUE;
            }
        });
        return List.copyOf(found);
    }

    /** Our Java files; those among the example documents are somebody's text. */
    static List<Path> javaFiles() throws IOException {
        return files(Path.of("")).stream()
                .filter(path -> path.toString().endsWith(".java") && !path.startsWith("examples"))
                .toList();
    }

    /** Java files that can be run. */
    static List<Path> scripts() throws IOException {
        return javaFiles().stream()
                .filter(path -> read(path).startsWith(SHEBANG))
                .toList();
    }

    /** The values of a JBang directive in a file, in their order. */
    static List<String> values(Path file, String directive) {
        return read(file)
                .lines()
                .filter(line -> line.startsWith("//" + directive + " "))
                .flatMap(line -> List.of(line.strip().split("\\s+")).stream().skip(1))
                .toList();
    }

    /** The libraries of a script or manifest, as JBang resolves them; a set that may be changed. */
    static Set<Path> libraries(Path file) throws IOException, InterruptedException {
        var process = new ProcessBuilder("./jbang", "--quiet", "info", "classpath", "--deps-only", file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) throw new IOException("jbang info classpath fails for " + file);
        var jars = new LinkedHashSet<Path>();
        for (var jar : printed.split(File.pathSeparator)) jars.add(Path.of(jar));
        return jars;
    }

    static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A path with forward slashes, as it stands in directives. */
    static String slashed(Path path) {
        return path.toString().replace('\\', '/');
    }
}
