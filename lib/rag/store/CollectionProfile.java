package rag.store;

import java.util.Objects;

/**
 * What people say of a collection; it may be there before its first document.
 *
 * @param displayName for people, "" for the name itself
 * @param description what it holds, so that a person or a model can choose it; "" when nobody said
 */
public record CollectionProfile(String name, String displayName, String description) {

    public CollectionProfile {
        Objects.requireNonNull(displayName);
        Objects.requireNonNull(description);
    }

    public static CollectionProfile of(String name) {
        return new CollectionProfile(name, "", "");
    }
}
