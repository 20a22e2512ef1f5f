package rag.load;

import com.ibm.icu.text.CharsetDetector;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Finds out how bytes are to be read as text: byte order mark, NULs that only UTF-16 and UTF-32 have, UTF-8,
 * what the file declares, and last two detectors whose candidates are weighed by {@link Plausibility}.
 */
public final class Encodings {

    /** Bytes that a detector looks at. */
    private static final int SAMPLE = 64 * 1024;

    /** A candidate this odd is not taken without saying so; right readings of running text lie below 0.1. */
    private static final double ODD = 0.16;

    /** Bytes beyond ASCII so few that no reading of them proves a label wrong. */
    private static final int FEW = 4;

    /** Letters of UTF-8 to one place that is none, from which on a file is damaged UTF-8 and not something else. */
    private static final int LEAST_RIGHT = 20;

    /** What sets colours and titles of a terminal (ECMA-48: CSI and OSC sequences). */
    private static final Pattern TERMINAL =
            Pattern.compile("\\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\))");

    /** Files said to be in the first commonly hold characters that only the second has. */
    private static final Map<String, String> WIDER = Map.ofEntries(
            Map.entry("US-ASCII", "windows-1252"),
            Map.entry("ISO-8859-1", "windows-1252"),
            Map.entry("ISO-8859-9", "windows-1254"),
            Map.entry("TIS-620", "x-windows-874"),
            Map.entry("x-iso-8859-11", "x-windows-874"),
            Map.entry("GB2312", "GB18030"),
            Map.entry("GBK", "GB18030"),
            Map.entry("EUC-KR", "x-windows-949"),
            Map.entry("Shift_JIS", "windows-31j"),
            Map.entry("Big5", "x-windows-950"));

    private Encodings() {}

    /**
     * @param text clean text
     * @param charset name of the encoding it was read in
     * @param sure false when another encoding may be meant
     * @param lost sequences of bytes that mean nothing in it and are left out
     */
    public record Decoded(String text, String charset, boolean sure, long lost) {

        /** Whether it is read in the encoding of this label. */
        public boolean in(String label) {
            return charset.equals(Encodings.charset(label).name());
        }

        /** Tells a builder when the reading is unsure. */
        Decoded tell(DocumentBuilder builder) {
            if (lost > 0)
                builder.problem((lost == 1 ? "one sequence of bytes is" : lost + " sequences of bytes are") + " not "
                        + charset + " and left out");
            else if (!sure) builder.problem("encoding unsure: read as " + charset);
            return this;
        }
    }

    static Decoded decode(byte[] bytes) {
        return decode(bytes, null);
    }

    /** @param declared encoding that the file names for itself, null when it names none */
    public static Decoded decode(byte[] bytes, @Nullable String declared) {
        var marked = byMark(bytes);
        if (marked != null) return marked;
        String utf8 = strictly(bytes, StandardCharsets.UTF_8);
        var wide = utf8 == null || halfNuls(bytes) ? byNuls(bytes) : null;
        if (wide != null) return wide;
        if (utf8 != null && !shifts(bytes)) return decoded(utf8, "UTF-8", true);
        var damaged = utf8 == null ? mostlyUtf8(bytes) : null;
        if (damaged != null) return damaged;
        if (declared != null) {
            var charset = charset(declared);
            String text = strictly(bytes, charset);
            if (text != null && (few(bytes) || Plausibility.oddity(text) < ODD))
                return decoded(text, charset.name(), true);
        }
        return byDetectors(bytes);
    }

    /** Whether the bytes carry the mark of a Unicode encoding, or NULs as only UTF-16 and UTF-32 have them. */
    static boolean unicode(byte[] bytes) {
        return byMark(bytes) != null || byNuls(bytes) != null;
    }

    /** UTF-16 of Latin text is valid UTF-8 as well; a stray NUL in a text of UTF-8 is not that. */
    private static boolean halfNuls(byte[] bytes) {
        int length = Math.min(bytes.length, SAMPLE), nuls = 0;
        for (int i = 0; i < length; i++) if (bytes[i] == 0) nuls++;
        return nuls * 5 > length;
    }

    private static boolean few(byte[] bytes) {
        int beyond = 0;
        for (int i = 0; i < bytes.length && beyond <= FEW; i++) if (bytes[i] < 0) beyond++;
        return beyond <= FEW;
    }

    private static Decoded decoded(String text, String charset, boolean sure) {
        return new Decoded(Characters.clean(TERMINAL.matcher(text).replaceAll("")), charset, sure, 0);
    }

    /** What of the bytes means something in this encoding. */
    private static Decoded inPart(String replaced, Charset charset, long lost) {
        return new Decoded(decoded(replaced.replace("\uFFFD", ""), "", false).text(), charset.name(), false, lost);
    }

    /** A letter of several bytes is hardly right by chance: where many are, some that are not are damage, or a cut at the end. */
    private static @Nullable Decoded mostlyUtf8(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        long beyond = text.chars().filter(c -> c >= 0x80).count();
        long lost = lost(text);
        long right = beyond - lost;
        boolean cut = lost == 1 && text.endsWith("\uFFFD");
        boolean utf8 = right > FEW && (cut || lost * LEAST_RIGHT <= right);
        return utf8 ? inPart(text, StandardCharsets.UTF_8, lost) : null;
    }

    private static long lost(String replaced) {
        return replaced.chars().filter(c -> c == '\uFFFD').count();
    }

    private static @Nullable Decoded byMark(byte[] bytes) {
        String name = UniversalDetector.detectCharsetFromBOM(Arrays.copyOf(bytes, Math.min(bytes.length, 8)));
        if (name == null || !Charset.isSupported(name)) return null;
        String strict = strictly(bytes, charset(name));
        if (strict != null) return decoded(strict, name, true);
        String text = new String(bytes, charset(name));
        return inPart(text, charset(name), lost(text));
    }

    /** Latin text in UTF-16 or UTF-32 without a mark has its NULs in the same place of every unit. */
    private static @Nullable Decoded byNuls(byte[] bytes) {
        int[] nuls = new int[4];
        int length = Math.min(bytes.length, SAMPLE);
        for (int i = 0; i < length; i++) if (bytes[i] == 0) nuls[i & 3]++;
        int all = nuls[0] + nuls[1] + nuls[2] + nuls[3];
        if (all * 50 < length || all == 0) return null;
        String name;
        if (all > length * 0.6) name = nuls[0] > nuls[3] ? "UTF-32BE" : "UTF-32LE";
        else name = nuls[0] + nuls[2] > nuls[1] + nuls[3] ? "UTF-16BE" : "UTF-16LE";
        String text = strictly(bytes, charset(name));
        return text == null || Plausibility.oddity(text) > ODD ? null : decoded(text, name, true);
    }

    private static Decoded byDetectors(byte[] bytes) {
        byte[] sample = bytes.length <= SAMPLE ? bytes : Arrays.copyOf(bytes, SAMPLE);
        var trust = new LinkedHashMap<String, Double>();
        var detector = new UniversalDetector();
        detector.handleData(sample);
        detector.dataEnd();
        String first = detector.getDetectedCharset();
        if (first != null) trust.put(first, first.startsWith("MAC") ? 0 : 0.06); // hardly a file is left in those
        int place = 0;
        for (var match : new CharsetDetector().setText(sample).detectAll()) {
            if (place++ < 4) trust.merge(match.getName(), match.getConfidence() / 100.0 * 0.06, Double::sum);
        }
        for (String name : new String[] {
            "GB18030",
            "Shift_JIS",
            "EUC-JP",
            "EUC-KR",
            "Big5",
            "windows-1252",
            "windows-1251",
            "KOI8-R",
            "IBM866",
            "windows-1256"
        }) trust.putIfAbsent(name, 0.0);
        return best(bytes, trust);
    }

    private static Decoded best(byte[] bytes, Map<String, Double> trust) {
        String bestText = "";
        String bestName = "";
        double bestScore = Double.MAX_VALUE;
        double bestOddity = 1;
        double runnerUp = Double.MAX_VALUE;
        for (var entry : trust.entrySet()) {
            var charset = charset(entry.getKey());
            String text = strictly(bytes, charset);
            if (text == null) continue;
            double oddity = Plausibility.oddity(text, charset);
            double score = oddity - entry.getValue();
            if (text.equals(bestText)) {
                bestScore = Math.min(score, bestScore);
            } else if (score < bestScore) {
                runnerUp = bestScore;
                bestText = text;
                bestName = charset.name();
                bestScore = score;
                bestOddity = oddity;
            } else {
                runnerUp = Math.min(runnerUp, score);
            }
        }
        boolean sure = bestOddity < ODD && runnerUp - bestScore > 0.05;
        return decoded(bestText, bestName, sure);
    }

    /** What a label stands for: the encoding that extends it, as browsers take it; an unknown one gives UTF-8, which then fails or fits. */
    static Charset charset(String label) {
        try {
            var named = Charset.forName(label.strip());
            return Charset.forName(WIDER.getOrDefault(named.name(), named.name()));
        } catch (IllegalArgumentException unknown) {
            return StandardCharsets.UTF_8;
        }
    }

    private static @Nullable String strictly(byte[] bytes, Charset charset) {
        if (charset.equals(StandardCharsets.UTF_8)) { // half of the memory, and all that most files need
            String text = new String(bytes, charset);
            if (text.indexOf('\uFFFD') < 0) return text;
        }
        if (charset.name().matches("windows-125[24]")) // bytes without a letter are controls, as in what these extend
        return new String(bytes, charset).replace('\uFFFD', '\u0081');
        try {
            return charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException bad) {
            return null;
        }
    }

    /** Whether escapes shift between sets of signs, as in ISO-2022-JP; those of a terminal's colours do not. */
    private static boolean shifts(byte[] bytes) {
        for (int i = 0; i + 1 < bytes.length; i++) {
            if (bytes[i] == 0x1b && (bytes[i + 1] == '$' || bytes[i + 1] == '(')) return true;
        }
        return false;
    }
}
