package rag.load;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Where the lines of a text begin and end, and how far they are indented. */
final class CodeLines {

    private final String text;
    private final int[] starts;

    CodeLines(String text) {
        this.text = text;
        this.starts = starts(text);
    }

    private static int[] starts(String text) {
        return IntStream.concat(
                        IntStream.of(0),
                        IntStream.range(0, text.length())
                                .filter(i -> text.charAt(i) == '\n')
                                .map(i -> i + 1))
                .toArray();
    }

    int start(int offset) {
        int at = Arrays.binarySearch(starts, offset);
        return starts[at < 0 ? -at - 2 : at];
    }

    int end(int offset) {
        int at = Arrays.binarySearch(starts, offset);
        int next = at < 0 ? -at - 1 : at + 1;
        return next < starts.length ? starts[next] - 1 : text.length();
    }

    boolean blankBefore(int at) {
        int i = at - 1;
        while (i >= 0 && (text.charAt(i) == ' ' || text.charAt(i) == '\t')) i--;
        return i < 0 || text.charAt(i) == '\n';
    }

    int indent(int offset) {
        int indent = 0;
        int from = start(offset);
        for (int i = from; i < Math.min(text.length(), from + 2000); i++) {
            if (text.charAt(i) == ' ') indent++;
            else if (text.charAt(i) == '\t') indent += 4;
            else break;
        }
        return indent;
    }
}
