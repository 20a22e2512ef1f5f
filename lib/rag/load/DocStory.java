package rag.load;

import java.util.ArrayList;
import java.util.List;
import org.apache.poi.hwpf.HWPFDocument;
import org.apache.poi.hwpf.converter.AbstractWordUtils;
import org.apache.poi.hwpf.usermodel.CharacterRun;
import org.apache.poi.hwpf.usermodel.Notes;
import org.apache.poi.hwpf.usermodel.Paragraph;
import org.apache.poi.hwpf.usermodel.Range;
import org.apache.poi.hwpf.usermodel.Table;
import org.apache.poi.hwpf.usermodel.TableRow;
import rag.model.Block.Kind;

/** Walks the text of an old Word document: deletions left out, notes behind their paragraph, text boxes at the end. */
final class DocStory {

    private static final List<String> HIDDEN = List.of("hidden text");

    private final HWPFDocument document;
    private final DocumentBuilder builder;
    private final AbstractWordUtils.NumberingState numbering = new AbstractWordUtils.NumberingState();
    private final StringBuilder hidden = new StringBuilder();
    private final List<String> notes = new ArrayList<>();
    private final List<CharacterRun> pictures = new ArrayList<>();
    private FieldMarks fields = new FieldMarks();
    private int note;

    DocStory(HWPFDocument document, DocumentBuilder builder) {
        this.document = document;
        this.builder = builder;
    }

    void append() {
        range(document.getRange());
        var boxes = document.getMainTextboxRange();
        if (boxes != null) range(boxes);
    }

    private void range(Range range) {
        fields = new FieldMarks();
        for (int i = 0; i < range.numParagraphs(); i++) {
            var paragraph = range.getParagraph(i);
            if (paragraph.isInTable()) {
                var table = range.getTable(paragraph);
                table(table);
                i += Math.max(0, table.numParagraphs() - 1);
            } else {
                paragraph(paragraph);
            }
        }
        if (!fields.shows()) builder.problem("a field has no end: what stands behind its beginning is left out");
    }

    private void paragraph(Paragraph paragraph) {
        String words = words(paragraph);
        if (!words.isBlank()) {
            int level = paragraph.getLvl() + 1;
            if (level >= 1 && level <= 9) builder.heading(Math.min(level, 6), words, null);
            else if (paragraph.isInList())
                builder.add(
                        Kind.LIST,
                        "  ".repeat(Math.clamp(paragraph.getIlvl(), 0, 8)) + mark(paragraph) + words.strip());
            else builder.add(Kind.PARAGRAPH, words);
        }
        hang();
    }

    private String mark(Paragraph paragraph) {
        try {
            String mark = AbstractWordUtils.getBulletText(numbering, paragraph.getList(), (char) paragraph.getIlvl())
                    .strip();
            return mark.matches("[(]?[\\p{L}\\d.]{1,12}[.)]?") ? mark + " " : "- ";
        } catch (RuntimeException broken) {
            return "- ";
        }
    }

    private void hang() {
        if (!hidden.toString().isBlank()) builder.add(Kind.PARAGRAPH, 0, hidden.toString(), null, "", HIDDEN);
        hidden.setLength(0);
        for (var run : pictures) {
            var picture = document.getPicturesTable().extractPicture(run, true);
            if (picture != null) OleProperties.picture(picture.getContent(), null, builder);
        }
        pictures.clear();
        for (String words : notes) builder.add(Kind.NOTE, words);
        notes.clear();
    }

    private void table(Table table) {
        var rows = new ArrayList<List<String>>();
        for (int i = 0; i < table.numRows(); i++) rows.add(row(table.getRow(i)));
        builder.add(Kind.TABLE, MarkdownTable.of(rows));
        hang();
    }

    private List<String> row(TableRow row) {
        var cells = new ArrayList<String>();
        for (int i = 0; i < row.numCells(); i++) {
            var cell = row.getCell(i);
            var parts = new ArrayList<String>();
            for (int j = 0; j < cell.numParagraphs(); j++)
                parts.add(Characters.oneLine(words(cell.getParagraph(j)).replace('\u0007', '\n')));
            cells.add(cell.isVerticallyMerged() && !cell.isFirstVerticallyMerged() ? "" : HtmlTable.joined(parts));
        }
        return cells;
    }

    private String words(Paragraph paragraph) {
        var words = new StringBuilder();
        for (int i = 0; i < paragraph.numCharacterRuns(); i++) run(paragraph.getCharacterRun(i), words);
        return words.toString();
    }

    private void run(CharacterRun run, StringBuilder words) {
        String text = run.text();
        if (run.isMarkedDeleted()) {
            text.chars().forEach(c -> fields.take((char) c)); // a field that is deleted in part still ends
            return;
        }
        boolean raised = run.getSubSuperScriptIndex() == 1;
        var out = run.isVanished() ? hidden : words;
        if (document.getPicturesTable().hasPicture(run)) pictures.add(run);
        if (raised && text.matches("[-−]?\\d{1,3}") && endsInWord(out)) out.append('^');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (fields.take(c)) continue;
            switch (c) { // special characters of [MS-DOC] 2.4.1
                case 0x02 -> notes(run, out);
                case 0x0b, 0x0c -> out.append('\n');
                case 0x1e -> out.append('-');
                default -> {
                    if (fields.shows() && (c >= 0x20 || c == '\t')) out.append(c);
                }
            }
        }
    }

    private static boolean endsInWord(StringBuilder words) {
        return !words.isEmpty() && Character.isLetterOrDigit(words.charAt(words.length() - 1));
    }

    private void notes(CharacterRun run, StringBuilder out) {
        note(document.getFootnotes(), document.getFootnoteRange(), run, out);
        note(document.getEndnotes(), document.getEndnoteRange(), run, out);
    }

    private void note(Notes all, Range texts, CharacterRun run, StringBuilder out) {
        for (int i = 0; i < all.getNotesCount(); i++) {
            int anchor = all.getNoteAnchorPosition(i);
            if (anchor < run.getStartOffset() || anchor >= run.getEndOffset()) continue;
            String text = texts.text();
            int start = Math.clamp(all.getNoteTextStartOffset(i), 0, text.length());
            int end = Math.clamp(all.getNoteTextEndOffset(i), start, text.length());
            String words = Characters.oneLine(shown(text.substring(start, end)));
            out.append('[').append(++note).append(']');
            if (!words.isEmpty()) notes.add("[" + note + "] " + words);
        }
    }

    /** The words of a note without the instructions of its fields; control characters part words. */
    private static String shown(String text) {
        var marks = new FieldMarks();
        var words = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!marks.take(c) && marks.shows()) words.append(c < 0x20 ? ' ' : c);
        }
        return words.toString();
    }
}
