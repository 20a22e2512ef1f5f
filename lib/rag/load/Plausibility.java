package rag.load;

import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * How little a text looks like one that somebody wrote, from 0 to 1: bytes read in the wrong encoding give rare letters,
 * capitals inside words, scripts that change within a word, and symbols between letters.
 */
final class Plausibility {

    /** Letters that make up most of a text in these scripts. */
    private static final String FREQUENT =
            "оеаинтсрвлкмдпуяызьбгчй" + "αοιετνσςρηπυκμλάίόέήύώ" + "الميونرتبهعدفسقكحأجة" + "יוהלאמרבתשנדחקעצ";

    private static final int SAMPLE = 20_000;

    private Plausibility() {}

    static double oddity(String text) {
        return oddity(text, null);
    }

    /** @param read encoding the text was read in, which tells common Han characters from rare ones; null for Unicode */
    static double oddity(String text, @Nullable Charset read) {
        double odd = 0;
        int foreign = 0;
        int kana = 0;
        int han = 0;
        int before = ' ';
        int length = Math.min(text.length(), SAMPLE);
        for (int i = 0; i < length; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f') odd += 1;
            if (c >= 0x80) {
                foreign++;
                if (c >= 0x3040 && c <= 0x30ff) kana++;
                else if (Character.isIdeographic(c)) han++;
                odd += weigh(before, c, read);
            } else if (before >= 0x80
                    && Character.isLetter(c)
                    && Character.isLetter(before)
                    && !sameScript(before, c)) {
                odd += Characters.cjk(before) ? 0 : 0.7;
            } else if (Character.isUpperCase(c) && before >= 0x80 && Character.isLowerCase(before)) {
                odd += 0.5;
            }
            before = c;
        }
        if (foreign == 0) return Math.min(1, odd);
        boolean japanese = read != null
                && (read.name().contains("JP")
                        || read.name().contains("JIS")
                        || read.name().contains("31j"));
        if (japanese && han > 8 && kana * 20 < han) odd += 0.3 * han;
        return Math.min(1, odd / foreign);
    }

    private static double weigh(int before, int c, @Nullable Charset read) {
        int type = Character.getType(c);
        if (type == Character.CONTROL || type == Character.UNASSIGNED || type == Character.PRIVATE_USE || c == 0xfffd)
            return 1;
        if (Characters.cjk(c)) return weighCjk(before, c, read);
        if (!Character.isLetter(c)) return Character.isLetter(before) && symbol(type) ? 0.8 : symbol(type) ? 0.3 : 0;
        double odd = 0;
        if (Character.isLetter(before)) {
            if (!sameScript(before, c)) odd += 0.7;
            else if (Character.isUpperCase(c) && Character.isLowerCase(before)) odd += 0.7;
        }
        if (c < 0x250) return odd + (c > 0x17f ? 0.4 : 0.05);
        return odd + (FREQUENT.indexOf(Character.toLowerCase(c)) < 0 ? 0.2 : 0);
    }

    private static double weighCjk(int before, int c, @Nullable Charset read) {
        if (c >= 0xff61 && c <= 0xff9f) return 0.3;
        boolean hangul = c >= 0xac00 && c <= 0xd7af;
        boolean ideograph = Character.isIdeographic(c);
        if (hangul && Character.isIdeographic(before)) return 0.5;
        if (read == null || !(hangul || ideograph)) return 0;
        if (read.name().contains("949") && ideograph) return 0.3;
        if (read.name().startsWith("ISO-2022") || read.name().startsWith("UTF")) return 0;
        byte[] bytes = String.valueOf(Character.toChars(c)).getBytes(read);
        if (bytes.length != 2) return bytes.length > 2 ? 0.5 : 0;
        int lead = bytes[0] & 0xff;
        boolean common = switch (read.name()) {
            case "GB18030" -> lead >= 0xb0 && lead <= 0xd7 && (bytes[1] & 0xff) >= 0xa1;
            case "x-windows-950", "Big5" -> lead >= 0xa4 && lead <= 0xc6;
            case "windows-31j", "Shift_JIS" -> lead >= 0x88 && lead <= 0x98;
            case "EUC-JP" -> lead >= 0xb0 && lead <= 0xcf;
            case "x-windows-949", "EUC-KR" -> lead >= 0xb0 && lead <= 0xc8;
            default -> true;
        };
        return common ? 0 : 0.4;
    }

    private static boolean symbol(int type) {
        return type == Character.OTHER_SYMBOL
                || type == Character.MATH_SYMBOL
                || type == Character.CURRENCY_SYMBOL
                || type == Character.MODIFIER_SYMBOL
                || type == Character.OTHER_NUMBER;
    }

    private static boolean sameScript(int a, int b) {
        return Character.UnicodeScript.of(a) == Character.UnicodeScript.of(b);
    }
}
