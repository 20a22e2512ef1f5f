///usr/bin/env jbang "$0" "$@" ; exit $?
//SOURCES ../lib/pipeline.java
//JAVA 25+

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.load.LoadOptions;
import rag.load.Loaders;
import rag.load.Ocr;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/**
 * Reads every file that an index.tsv lists and says which required strings came, which forbidden ones did, and how long
 * each file took: {@code ./jbang bench/load.java FOLDER [PART_OF_A_NAME]}. With a part of a name, the texts are printed.
 */
class load {

    record Row(String file, String wanted, String forbidden, String expect) {}

    static final class Sum {
        int files;
        int wanted;
        int came;
        int forbidden;
        int unsupported;
        double seconds;
    }

    static final Map<String, Sum> SUMS = new LinkedHashMap<>();
    static final List<String> MISSES = new ArrayList<>();

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args.length > 0 ? args[0] : "../shared/files");
        var loaders = Loaders.standard(
                new LoadOptions(Ocr.of(Boolean.getBoolean("ocr"), 50, 30), Boolean.getBoolean("drawings")));
        for (var row : rows(folder.resolve("index.tsv"))) {
            if (args.length > 1 && !row.file.contains(args[1])) continue;
            read(folder, row, loaders, args.length > 1);
        }
        System.out.printf(
                "%n%-6s %5s %9s %9s %12s %9s%n", "kind", "files", "wanted", "forbidden", "unsupported", "seconds");
        var all = new Sum();
        SUMS.forEach((kind, sum) -> {
            line(kind, sum);
            all.files += sum.files;
            all.wanted += sum.wanted;
            all.came += sum.came;
            all.forbidden += sum.forbidden;
            all.unsupported += sum.unsupported;
            all.seconds += sum.seconds;
        });
        line("all", all);
        MISSES.forEach(System.out::println);
    }

    static void line(String kind, Sum sum) {
        System.out.printf(
                "%-6s %5d %4d/%-4d %9d %12d %9.2f%n",
                kind, sum.files, sum.came, sum.wanted, sum.forbidden, sum.unsupported, sum.seconds);
    }

    static List<Row> rows(Path index) throws IOException {
        var lines = Files.readAllLines(index);
        List<String> names = List.of(lines.getFirst().split("\t", -1));
        return lines.stream()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .map(cells -> new Row(
                        cells[names.indexOf("file")],
                        cells[names.indexOf("must_contain")],
                        cells[names.indexOf("must_not_contain")],
                        cells[names.indexOf("expect")]))
                .toList();
    }

    static void read(Path folder, Row row, Loaders loaders, boolean show) {
        String kind = row.file.substring(0, row.file.indexOf('/'));
        var sum = SUMS.computeIfAbsent(kind, unseen -> new Sum());
        sum.files++;
        long start = System.nanoTime();
        String text = "";
        String state;
        try {
            Document document = loaders.load(folder.resolve(row.file));
            text = document.text();
            state = document.problems().isEmpty() ? "ready" : "partial " + document.problems();
            if (show) show(document);
        } catch (LoadException e) {
            state = e.state().key() + ": " + e.getMessage();
            if (e.state() == DocumentState.UNSUPPORTED) sum.unsupported++;
        } catch (IOException | RuntimeException e) {
            state = "EXCEPTION " + e;
            MISSES.add(row.file + ": threw " + e);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        sum.seconds += seconds;
        boolean came = row.wanted.isEmpty() || normal(text, row.expect).contains(normal(row.wanted, row.expect));
        if (!row.wanted.isEmpty()) {
            sum.wanted++;
            if (came) sum.came++;
            else MISSES.add(row.file + ": wanted \"" + row.wanted + "\" did not come (" + state + ")");
        }
        if (!row.forbidden.isEmpty() && forbidden(text, row)) {
            sum.forbidden++;
            MISSES.add(row.file + ": forbidden \"" + row.forbidden + "\" came");
        }
        if (row.expect.equals("no-text") && !state.startsWith("no_text"))
            MISSES.add(row.file + ": should be no_text, is " + state);
        System.out.printf(
                "%-5s %6.2f s %8d chars  %-45s %s%n", came ? "ok" : "MISS", seconds, text.length(), row.file, state);
    }

    static boolean forbidden(String text, Row row) {
        if (row.forbidden.startsWith("\\u")) return text.indexOf(Integer.parseInt(row.forbidden.substring(2), 16)) >= 0;
        return normal(text, row.expect).contains(normal(row.forbidden, row.expect));
    }

    static String normal(String text, String expect) {
        String out = Normalizer.normalize(text, Normalizer.Form.NFKC)
                .replaceAll("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00ad]", "")
                .replaceAll("\\s+", " ");
        return expect.equals("text-nospace") ? out.replace(" ", "") : out;
    }

    static void show(Document document) {
        System.out.println("title: " + document.title() + "\nmetadata: " + document.metadata() + "\nproblems: "
                + document.problems());
        for (var block : document.blocks()) {
            System.out.println("--- " + block.kind() + (block.level() > 0 ? " " + block.level() : "") + " p"
                    + block.page() + " " + block.name() + " " + block.flags());
            System.out.println(document.text(block));
        }
        document.images()
                .forEach(image -> System.out.println("image " + image.id() + " p" + image.page() + " "
                        + image.extension() + " " + image.bytes().length + " bytes: " + image.caption()));
    }
}
