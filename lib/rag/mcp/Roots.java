package rag.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rag.engine.Engine;
import rag.model.Failure;

/** The folders that clients may have read: setting {@code mcp.roots}. Links that lead out of them do not count. */
final class Roots {

    private Roots() {}

    /**
     * A path that a client named, without links.
     *
     * @throws Failure when it does not exist or lies outside of all roots; the same words for both, since a client shall
     *     not learn what there is elsewhere
     */
    static Path inside(Engine engine, String named) {
        var given = engine.settings().mcp().roots();
        if (given.isEmpty()) {
            throw new Failure(
                    "This server may not read any folder. The person who runs it can allow some in the settings,"
                            + " such as mcp: {roots: [~/documents]}, and restart it.");
        }
        var roots = roots(engine);
        var path = path(named, roots);
        for (var root : roots) if (path.startsWith(root)) return path;
        throw outside(named, given);
    }

    private static Path path(String named, List<Path> roots) {
        try {
            var home = named.equals("~") || named.startsWith("~/")
                    ? System.getProperty("user.home") + named.substring(1)
                    : named;
            var path = Path.of(home);
            if (!path.isAbsolute() && roots.size() == 1) path = roots.getFirst().resolve(path);
            if (!path.isAbsolute()) throw new Failure("'path' must be absolute, not '" + Quoted.line(named) + "'.");
            return path.toRealPath();
        } catch (InvalidPathException | IOException e) {
            throw outside(named, roots.stream().map(Path::toString).toList());
        }
    }

    private static List<Path> roots(Engine engine) {
        var roots = new ArrayList<Path>();
        for (var root : engine.settings().mcp().roots()) {
            try {
                if (Files.isDirectory(Path.of(root))) roots.add(Path.of(root).toRealPath());
            } catch (IOException e) {
                // a root that is not mounted now holds nothing
            }
        }
        return roots;
    }

    private static Failure outside(String named, List<String> roots) {
        return new Failure("There is no file or folder '%s' inside the folders that this server may read: %s."
                .formatted(Quoted.line(named), String.join(", ", roots)));
    }
}
