package rag.config;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Patterns of paths below a folder, as in .gitignore but for negation: one without a slash before its end fits a name at
 * any depth, any other the path from the folder; one that ends with a slash fits folders only.
 */
public final class PathPatterns {

    private final List<Pattern> patterns;

    private record Pattern(List<PathMatcher> matchers, boolean name, boolean folders) {

        boolean fits(Path relative, boolean folder) {
            if (folders && !folder) return false;
            var path = name ? relative.getFileName() : relative;
            return matchers.stream().anyMatch(matcher -> matcher.matches(path));
        }
    }

    /** @throws PatternSyntaxException for one that means nothing, with the reason in words */
    public PathPatterns(List<String> patterns) {
        this.patterns = patterns.stream().map(PathPatterns::pattern).toList();
    }

    private static Pattern pattern(String written) {
        if (written.startsWith("!"))
            throw new PatternSyntaxException("what is left out can't be taken back", written, 0);
        var path = written.replaceFirst("/+$", "");
        var below = path.replaceFirst("^(\\./|/)+", "");
        if (below.isBlank()) throw new PatternSyntaxException("no name", written, 0);
        boolean name = !path.contains("/");
        var globs = below.startsWith("**/") ? Stream.of(below, below.substring(3)) : Stream.of(below);
        var matchers = globs.map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
                .toList();
        return new Pattern(matchers, name, path.length() < written.length());
    }

    /** Whether one of the patterns fits. @param relative from the folder */
    public boolean fit(Path relative, boolean folder) {
        return patterns.stream().anyMatch(pattern -> pattern.fits(relative, folder));
    }
}
