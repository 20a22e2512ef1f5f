package rag.load;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.poi.ss.usermodel.BuiltinFormats;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.ss.usermodel.DateUtil;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** Numbers as a sheet shows them; days as {@code 2006-04-12}, which reads the same everywhere. */
final class SheetFormats {

    private static final Set<String> GENERAL = Set.of("General", "GENERAL", "general", "@");

    /** A time that goes on behind 24 hours. */
    private static final Pattern LASTING = Pattern.compile("(?i)\\[(h+|m+|s+)]");

    private final DataFormatter formatter = new DataFormatter(Locale.US);
    private final List<Integer> styles = new ArrayList<>();
    private final Map<Integer, String> formats = new HashMap<>();
    private final boolean from1904;

    /**
     * @param sheet root of a workbook's style sheet, null when it has none
     * @param from1904 whether days are counted from 1904 on
     */
    SheetFormats(@Nullable Element sheet, boolean from1904) {
        this.from1904 = from1904;
        var own = Xml.child(sheet, "numFmts");
        for (var format : own == null ? List.<Element>of() : Xml.children(own, "numFmt")) {
            formats.put(Xml.number(Xml.attribute(format, "numFmtId"), 0), Xml.attribute(format, "formatCode"));
        }
        var cells = Xml.child(sheet, "cellXfs");
        for (var style : cells == null ? List.<Element>of() : Xml.children(cells, "xf")) {
            styles.add(Xml.number(Xml.attribute(style, "numFmtId"), 0));
        }
    }

    /** @param style number of the cell's style in the style sheet */
    String styled(String number, int style) {
        double value;
        try {
            value = Double.parseDouble(number);
        } catch (NumberFormatException strange) {
            return number;
        }
        int id = style >= 0 && style < styles.size() ? styles.get(style) : 0;
        String format = formats.get(id);
        return shown(value, id, format == null ? BuiltinFormats.getBuiltinFormat(id) : format);
    }

    String shown(double value, int id, @Nullable String format) {
        if (format == null || format.isBlank() || GENERAL.contains(format)) return general(value);
        try {
            if (DateUtil.isADateFormat(id, format)
                    && DateUtil.isValidExcelDate(value)
                    && !LASTING.matcher(format).find()) return date(value, format);
            return formatter.formatRawCellContents(value, id, format, from1904).strip();
        } catch (IllegalArgumentException strange) {
            return general(value);
        }
    }

    /** Up to 15 digits as they are, which sheets keep: an article number is searched for by all of its digits. */
    private String general(double value) {
        double size = Math.abs(value);
        if (size < 1e10 || size >= 1e15) return formatter.formatRawCellContents(value, 0, "General");
        return new BigDecimal(value)
                .round(new MathContext(15))
                .stripTrailingZeros()
                .toPlainString();
    }

    private String date(double value, String format) {
        var time = DateUtil.getLocalDateTime(value, from1904, true);
        String clock = time.getSecond() == 0 ? "HH:mm" : "HH:mm:ss";
        if (value < 1) return time.format(DateTimeFormatter.ofPattern(clock, Locale.ROOT));
        boolean day = time.toLocalTime().equals(LocalTime.MIDNIGHT)
                || !format.toLowerCase(Locale.ROOT).contains("h");
        return time.format(DateTimeFormatter.ofPattern(day ? "uuuu-MM-dd" : "uuuu-MM-dd " + clock, Locale.ROOT));
    }
}
