package rag.cli;

import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rag.engine.DomainQuery;
import rag.engine.DomainSearch;
import rag.engine.Engine;
import rag.model.Failure;
import rag.model.FieldType;
import rag.model.Query;

/** The options by which a question keeps to the rules of a domain. */
public final class DomainOptions {

    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description = "Ask the collection of this domain profile, by its rules.")
    @Nullable
    String domain;

    @Option(
            names = "--as-of",
            paramLabel = "DATE",
            description = "Day on which documents must be valid; default: today.")
    @Nullable
    String asOf;

    @Option(names = "--include-expired", description = "Also documents that are not valid any more, or not yet.")
    boolean includeExpired;

    @Option(names = "--include-superseded", description = "Also documents with a newer version.")
    boolean includeSuperseded;

    @Nullable
    public String domain() {
        return domain;
    }

    /** The search of the domain that is named; empty when none is. */
    public Optional<DomainSearch> search(Engine engine) {
        if (domain != null) {
            var named = engine.domains().named(domain);
            if ((asOf != null || includeExpired) && named.validity() == null)
                throw new Failure(
                        "the domain '%s' knows no days of validity: --as-of and --include-expired mean nothing in it"
                                .formatted(domain));
            if (includeSuperseded && named.versions() == null)
                throw new Failure("the domain '%s' knows no versions: --include-superseded means nothing in it"
                        .formatted(domain));
            return Optional.of(new DomainSearch(engine, named));
        }
        if (asOf != null || includeExpired || includeSuperseded) {
            throw new Failure("--as-of, --include-expired and --include-superseded need --domain");
        }
        return Optional.empty();
    }

    public DomainQuery query(Query query) {
        return new DomainQuery(query, day(), includeExpired, includeSuperseded);
    }

    private @Nullable LocalDate day() {
        if (asOf == null) return null;
        return FieldType.day(asOf)
                .orElseThrow(() -> new Failure("--as-of must be a date such as 2026-01-31, not '" + asOf + "'"));
    }
}
