package rag.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.ss.util.CellAddress;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.util.XMLHelper;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads the large parts of a workbook, shared strings and sheets, as streams: a sheet may have a million rows. */
final class XlsxParts {

    /** Characters that all shared strings may have together. */
    private static final long MOST_CHARACTERS = 64_000_000;

    private XlsxParts() {}

    /** Strings that cells name by number, without the readings that stand above Japanese words. */
    static List<String> strings(@Nullable PackagePart part, DocumentBuilder builder) throws IOException {
        var strings = new ArrayList<String>();
        if (part == null) return strings;
        parse(part, new Texts() {
            private long characters;

            @Override
            void end(String name) {
                if (!name.equals("si")) return;
                DocumentBuilder.goOn();
                strings.add(text.toString());
                characters += text.length();
                if (characters > MOST_CHARACTERS) {
                    builder.problem("cells whose text stands behind the first 64 million characters of the workbook's"
                            + " texts are left out: split the workbook to have them all");
                    throw new Full();
                }
                text.setLength(0);
            }
        });
        return strings;
    }

    static SheetGrid sheet(PackagePart part, List<String> strings, SheetFormats formats) throws IOException {
        var handler = new Cells(strings, formats);
        parse(part, handler);
        return handler.grid;
    }

    /** Ends the reading of a part that holds more than is taken. */
    private static final class Full extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Full() {
            super("full", null, false, false);
        }
    }

    private static void parse(PackagePart part, DefaultHandler handler) throws IOException {
        try (InputStream in = part.getInputStream()) {
            var reader = XMLHelper.newXMLReader();
            reader.setContentHandler(handler);
            reader.setErrorHandler(handler);
            reader.parse(new InputSource(in));
        } catch (Full full) {
            // what came stands
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException("not well-formed XML in " + part.getPartName() + ": " + e.getMessage(), e);
        }
    }

    /** Gathers what stands in {@code t}, past phonetic runs. */
    private abstract static class Texts extends DefaultHandler {

        final StringBuilder text = new StringBuilder();
        private boolean open;
        private int phonetic;

        void start(String name, Attributes attributes) {}

        void end(String name) {}

        /** Elements whose characters are gathered. */
        boolean gathers(String name) {
            return name.equals("t");
        }

        private static String local(String name) {
            return name.substring(name.indexOf(':') + 1);
        }

        @Override
        public void startElement(String uri, String ignored, String qualified, Attributes attributes) {
            String name = local(qualified);
            if (name.equals("rPh")) phonetic++;
            open = phonetic == 0 && gathers(name);
            start(name, attributes);
        }

        @Override
        public void endElement(String uri, String ignored, String qualified) {
            String name = local(qualified);
            if (name.equals("rPh")) phonetic--;
            open = false;
            end(name);
        }

        @Override
        public void characters(char[] signs, int start, int length) {
            if (open) text.append(signs, start, length);
        }
    }

    private static final class Cells extends Texts {

        private static final Pattern PLACE = Pattern.compile("[A-Z]{1,3}\\d{1,7}");

        final SheetGrid grid = new SheetGrid();
        private final List<String> strings;
        private final SheetFormats formats;
        private List<String> cells = new ArrayList<>();
        private int row = -1;
        private int column = -1;
        private boolean hidden;
        private String type = "";
        private int style;
        private String value = "";
        private String formula = "";

        Cells(List<String> strings, SheetFormats formats) {
            this.strings = strings;
            this.formats = formats;
        }

        @Override
        boolean gathers(String name) {
            return name.equals("t") || name.equals("v") || name.equals("f");
        }

        @Override
        void start(String name, Attributes attributes) {
            switch (name) {
                case "col" -> {
                    if (!on(attributes, "hidden")) return;
                    int to = Math.min(Xml.number(word(attributes, "max"), 0), 16_384);
                    for (int i = Xml.number(word(attributes, "min"), 1); i <= to; i++) grid.hiddenColumns.set(i - 1);
                }
                case "row" -> {
                    row = Xml.number(word(attributes, "r"), row + 2) - 1;
                    column = -1;
                    hidden = on(attributes, "hidden");
                    cells = new ArrayList<>();
                }
                case "c" -> {
                    String place = word(attributes, "r");
                    column = PLACE.matcher(place).matches() ? new CellAddress(place).getColumn() : column + 1;
                    type = word(attributes, "t");
                    style = Xml.number(word(attributes, "s"), 0);
                    value = "";
                    formula = "";
                    text.setLength(0);
                }
                case "v", "f", "is" -> text.setLength(0);
                case "mergeCell" -> merge(word(attributes, "ref"));
                default -> {}
            }
        }

        private void merge(String ref) {
            if (!ref.matches("[A-Z]{1,3}\\d{1,7}:[A-Z]{1,3}\\d{1,7}")) return;
            var range = CellRangeAddress.valueOf(ref);
            grid.merge(new SheetGrid.Merge(
                    range.getFirstRow(), range.getFirstColumn(), range.getLastRow(), range.getLastColumn()));
        }

        @Override
        void end(String name) {
            switch (name) {
                case "v", "is" -> value = text.toString();
                case "f" -> formula = text.toString();
                case "c" -> grid.put(cells, column, shown());
                case "row" -> {
                    if (!grid.add(row, hidden, cells)) throw new Full();
                }
                default -> {}
            }
        }

        private String shown() {
            if (value.isEmpty()) return formula.isEmpty() ? "" : "=" + formula;
            return switch (type) {
                case "s" -> {
                    int index = Xml.number(value.strip(), -1);
                    yield index >= 0 && index < strings.size() ? strings.get(index) : "";
                }
                case "b" -> value.strip().equals("1") ? "TRUE" : "FALSE";
                case "", "n" -> formats.styled(value.strip(), style);
                default -> value; // str, inlineStr, d, e
            };
        }

        private static String word(Attributes attributes, String name) {
            String value = attributes.getValue(name);
            return value == null ? "" : value;
        }

        private static boolean on(Attributes attributes, String name) {
            return word(attributes, name).equals("1") || word(attributes, name).equals("true");
        }
    }
}
