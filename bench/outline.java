///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Declarations of source files: by grammar and by the shape of lines
//SOURCES ../lib/pipeline.java
//SOURCES Grammar.java
//SOURCES GrammarOutline.java
//DEPS io.github.bonede:tree-sitter:0.26.6
//DEPS io.github.bonede:tree-sitter-bash:0.23.3
//DEPS io.github.bonede:tree-sitter-c:0.24.1
//DEPS io.github.bonede:tree-sitter-c-sharp:0.23.1
//DEPS io.github.bonede:tree-sitter-cpp:0.23.4
//DEPS io.github.bonede:tree-sitter-go:0.25.0
//DEPS io.github.bonede:tree-sitter-java:0.23.5
//DEPS io.github.bonede:tree-sitter-javascript:0.25.0
//DEPS io.github.bonede:tree-sitter-kotlin:0.3.8.1
//DEPS io.github.bonede:tree-sitter-php:0.24.2
//DEPS io.github.bonede:tree-sitter-python:0.25.0
//DEPS io.github.bonede:tree-sitter-ruby:0.23.1
//DEPS io.github.bonede:tree-sitter-rust:0.24.0
//DEPS io.github.bonede:tree-sitter-scala:0.23.3
//DEPS io.github.bonede:tree-sitter-swift:0.5.0
//DEPS io.github.bonede:tree-sitter-typescript:0.23.2
//JAVA 25+

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import rag.load.CodeLoader;
import rag.load.Declaration;

/**
 * Reads a folder of source files by grammar and by the shape of lines, and prints by language how far the second agrees
 * with the first, by the line with the name: {@code ./jbang bench/outline.java FOLDER [--files N] [--only LANGUAGE]
 * [--show LANGUAGE]}. {@code --files} takes that many files a language, {@code --show} prints what only one has
 * ({@code -}: the grammar, {@code +}: the shape).
 *
 * <p>What counts: types with bodies; functions and methods with bodies, arrow functions bound at the top or as members
 * included. What counts neither way: members of interfaces and types without bodies, properties, aliases of types. What
 * is held against the shape: prototypes, calls of macros, fields, and all that stands in the body of a function.
 */
class outline {

    /** A header of C++ is not read with the grammar of C. */
    private static final Pattern CPP = Pattern.compile("(?m)^\\s*(?:namespace|class|template|using)\\b");

    record Stretch(int last, String path) {}

    static final class Sum {
        int files;
        int grammar;
        int shape;
        int both;
        int ends;
        int paths;
        double grammarSeconds;
        double shapeSeconds;
    }

    public static void main(String[] args) throws IOException {
        int each = Integer.MAX_VALUE;
        String only = "";
        String show = "";
        for (int i = 1; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "--files" -> each = Integer.parseInt(args[i + 1]);
                case "--only" -> only = args[i + 1];
                case "--show" -> show = args[i + 1];
                default -> throw new IllegalArgumentException("Unknown option " + args[i]);
            }
        }
        var sums = new TreeMap<String, Sum>();
        List<Path> files;
        try (var walk = Files.walk(Path.of(args[0]))) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        for (var file : files) compare(file, sums, each, only, show);
        System.out.printf(
                "%-11s %5s %8s %8s %7s %9s %6s %6s %9s %7s%n",
                "language",
                "files",
                "grammar",
                "shape",
                "recall",
                "precision",
                "ends",
                "paths",
                "grammar s",
                "shape s");
        sums.forEach((language, s) -> System.out.printf(
                "%-11s %5d %8d %8d %7.3f %9.3f %6.3f %6.3f %9.2f %7.2f%n",
                language,
                s.files,
                s.grammar,
                s.shape,
                ratio(s.both, s.grammar),
                ratio(s.both, s.shape),
                ratio(s.ends, s.both),
                ratio(s.paths, s.both),
                s.grammarSeconds,
                s.shapeSeconds));
    }

    static double ratio(int part, int whole) {
        return whole == 0 ? Double.NaN : (double) part / whole;
    }

    static void compare(Path file, Map<String, Sum> sums, int each, String only, String show) throws IOException {
        String name = file.getFileName().toString();
        String language = CodeLoader.language(name.substring(name.lastIndexOf('.') + 1));
        if (language == null || (!only.isEmpty() && !only.equals(language))) return;
        var sum = sums.computeIfAbsent(language, unseen -> new Sum());
        if (sum.files >= each) return;
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replaceFirst("^\ufeff", "");
        long start = System.nanoTime();
        boolean cpp = name.endsWith(".h") && CPP.matcher(text).find();
        var known = Grammar.of(cpp ? "cpp" : language);
        if (known == null) return;
        var grammar = GrammarOutline.of(known, text);
        long middle = System.nanoTime();
        var shape = CodeLoader.byShape(language, text);
        long end = System.nanoTime();
        sum.files++;
        sum.grammarSeconds += (middle - start) / 1e9;
        sum.shapeSeconds += (end - middle) / 1e9;
        var wanted = stretches(grammar.declarations(), text);
        var came = stretches(shape, text);
        sum.grammar += wanted.size();
        var ends = lineEnds(text);
        for (int free : grammar.free()) {
            int line = line(ends, free);
            if (!wanted.containsKey(line)) came.remove(line);
        }
        sum.shape += came.size();
        var lines = text.lines().toList();
        wanted.forEach((line, stretch) -> {
            var other = came.get(line);
            String what = null;
            if (other == null) {
                what = "-";
            } else {
                sum.both++;
                if (other.last == stretch.last) sum.ends++;
                else what = "e" + other.last;
                if (other.path.equals(stretch.path)) sum.paths++;
                else what = "p " + other.path;
            }
            if (what != null && language.equals(show)) tell(what, file, line, stretch, lines);
        });
        came.forEach((line, stretch) -> {
            if (!wanted.containsKey(line) && language.equals(show)) tell("+", file, line, stretch, lines);
        });
    }

    static void tell(String what, Path file, int line, Stretch stretch, List<String> lines) {
        System.out.println(what + "\t" + file.getFileName() + ":" + line + "-" + stretch.last + "\t" + stretch.path
                + "\t" + lines.get(line - 1).strip());
    }

    /** By the line with the name; closing signs at the end of a stretch don't count. */
    static Map<Integer, Stretch> stretches(List<Declaration> declarations, String text) {
        var lines = lineEnds(text);
        var stretches = new TreeMap<Integer, Stretch>();
        for (int i = 0; i < declarations.size(); i++) {
            var declaration = declarations.get(i);
            if (declaration.follows()) continue;
            int end = i + 1 < declarations.size() ? declarations.get(i + 1).offset() : text.length();
            int last = declaration.offset()
                    + text.substring(declaration.offset(), end)
                            .replaceFirst("(?:[\\s});\\]]|\\bend\\b)+$", "")
                            .length();
            stretches.put(line(lines, declaration.head()), new Stretch(line(lines, last), declaration.path()));
        }
        return stretches;
    }

    static List<Integer> lineEnds(String text) {
        var ends = new ArrayList<Integer>();
        for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) ends.add(i);
        return ends;
    }

    static int line(List<Integer> ends, int offset) {
        int at = Collections.binarySearch(ends, offset);
        return (at < 0 ? -at - 1 : at) + 1;
    }
}
