package rag.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rag.model.Failure;

/**
 * Rankings and judgements as trec_eval reads them: {@code query Q0 document rank score run} and {@code query 0 document
 * grade}. Scores fall strictly, since trec_eval orders by them alone; blanks in a name become {@code %20}.
 */
public final class RunFile {

    private RunFile() {}

    /** Rankings to a file, judgements to the same with ".qrels"; where there are several levels, each to files of its own. */
    public static void write(Path file, Evaluation.Outcome outcome) {
        outcome.rankings().forEach((level, rankings) -> {
            var own = outcome.rankings().size() == 1 ? file : Path.of(file + "." + level.key());
            write(own, outcome.report().collection(), rankings.names());
            writeQrels(Path.of(own + ".qrels"), rankings.grades());
        });
    }

    /** Makes the folder of a file that is to be written later. @throws Failure when it could not be written */
    public static void prepare(Path file) {
        var whole = file.toAbsolutePath();
        var folder = whole.getParent();
        if (folder == null || Files.isDirectory(whole)) throw new Failure("can't write " + file + ": it is a folder");
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
        if (!Files.isWritable(Files.exists(whole) ? whole : folder))
            throw new Failure("can't write " + file + ": this user may not");
    }

    /** A report or a golden set as JSON. */
    public static void writeJson(Path file, Object value) {
        write(file, List.of(rag.config.Json.pretty(value)));
    }

    /** @param rankings names by query, each once */
    public static void write(Path file, String run, Map<String, List<String>> rankings) {
        var lines = new ArrayList<String>();
        rankings.forEach((query, names) -> {
            for (int i = 0; i < names.size(); i++) {
                lines.add(line(word(query), "Q0", word(names.get(i)), i + 1, names.size() - i, word(run)));
            }
        });
        write(file, lines);
    }

    public static void writeQrels(Path file, Map<String, Map<String, Integer>> qrels) {
        var lines = new ArrayList<String>();
        qrels.forEach(
                (query, grades) -> grades.forEach((name, grade) -> lines.add(line(word(query), 0, word(name), grade))));
        write(file, lines);
    }

    private static String line(Object... fields) {
        return Stream.of(fields).map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static void write(Path file, List<String> lines) {
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private static Failure unwritable(Path file, IOException e) {
        return new Failure("can't write " + file + ": " + Failure.words(e), e);
    }

    private static String word(String name) {
        var word = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (Character.isWhitespace(c) || Character.isSpaceChar(c))
                word.append(String.format(Locale.ROOT, "%%%02x", c));
            else word.appendCodePoint(c);
        });
        return word.isEmpty() ? "-" : word.toString();
    }
}
