package rag.engine;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;
import rag.model.Query;

/**
 * A question to a domain.
 *
 * @param query its collections are left to the domain
 * @param asOf the business date on which documents must hold; null means today
 * @param includeExpired also documents that had expired by then
 * @param includeSuperseded also documents with a newer version
 */
public record DomainQuery(Query query, @Nullable LocalDate asOf, boolean includeExpired, boolean includeSuperseded) {

    public DomainQuery {
        if (asOf != null && (asOf.getYear() < 1 || asOf.getYear() > 9999)) {
            throw new Failure("as_of must be a date such as 2026-01-31, not " + asOf);
        }
    }
}
