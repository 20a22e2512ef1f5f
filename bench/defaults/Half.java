import java.util.LinkedHashMap;
import java.util.Map;
import rag.eval.BeirSet;

/** Two halves of a set's queries: one to choose by, one to test the choice. */
final class Half {

    private Half() {}

    /** The same half for a query at all times; ids count up, so their hash is stirred. */
    static boolean chooses(String query) {
        return (query.hashCode() * 0x9E3779B9 >>> 16 & 1) == 0;
    }

    /** A set with at most so many queries. */
    static BeirSet first(BeirSet set, int most) {
        var qrels = new LinkedHashMap<String, Map<String, Integer>>();
        set.qrels().entrySet().stream().limit(most).forEach(e -> qrels.put(e.getKey(), e.getValue()));
        return new BeirSet(set.name(), set.corpus(), set.queries(), qrels);
    }
}
