package rag.load;

import org.jspecify.annotations.Nullable;

/** What an open brace of source code belongs to. */
final class CodeFrame {
    final @Nullable CodeFrame outer;
    final boolean members;
    final String path;
    final int indent;
    final int brackets;
    /** '}' or ')'; ' ' when the frame ends by indentation. */
    final char closer;

    final boolean headGoesOn;
    /** Indentation of the first line in it; -1 before that. */
    int inner = -1;
    /** The declaration of a {@code typedef}, whose name follows the brace; -1 for others. */
    int nameless = -1;

    CodeFrame(
            @Nullable CodeFrame outer,
            boolean members,
            String path,
            int indent,
            int brackets,
            char closer,
            boolean headGoesOn) {
        this.outer = outer;
        this.members = members;
        this.path = path;
        this.indent = indent;
        this.brackets = brackets;
        this.closer = closer;
        this.headGoesOn = headGoesOn;
    }

    static CodeFrame top() {
        return new CodeFrame(null, true, "", -1, 0, ' ', false);
    }
}
