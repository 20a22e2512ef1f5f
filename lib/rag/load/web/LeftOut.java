package rag.load.web;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a walk through a site did not take, and why, in words for a person. */
final class LeftOut {

    /** Addresses that lead to other hosts. */
    final Set<String> elsewhere = new LinkedHashSet<>();

    /** The site's own lists of pages that could not be read, with the reason. */
    final List<String> lists = new ArrayList<>();

    int forbidden;
    int copies;
    int unwanted;
    private int twins;
    private String twin = "";

    /** A link to the other name of the host, which may be the same site, may be another. */
    void twin(String url) {
        twins++;
        twin = WebAddress.host(url);
    }

    int addresses() {
        return forbidden + unwanted + elsewhere.size();
    }

    List<String> notes() {
        var notes = new ArrayList<String>();
        if (forbidden > 0) notes.add(forbidden + " addresses were left out, since robots.txt forbids them");
        if (unwanted > 0) notes.add(unwanted + " pages ask not to be kept");
        if (copies > 0) notes.add(copies + " addresses show what another shows");
        if (!elsewhere.isEmpty()) {
            notes.add("%d addresses lead to other hosts and were not followed: %s"
                    .formatted(elsewhere.size(), first(elsewhere)));
        }
        if (twins > 0) notes.add("%d links lead to %s: start there to have their pages".formatted(twins, twin));
        if (!lists.isEmpty()) {
            notes.add("%d of the site's own lists of pages were not read: %s".formatted(lists.size(), first(lists)));
        }
        return notes;
    }

    private static String first(Collection<String> all) {
        return String.join(", ", all.stream().limit(3).toList());
    }
}
