package rag.load;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What stands before a body or the end of a statement, on one line: {@code public int size ( )}; what stands within
 * brackets is left out, so that patterns meet {@code put()} for {@code put(String key, int n)}. Knows where each sign
 * comes from.
 */
final class CodeHead {

    /** No head is longer; data is. */
    private static final int LONGEST = 800;

    /** The type in {@code (s *Server[T])}. */
    private static final Pattern RECEIVER = Pattern.compile("(\\w+)\\s*(?:\\[[^\\]]*])?\\s*\\)");

    private final StringBuilder signs = new StringBuilder();
    private int[] offsets = new int[64];

    /** Whether a declaration was found in it already. */
    boolean judged;

    void add(char sign, int offset) {
        boolean space = Character.isWhitespace(sign) || sign == '\ufeff';
        if (signs.length() >= LONGEST || (space && (signs.isEmpty() || last() == ' '))) return;
        if (signs.length() == offsets.length) offsets = Arrays.copyOf(offsets, 2 * offsets.length);
        offsets[signs.length()] = offset;
        signs.append(space ? ' ' : sign);
    }

    private char last() {
        return signs.charAt(signs.length() - 1);
    }

    void clear() {
        signs.setLength(0);
        judged = false;
    }

    boolean isBlank() {
        return signs.isEmpty() || signs.toString().isBlank();
    }

    int length() {
        return signs.length();
    }

    void cut(int length) {
        if (length < signs.length()) signs.setLength(length);
    }

    /** The rest from a sign on. */
    CodeHead from(int index) {
        var rest = new CodeHead();
        for (int i = index; i < signs.length(); i++) rest.add(signs.charAt(i), offsets[i]);
        return rest;
    }

    int offset(int index) {
        return offsets[Math.min(index, signs.length() - 1)];
    }

    /** The last sign that is not blank; 0 when there is none. */
    char end() {
        for (int i = signs.length() - 1; i >= 0; i--) if (signs.charAt(i) != ' ') return signs.charAt(i);
        return 0;
    }

    @Override
    public String toString() {
        return signs.toString();
    }

    /** With type arguments left out too: {@code Map<>} for {@code Map<String, List<T>>}. */
    CodeHead withoutArguments() {
        var plain = new CodeHead();
        for (int i = 0; i < signs.length(); i++) {
            plain.add(signs.charAt(i), offsets[i]);
            if (signs.charAt(i) != '<' || operator(i)) continue;
            Integer close = close(i);
            if (close == null) continue;
            plain.add('>', offsets[close]);
            i = close;
        }
        return plain;
    }

    private boolean operator(int at) {
        return signs.substring(Math.max(0, at - 10), at).matches("(?s).*\\boperator\\s*<?");
    }

    private @Nullable Integer close(int open) {
        int depth = 0;
        for (int i = open; i < signs.length() && i < open + 500; i++) {
            char c = signs.charAt(i);
            if (c == '<') depth++;
            else if (c == '>' && "-=".indexOf(signs.charAt(i - 1)) < 0 && --depth == 0) return i;
        }
        return null;
    }

    /** {@code func (s *Server) Close()} belongs to {@code Server}; with a dot behind it, "" for a function of nobody. */
    String receiver(String mask, CodeLines lines) {
        if (!toString().startsWith("func ()") && !toString().startsWith("func()")) return "";
        int open = mask.indexOf('(', offset(0));
        var type = RECEIVER.matcher(mask).region(open, lines.end(open));
        return type.find() ? type.group(1) + "." : "";
    }
}
