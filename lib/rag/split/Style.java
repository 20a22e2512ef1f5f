package rag.split;

import java.util.List;

/** How a splitter cuts what is too long. Tables, fences and image marks are cut alike by all. */
enum Style {
    /** Running text between paragraphs, lines, sentences, words. */
    RECURSIVE,
    /** Running text between sentences, whatever its lines and paragraphs are. */
    SENTENCE,
    /** Running text between sentences where its lines are wrapped, between lines where they say something each. */
    MARKDOWN,
    /** All text as code: between blank lines, then lines. */
    CODE;

    List<Level> levels(Unit unit, String text) {
        if (unit.kind() == rag.model.Block.Kind.CODE || this == CODE) return List.of(Level.BLANK_LINES, Level.LINES);
        if (!unit.prose()) return List.of(Level.LINES, Level.SENTENCES);
        return switch (this) {
            case SENTENCE -> List.of(Level.SENTENCES);
            case MARKDOWN ->
                wrapped(text, unit)
                        ? List.of(Level.BLANK_LINES, Level.SENTENCES, Level.LINES)
                        : List.of(Level.BLANK_LINES, Level.LINES, Level.SENTENCES);
            default -> List.of(Level.BLANK_LINES, Level.LINES, Level.SENTENCES);
        };
    }

    /** Whether at least half of the line ends stand in the middle of a sentence. */
    private static boolean wrapped(String text, Unit unit) {
        int ends = 0, inside = 0;
        for (int i = text.indexOf('\n', unit.start()); i >= 0 && i < unit.end() - 1; i = text.indexOf('\n', i + 1)) {
            int next = i + 1;
            while (next < unit.end() && " \t>".indexOf(text.charAt(next)) >= 0) next++;
            if (next == unit.end() || text.charAt(next) == '\n') continue;
            ends++;
            char before = i > unit.start() ? text.charAt(i - 1) : '\n';
            char after = text.charAt(next);
            boolean ideographs = Character.isIdeographic(before) && Character.isIdeographic(after);
            if (ideographs || Character.isLowerCase(after) || before == ',') inside++;
        }
        return inside * 2 >= ends;
    }
}
