package rag.load;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import rag.model.Block.Kind;

/** Joins the lines of a page to paragraphs, headings, list items and code, and appends them to the document. */
final class PdfParagraphs {

    private static final List<String> HIDDEN = List.of("hidden text");
    private static final Pattern ITEM =
            Pattern.compile("^(?:" + PdfSegments.MARKER.pattern() + ")\\s+\\S.*", Pattern.DOTALL);
    private static final Pattern LEADER = Pattern.compile("(?:\\s*+[.·…]){6,}+");
    private static final String ENDS = ".:!?;。：！？；\"”’)";

    private final DocumentBuilder builder;
    private final PdfHeadings headings;
    private final PdfHyphens hyphens;
    private final boolean monoBody;
    private final List<PdfLine> lines = new ArrayList<>();
    private int page;

    PdfParagraphs(DocumentBuilder builder, PdfHeadings headings, PdfHyphens hyphens, boolean monoBody) {
        this.builder = builder;
        this.headings = headings;
        this.hyphens = hyphens;
        this.monoBody = monoBody;
    }

    void page(PdfPage read) {
        page = read.number();
        for (var part : read.order()) {
            switch (part) {
                case PdfLine line -> {
                    if (!lines.isEmpty() && !continues(lines.getLast(), line)) flush();
                    lines.add(line);
                }
                case PdfTable table -> {
                    flush();
                    var flags = table.sight() == PdfGlyph.HIDDEN ? HIDDEN : List.<String>of();
                    builder.add(Kind.TABLE, 0, MarkdownTable.of(table.rows()), page, "", flags);
                }
                case PdfFigure figure -> {
                    flush();
                    builder.add(Kind.IMAGE, 0, figure.image().mark(), page, "", List.of());
                }
                default -> throw new IllegalStateException("not a part of a page: " + part);
            }
        }
        flush();
        for (String note : read.notes()) builder.add(Kind.NOTE, 0, note, page, "", List.of());
    }

    private boolean code(PdfLine line) {
        return line.mono() && !monoBody && !headings.large(line);
    }

    private boolean continues(PdfLine last, PdfLine line) {
        if (last.rightToLeft() && line.rightToLeft() && last.u0() > -1)
            return continues(last.mirrored(), line.mirrored());
        if (last.sight() != line.sight() || code(last) != code(line)) return false;
        float size = Math.max(last.size(), line.size());
        if (Math.abs(last.size() - line.size()) > 0.08f * size) return false;
        if (headings.marked(page, line) || (lines.size() == 1 && headings.marked(page, last))) return false;
        String end = last.text();
        boolean open = ENDS.indexOf(end.charAt(end.length() - 1)) < 0;
        if (last.bold() != line.bold() && !(open && last.column() == line.column() && !fits(last, line))) return false;
        if (last.column() != line.column()) {
            boolean runsOn = open && Character.isLowerCase(line.text().codePointAt(0)) && !code(line) && !last.bold();
            return runsOn && lines.size() + 1 < 400;
        }
        float step = line.v() - last.v();
        if (code(line)) return step > 0 && step < 3.2f * size;
        if (step <= 0 || step > 1.9f * size || begins(last, line, open)) return false;
        if (lines.size() > 1
                && step > 1.3f * (last.v() - lines.get(lines.size() - 2).v())
                && last.v() > lines.get(lines.size() - 2).v()) {
            return false;
        }
        boolean item = ITEM.matcher(lines.getFirst().text()).matches();
        if (item && lines.size() == 1) return line.u0() > last.u0() + 0.2f * size || open;
        float indent = line.u0() - last.u0();
        if (indent > 0.9f * size
                && indent < 5 * size
                && line.u1() > line.right() - 0.35f * (line.right() - line.left())) return false;
        boolean shortEnd = last.u1() < last.right() - 0.2f * (last.right() - last.left());
        return !(shortEnd && !open && fits(last, line));
    }

    /** Whether a line is the first of a list item; one in the midst of a sentence, below a full line, only looks like it. */
    private boolean begins(PdfLine last, PdfLine line, boolean open) {
        if (!ITEM.matcher(line.text()).matches()) return false;
        boolean full = last.u1() > last.right() - 0.03f * (last.right() - last.left());
        boolean flush = Math.abs(line.u0() - line.left()) < 0.5f * line.size();
        return !(open && full && flush && !ITEM.matcher(lines.getFirst().text()).matches());
    }

    /** Whether the next line's first word would have had room: then the break was meant. */
    private static boolean fits(PdfLine last, PdfLine line) {
        int word = line.text().indexOf(' ');
        int length = word < 0 ? Math.min(12, line.text().length()) : word;
        float letter = (line.u1() - line.u0()) / Math.max(1, line.text().length());
        return last.u1() + (length + 2) * letter + line.size() < last.right();
    }

    private void flush() {
        if (lines.isEmpty()) return;
        var first = lines.getFirst();
        var flags = first.hidden() ? HIDDEN : List.<String>of();
        if (code(first)) {
            builder.add(Kind.CODE, 0, listing(), page, "", flags);
        } else {
            String text = LEADER.matcher(joined()).replaceAll(" … ").strip();
            boolean item = ITEM.matcher(text).matches();
            int level = item && !text.matches("(?s)\\d+\\.\\s.*") ? 0 : headings.level(page, lines, text);
            if (level > 0) builder.heading(level, text, page);
            else builder.add(item ? Kind.LIST : Kind.PARAGRAPH, 0, text, page, "", flags);
        }
        lines.clear();
    }

    private String joined() {
        var text = new StringBuilder(lines.getFirst().text());
        for (int i = 1; i < lines.size(); i++) {
            var last = lines.get(i - 1);
            var line = lines.get(i);
            if (last.rightToLeft() && line.rightToLeft()) {
                last = last.mirrored();
                line = line.mirrored();
            }
            if (!hyphened(text, line.text())) {
                if (last.column() == line.column() && fits(last, line))
                    text.append('\n').append(line.text());
                else append(text, line.text());
            }
        }
        return text.toString();
    }

    private boolean hyphened(StringBuilder text, String next) {
        int end = text.length() - 1;
        if (end < 2 || "-\u2010\u00ad".indexOf(text.charAt(end)) < 0 || !Character.isLetter(text.charAt(end - 1)))
            return false;
        int start = end;
        while (start > 0 && (Character.isLetter(text.charAt(start - 1)) || text.charAt(start - 1) == '-')) start--;
        int stop = 0;
        while (stop < next.length() && Character.isLetter(next.charAt(stop))) stop++;
        boolean lower = Character.isLowerCase(next.codePointAt(0));
        if (hyphens.parted(text.substring(start, end), next.substring(0, stop), lower)) text.setLength(end);
        text.append(next);
        return true;
    }

    /** Whether a line ends within a web address, or behind a dash that stands between two characters without blanks. */
    private static boolean torn(StringBuilder text, int next) {
        int end = text.length() - 1;
        if (end < 1 || !Character.isLetterOrDigit(next)) return false;
        char last = text.charAt(end);
        if (last == '\u2013' || last == '\u2014') return !Character.isWhitespace(text.charAt(end - 1));
        return last == '/' && text.indexOf("://", Math.max(text.lastIndexOf(" "), text.lastIndexOf("\n")) + 1) >= 0;
    }

    /** Lines of code with the indentation they are printed with. */
    private String listing() {
        float left = (float) lines.stream().mapToDouble(PdfLine::u0).min().orElse(0);
        var out = new StringBuilder();
        PdfLine last = null;
        for (var line : lines) {
            if (last != null) out.append(line.v() - last.v() > 1.75f * line.size() ? "\n\n" : "\n");
            float width = (line.u1() - line.u0()) / Math.max(1, line.text().length());
            out.repeat(' ', Math.clamp(Math.round((line.u0() - left) / Math.max(1, width)), 0, 80))
                    .append(line.text());
            last = line;
        }
        return out.toString();
    }

    /** Adds a line to a text: with a blank between words, with none between Chinese or Japanese characters. */
    static void append(StringBuilder text, String line) {
        if (line.isEmpty()) return;
        if (!text.isEmpty()) {
            boolean dense = Characters.unspaced(text.codePointBefore(text.length()))
                    && Characters.unspaced(line.codePointAt(0));
            if (!dense && !torn(text, line.codePointAt(0))) text.append(' ');
        }
        text.append(line);
    }
}
