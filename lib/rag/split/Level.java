package rag.split;

import java.util.ArrayList;
import java.util.List;
import rag.text.Sentences;
import rag.text.Texts;

/** Places where text may be cut. */
enum Level {
    BLANK_LINES {
        @Override
        void collect(String text, List<Integer> starts) {
            boolean blank = false;
            for (int line = 0; line < text.length(); line = next(text, line)) {
                boolean empty = text.substring(line, next(text, line)).isBlank();
                if (blank && !empty) starts.add(line);
                blank = empty;
            }
        }
    },
    LINES {
        @Override
        void collect(String text, List<Integer> starts) {
            for (int line = next(text, 0); line < text.length(); line = next(text, line)) starts.add(line);
        }
    },
    SENTENCES {
        @Override
        void collect(String text, List<Integer> starts) {
            for (int start : Sentences.starts(text)) if (start > 0) starts.add(start);
        }
    };

    abstract void collect(String text, List<Integer> starts);

    /** Offsets at which the parts of a text start, the first of them 0; never inside a grapheme cluster. */
    List<Integer> starts(String text) {
        var starts = new ArrayList<Integer>();
        starts.add(0);
        collect(text, starts);
        starts.removeIf(start -> Texts.boundary(text, start) != start);
        return starts;
    }

    private static int next(String text, int line) {
        int feed = text.indexOf('\n', line);
        return feed < 0 ? text.length() : feed + 1;
    }
}
