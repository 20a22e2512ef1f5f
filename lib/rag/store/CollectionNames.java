package rag.store;

import rag.model.CollectionName;
import rag.model.Misuse;

/** Which names a collection may have: those that {@link CollectionName} finds no fault with. */
public final class CollectionNames {

    public static final int LONGEST = CollectionName.LONGEST;

    private CollectionNames() {}

    /**
     * The name in its normal form (NFC).
     *
     * @throws rag.model.Failure that says the rule, when it can't be one
     */
    public static String check(String given) {
        var name = CollectionName.normal(given);
        var fault = CollectionName.fault(name);
        if (fault.isPresent()) throw new Misuse(fault.get());
        return name;
    }
}
