package rag.eval;

/** A judge gave no verdict that can be used. */
final class JudgeFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean spared;

    /** @param spared true when it was not asked at all, since the limit of calls is reached */
    private JudgeFailure(String reason, boolean spared) {
        super(reason);
        this.spared = spared;
    }

    static JudgeFailure of(String reason) {
        return new JudgeFailure(reason, false);
    }

    static JudgeFailure spared(String reason) {
        return new JudgeFailure(reason, true);
    }

    boolean isSpared() {
        return spared;
    }
}
