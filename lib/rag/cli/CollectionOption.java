package rag.cli;

import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.model.CollectionName;
import rag.model.Failure;

/** Which collection is meant by {@code --collection} or {@code --domain}. */
public final class CollectionOption {

    private CollectionOption() {}

    /** The one that is named, that of the domain, or the setting's. */
    public static String one(Engine engine, @Nullable String collection, @Nullable String domain) {
        if (domain == null)
            return CollectionName.normal(
                    collection == null ? engine.settings().vectorStore().collectionName() : collection);
        var own = engine.domains().named(domain).collection();
        if (collection != null && !collection.equals(own)) {
            throw new Failure("the domain '%s' has the collection '%s'; leave -c away".formatted(domain, own));
        }
        return own;
    }
}
