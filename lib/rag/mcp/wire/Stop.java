package rag.mcp.wire;

/** Why the work of a call should end before it is done. */
public enum Stop {
    /** The client has taken the call back, and with it what the call has set going. */
    WITHDRAWN,
    /** Its time is over; the client is told so. */
    OVERDUE,
    /** Its answer can't be delivered any more; the client has not said that it wants nothing done. */
    UNREACHABLE
}
