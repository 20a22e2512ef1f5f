import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One example document: its head, its blocks and its footnotes, by their numbers. */
record Source(Map<String, String> head, List<Block> blocks, Map<String, String> notes) {

    String get(String key) {
        return head.getOrDefault(key, "");
    }

    GregorianCalendar date() {
        return GregorianCalendar.from(LocalDate.parse(get("date")).atTime(12, 0).atZone(ZoneOffset.UTC));
    }

    String day() {
        return LocalDate.parse(get("date")).format(DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.UK));
    }

    /** Reads front matter, then blocks that are set apart by empty lines. */
    static Source parse(String text) {
        var parts = text.split("(?m)^---\n", 3);
        var head = new LinkedHashMap<String, String>();
        parts[1].lines().map(line -> line.split(": ", 2)).forEach(pair -> head.put(pair[0], pair[1]));
        var blocks = new ArrayList<Block>();
        var notes = new LinkedHashMap<String, String>();
        for (var part : parts[2].strip().split("\n{2,}")) {
            if (part.startsWith("[^")) notes.put(part.substring(2, part.indexOf(']')), part.split(": ", 2)[1]);
            else if (part.startsWith("|")) blocks.add(table(part));
            else if (part.matches("(?s)(\\*|\\d+\\.) .*")) part.lines().forEach(line -> blocks.add(item(line)));
            else blocks.add(block(part));
        }
        return new Source(head, blocks, notes);
    }

    private static Block block(String part) {
        if (part.startsWith("### ")) return new Block.Heading(2, part.substring(4));
        if (part.startsWith("## ")) return new Block.Heading(1, part.substring(3));
        if (part.startsWith("> ")) return new Block.Abstract(part.substring(2));
        if (part.startsWith("    ")) return new Block.Code(part.stripIndent());
        if (part.equals("[contents]")) return new Block.Contents();
        if (part.equals("[page]")) return new Block.Break();
        if (part.startsWith("[flow] ")) {
            var lines = part.lines().toList();
            return new Block.Chart(
                    lines.getFirst().substring("[flow] ".length()),
                    lines.stream().skip(1).map(Source::step).toList());
        }
        if (part.startsWith("![")) {
            int end = part.lastIndexOf("](");
            return new Block.Picture(part.substring(2, end), part.substring(end + 2, part.length() - 1));
        }
        return new Block.Paragraph(part.replace("`", ""));
    }

    private static Block.Step step(String line) {
        var cells = line.split(" \\| ");
        return new Block.Step(cells[0], cells.length > 1 ? cells[1] : "", cells.length > 2 ? cells[2] : "");
    }

    private static Block.Item item(String line) {
        var pair = line.replace("`", "").split(" ", 2);
        return new Block.Item(pair[0].equals("*") ? "•" : pair[0], pair[1]);
    }

    private static Block.Table table(String part) {
        return new Block.Table(part.lines()
                .filter(line -> !line.startsWith("| ---"))
                .map(line -> line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
                .map(cells -> Arrays.stream(cells).map(String::strip).toList())
                .toList());
    }
}
