package rag.load;

/**
 * Where a declaration of a source file begins, or, when it {@code follows} one, what belongs to the type around both
 * again.
 *
 * @param offset where its first line begins, comments and annotations of its own included
 * @param head where the line with its name begins; -1 for what follows a declaration
 * @param path symbol path, such as {@code Ledger.put}; "" for what follows a declaration at the top
 */
public record Declaration(int offset, int head, String path) {

    public boolean follows() {
        return head < 0;
    }
}
