package rag.load;

/** Characters of symbol fonts (Symbol, Wingdings) that stand for common signs. */
final class Symbols {

    private Symbols() {}

    /** @param hex character code as Word writes it, with or without the F000 of the private use area */
    static String of(String font, String hex) {
        if (!hex.matches("[0-9A-Fa-f]{1,5}")) return "";
        int code = Integer.parseInt(hex, 16);
        if (code >= 0xf000 && code <= 0xf0ff)
            return common(code & 0xff, font.toLowerCase(java.util.Locale.ROOT).startsWith("symbol"));
        return Character.isDefined(code) && !Character.isISOControl(code) ? Character.toString(code) : "";
    }

    /** A sign for a private use character, "" where none is known. */
    static String privateUse(int code, String font) {
        return code >= 0xf000 && code <= 0xf0ff ? common(code & 0xff, font.contains("Symbol")) : "";
    }

    private static String common(int code, boolean symbolFont) {
        if (symbolFont && code >= 0x61 && code <= 0x7a)
            return String.valueOf("αβχδεφγηιϕκλμνοπθρστυϖωξψζ".charAt(code - 0x61));
        return switch (code) {
            case 0xb7, 0x6c, 0xa7, 0x6e, 0xd8, 0x76, 0x9f, 0xa8, 0x71 -> "•";
            case 0xfc, 0x50 -> "✓";
            case 0xfb, 0x4f -> "✗";
            case 0xe0, 0xae -> "→";
            case 0xdf, 0xac -> "←";
            case 0xb1 -> "±";
            case 0xb4 -> "×";
            case 0xb0 -> "°";
            case 0xa3 -> "≤";
            case 0xb3 -> "≥";
            case 0xb9 -> "≠";
            case 0xa5 -> "∞";
            default -> "";
        };
    }
}
