package rag.mcp.wire;

/** Hears of calls that never reach their tool, since there is none of that name or its schema does not allow them. */
@FunctionalInterface
public interface RefusedCall {

    RefusedCall UNHEARD = (tool, call, problem) -> {};

    /** @param tool as the client named it @param call its arguments as they came @param problem what the client reads */
    void heard(String tool, Call call, String problem);
}
