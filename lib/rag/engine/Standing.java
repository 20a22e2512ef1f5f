package rag.engine;

import java.util.Locale;

/**
 * Whether a document may be relied on, by the rules of its domain.
 *
 * @param reason in words, such as "valid until 2026-08-31"; "" where the domain has no rule
 */
public record Standing(State state, String reason) {

    public enum State {
        VALID,
        /** What the rule asks for is missing or can't be read: a person has to look. */
        NEEDS_REVIEW,
        /** A newer version is in force. */
        SUPERSEDED,
        /** It begins after the business date. */
        NOT_YET_VALID,
        /** It ended before the business date. */
        EXPIRED;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The graver of two findings; the reasons of equal ones are put together. */
    Standing and(Standing other) {
        if (state != other.state) return state.compareTo(other.state) > 0 ? this : other;
        if (reason.isEmpty() || other.reason.isEmpty()) return reason.isEmpty() ? other : this;
        return new Standing(state, reason + "; " + other.reason);
    }
}
