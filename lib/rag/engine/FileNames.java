package rag.engine;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Names of files that are no text: on most systems a name is bytes, and Java shows U+FFFD for those that the locale's
 * letters can't tell, so that two files would get one name, and none could be opened by it.
 */
final class FileNames {

    /** What a person can do about one. */
    static final String REASON = "its name is not written in %s: rename it%s"
            .formatted(
                    System.getProperty("sun.jnu.encoding"),
                    "UTF-8".equals(System.getProperty("sun.jnu.encoding")) ? "" : ", or set LC_ALL=C.UTF-8");

    private FileNames() {}

    /** Whether a path is found again by its text. */
    static boolean isText(Path path) {
        var text = path.toString();
        return text.indexOf('\uFFFD') < 0 || isFoundBy(text, path);
    }

    /** A file may well be called by U+FFFD itself. */
    private static boolean isFoundBy(String text, Path path) {
        try {
            return Path.of(text).equals(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** The path with "%E9" for a byte that is no letter; only in names that are no text. */
    static String escaped(Path path) {
        return StreamSupport.stream(path.spliterator(), false)
                .map(name ->
                        isText(name) ? name.toString() : encoded(path.getRoot().resolve(name)))
                .collect(Collectors.joining("/", path.getRoot().toString(), ""));
    }

    private static String encoded(Path name) {
        var path = name.toUri().getRawPath();
        return path.substring(path.lastIndexOf('/', path.length() - 2) + 1);
    }
}
