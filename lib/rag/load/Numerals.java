package rag.load;

/** Numbers of lists in other signs than digits. */
final class Numerals {

    private static final int[] VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] SIGNS = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};

    private Numerals() {}

    /** In capitals; digits where Rome had no sign. */
    static String roman(int count) {
        if (count < 1 || count > 3999) return Integer.toString(count);
        var out = new StringBuilder();
        for (int i = 0; i < VALUES.length; i++) {
            for (; count >= VALUES[i]; count -= VALUES[i]) out.append(SIGNS[i]);
        }
        return out.toString();
    }

    /** In capitals; behind Z comes AA as in columns of a sheet, or where a letter is repeated AA, BB and so on. */
    static String letters(int count, boolean repeated) {
        if (count < 1) return Integer.toString(count);
        if (repeated)
            return String.valueOf((char) ('A' + (count - 1) % 26)).repeat(Math.clamp((count - 1) / 26 + 1L, 1, 5));
        var out = new StringBuilder();
        for (int rest = count; rest > 0; rest = (rest - 1) / 26) out.insert(0, (char) ('A' + (rest - 1) % 26));
        return out.toString();
    }
}
