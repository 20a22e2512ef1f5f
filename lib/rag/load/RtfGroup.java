package rag.load;

/** What holds for the words of one group of an RTF file; an inner group begins with what holds around it. */
final class RtfGroup {

    boolean skipped;
    boolean hidden;
    boolean deleted;
    boolean raised;

    /** Whether groups in it are entries of the style sheet. */
    boolean styles;

    /** Whether it may be skipped by whoever does not know what follows. */
    boolean starred;

    StringBuilder into;
    Runnable atEnd = () -> {};

    RtfGroup(StringBuilder into) {
        this.into = into;
    }

    RtfGroup inner() {
        var inner = new RtfGroup(into);
        inner.skipped = skipped;
        inner.hidden = hidden;
        inner.deleted = deleted;
        inner.raised = raised;
        return inner;
    }
}
