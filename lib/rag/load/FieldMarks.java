package rag.load;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The marks of Word's fields: an instruction, perhaps a mark and a result, an end; fields stand in fields. An index entry
 * is an instruction without a result, so that each end has to close the field that it belongs to.
 */
final class FieldMarks {

    private enum Part {
        INSTRUCTION,
        RESULT
    }

    private final Deque<Part> open = new ArrayDeque<>();

    void begin() {
        open.push(Part.INSTRUCTION);
    }

    void separate() {
        if (open.poll() != null) open.push(Part.RESULT);
    }

    void end() {
        open.poll();
    }

    /** Whether what stands here is shown: it belongs to no instruction. */
    boolean shows() {
        return !open.contains(Part.INSTRUCTION);
    }

    /** Takes a character of an old Word document, [MS-DOC] 2.8.25; false when it is none of the marks. */
    boolean take(char c) {
        switch (c) {
            case 0x13 -> begin();
            case 0x14 -> separate();
            case 0x15 -> end();
            default -> {
                return false;
            }
        }
        return true;
    }
}
