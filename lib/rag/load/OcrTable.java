package rag.load;

import java.util.ArrayList;
import java.util.List;

/** Reads Tesseract's table of words with its trust in each: what it made out of a photograph's leaves is left out. */
final class OcrTable {

    /** Trust in percent below which a word is none. */
    private static final double LEAST = 30;

    /** Mean trust below which a paragraph is a texture, not a text. */
    private static final double LEAST_MEAN = 55;

    private OcrTable() {}

    /** @param table level, page, block, paragraph, line, word, left, top, width, height, trust, text: apart by tabs */
    static List<String> paragraphs(String table) {
        var found = new ArrayList<String>();
        var words = new StringBuilder();
        String at = "";
        String line = "";
        double trust = 0;
        int count = 0;
        for (String row : table.split("\n")) {
            String[] cells = row.split("\t", 12);
            if (cells.length < 12 || !cells[0].equals("5") || cells[11].isBlank()) continue;
            String paragraph = cells[2] + "." + cells[3];
            if (!paragraph.equals(at)) {
                take(found, words, trust, count);
                at = paragraph;
                line = cells[4];
                trust = count = 0;
            }
            double word;
            try {
                word = Double.parseDouble(cells[10]);
            } catch (NumberFormatException strange) {
                continue;
            }
            trust += word;
            count++;
            if (word < LEAST) continue;
            String text = Characters.clean(cells[11].strip());
            boolean hyphen = !cells[4].equals(line)
                    && words.length() > 2
                    && words.charAt(words.length() - 1) == '-'
                    && Character.isLowerCase(text.codePointAt(0));
            if (hyphen) words.setLength(words.length() - 1);
            if (hyphen) words.append(text);
            else PdfParagraphs.append(words, text);
            line = cells[4];
        }
        take(found, words, trust, count);
        return found;
    }

    private static void take(List<String> found, StringBuilder words, double trust, int count) {
        String text = words.toString().strip();
        long letters = text.codePoints().filter(Character::isLetterOrDigit).count();
        if (count > 0 && trust / count >= LEAST_MEAN && letters >= 2) found.add(text);
        words.setLength(0);
    }
}
