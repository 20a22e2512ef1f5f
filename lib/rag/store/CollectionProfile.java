package rag.store;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import rag.model.Failure;

/**
 * What people say of a collection; it may be there before its first document.
 *
 * @param displayName for people, "" for the name itself
 * @param description what it holds, so that a person or a model can choose it; "" when nobody said
 * @param keywords words of questions that belong here, 64 at most
 * @param paths files, folders and web addresses that are brought in step when none is named
 */
public record CollectionProfile(
        String name, String displayName, String description, List<String> keywords, List<String> paths) {

    private static final int MOST_KEYWORDS = 64;
    private static final int LONGEST_KEYWORD = 80;

    public CollectionProfile {
        Objects.requireNonNull(displayName);
        Objects.requireNonNull(description);
        keywords = clean(keywords);
        paths = clean(paths);
        if (keywords.size() > MOST_KEYWORDS) {
            throw new Failure("a collection has at most %d keywords, not %d".formatted(MOST_KEYWORDS, keywords.size()));
        }
        for (var keyword : keywords) {
            if (keyword.length() > LONGEST_KEYWORD) {
                throw new Failure("a keyword has at most %d characters: %s".formatted(LONGEST_KEYWORD, keyword));
            }
        }
    }

    public static CollectionProfile of(String name) {
        return new CollectionProfile(name, "", "", List.of(), List.of());
    }

    /** The same of another name. */
    public CollectionProfile named(String other) {
        return new CollectionProfile(other, displayName, description, keywords, paths);
    }

    private static List<String> clean(List<String> given) {
        var kept = new LinkedHashSet<String>();
        for (var one : given) if (!one.isBlank()) kept.add(one.strip());
        return List.copyOf(new ArrayList<>(kept));
    }
}
