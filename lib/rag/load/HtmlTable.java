package rag.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * Rows of an HTML table with merged cells given their place. What one says is true of every row beside it, and a row that
 * is cut off from the others keeps it; the columns that it spans stay empty behind the first.
 */
final class HtmlTable {

    private static final int WIDEST = 200;

    /** Characters of a label that is repeated beside every row it spans. */
    private static final int LONGEST_LABEL = 200;

    private static final Set<String> APART = Set.of(
            "p", "div", "li", "br", "tr", "td", "th", "table", "ul", "ol", "pre", "h1", "h2", "h3", "h4", "h5", "h6",
            "dt", "dd");

    private HtmlTable() {}

    /** Whether the table only arranges a page: its cells hold headings, further tables or long text, or there is one column. */
    static boolean layout(Element table) {
        if (table.attr("role").equals("presentation")) return true;
        var rows = own(table);
        int columns = rows.stream().mapToInt(row -> cells(row).size()).max().orElse(0);
        if (columns < 2) return true;
        boolean data = table.children().stream().anyMatch(part -> part.nameIs("thead") || part.nameIs("caption"))
                || rows.stream().anyMatch(HtmlTable::head);
        if (data) return false;
        for (var row : rows) {
            for (var cell : cells(row)) {
                if (HtmlContent.longer(cell, 5000) || cell.text().length() > 1500) return true;
                if (!cell.select("h1,h2,h3,h4,form").isEmpty()) return true;
                if (!cell.select("table").isEmpty() && rows.size() < 3) return true;
            }
        }
        return false;
    }

    static List<List<String>> rows(Element table, LinkedImages images, DocumentBuilder builder) {
        var grid = new ArrayList<List<String>>();
        int[] taken = new int[WIDEST];
        String[] labels = new String[WIDEST];
        Arrays.fill(labels, "");
        for (var tr : own(table)) {
            var row = new ArrayList<String>();
            boolean bare = true;
            int column = 0;
            for (var cell : cells(tr)) {
                while (column < WIDEST && taken[column] > 0) column = fill(row, column, taken, labels);
                if (column == WIDEST) builder.problem("of a table the first " + WIDEST + " columns are read");
                int columns = span(cell, "colspan");
                int rows = span(cell, "rowspan");
                String words = column < WIDEST ? text(cell, images, builder) : "";
                bare &= words.isBlank();
                for (int i = 0; i < columns && column < WIDEST; i++, column++) {
                    row.add(i == 0 ? words : "");
                    taken[column] = rows - 1;
                    labels[column] = i == 0 && rows > 1 ? label(words) : "";
                }
            }
            int last = WIDEST - 1;
            while (last >= column && taken[last] == 0) last--;
            while (column <= last) column = fill(row, column, taken, labels);
            grid.add(bare ? List.of() : row);
        }
        return grid;
    }

    private static int fill(List<String> row, int column, int[] taken, String[] labels) {
        row.add(taken[column] > 0 ? labels[column] : "");
        if (taken[column] > 0) taken[column]--;
        return column + 1;
    }

    /** Pictures have one place. */
    private static String label(String words) {
        return words.length() > LONGEST_LABEL || words.contains("[IMAGE: ") ? "" : words;
    }

    /** Whether it holds data, not parts of a page: words in two columns and two rows at least. */
    static boolean data(Element table) {
        return !layout(table)
                && own(table).stream()
                                .filter(row -> cells(row).stream()
                                                .filter(Element::hasText)
                                                .limit(2)
                                                .count()
                                        > 1)
                                .limit(2)
                                .count()
                        > 1;
    }

    /** Rows of a table, not those of tables in it. */
    private static List<Element> own(Element table) {
        var rows = new ArrayList<Element>();
        for (var part : table.children()) {
            if (part.nameIs("tr")) rows.add(part);
            else if (Set.of("tbody", "thead", "tfoot").contains(part.normalName())) {
                for (var row : part.children()) if (row.nameIs("tr")) rows.add(row);
            }
        }
        return rows;
    }

    private static List<Element> cells(Element row) {
        return row.children().stream()
                .filter(cell -> cell.nameIs("td") || cell.nameIs("th"))
                .toList();
    }

    private static boolean head(Element row) {
        var body = row.parent();
        return (body == null || !body.nameIs("tfoot"))
                && row.children().stream().anyMatch(cell -> cell.nameIs("th"));
    }

    private static int span(Element cell, String attribute) {
        String value = cell.attr(attribute).strip();
        return value.matches("[1-9]\\d{0,3}") ? Integer.parseInt(value) : 1;
    }

    private static String text(Element cell, LinkedImages images, DocumentBuilder builder) {
        var parts = new ArrayList<StringBuilder>(List.of(new StringBuilder()));
        gather(cell, parts, images, builder);
        return joined(
                parts.stream().map(part -> Characters.oneLine(part.toString())).toList());
    }

    /** Paragraphs of one cell on one line, apart. */
    static String joined(List<String> parts) {
        var out = new StringBuilder();
        for (String part : parts) {
            if (part.isBlank()) continue;
            if (!out.isEmpty()) out.append(".,;:!?。，；：！？".indexOf(out.charAt(out.length() - 1)) >= 0 ? " " : "; ");
            out.append(part);
        }
        return out.toString();
    }

    private static void gather(Node node, List<StringBuilder> parts, LinkedImages images, DocumentBuilder builder) {
        for (var child : node.childNodes()) {
            if (child instanceof TextNode text) {
                parts.getLast().append(text.getWholeText());
            } else if (child instanceof Element element) {
                if (element.normalName().equals("img")) {
                    var image = images.find(element.attr("src"), element.attr("alt"));
                    parts.getLast().append(' ').append(element.attr("alt")).append(' ');
                    if (image != null && builder.keep(image))
                        parts.getLast().append(image.mark()).append(' ');
                    continue;
                }
                if (HtmlBlocks.power(element, parts.getLast())) parts.getLast().append('^');
                boolean apart = APART.contains(element.normalName());
                if (apart) parts.add(new StringBuilder());
                gather(element, parts, images, builder);
                if (apart) parts.add(new StringBuilder());
            }
        }
    }
}
