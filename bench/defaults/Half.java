/** Two halves of a set's queries: one to choose by, one to test the choice. */
final class Half {

    private Half() {}

    /** The same half for a query at all times; ids count up, so their hash is stirred. */
    static boolean chooses(String query) {
        return (query.hashCode() * 0x9E3779B9 >>> 16 & 1) == 0;
    }
}
