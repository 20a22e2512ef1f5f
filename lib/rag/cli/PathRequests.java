package rag.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rag.engine.CrawlRequest;
import rag.engine.Crawling;
import rag.engine.Engine;
import rag.engine.IngestReport;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Jobs;
import rag.engine.Plan;
import rag.engine.Progress;
import rag.model.Failure;

/**
 * What to bring in step: all files and folders together, then each address by itself.
 *
 * @param files empty when there are only addresses
 */
public record PathRequests(Optional<IngestRequest> files, List<CrawlRequest> addresses) {

    public PathRequests {
        addresses = List.copyOf(addresses);
    }

    /** Paths as a person named them, told apart. */
    public record Named(List<Path> files, List<String> addresses) {

        /** @throws Failure for what can be no path here */
        public static Named of(List<String> named) {
            var files = new ArrayList<Path>();
            var addresses = new ArrayList<String>();
            for (var one : named) {
                if (CrawlRequest.isAddress(one)) addresses.add(one);
                else files.add(path(one));
            }
            return new Named(List.copyOf(files), List.copyOf(addresses));
        }

        private static Path path(String named) {
            try {
                return Path.of(named);
            } catch (InvalidPathException e) {
                throw new Failure("'%s' is no path: %s".formatted(named, e.getReason()), e);
            }
        }
    }

    /**
     * What was done.
     *
     * @param failed whether something could not even begin; it has been said on stderr
     */
    public record Done<T>(List<T> results, boolean failed) {}

    /** @param like all but the paths of each request @param pages most pages of each address */
    public static PathRequests of(Named named, IngestRequest like, int pages) {
        boolean none = named.files().isEmpty()
                && like.manifest() == null
                && !named.addresses().isEmpty();
        return new PathRequests(
                none ? Optional.empty() : Optional.of(like.of(named.files())),
                named.addresses().stream()
                        .map(address -> CrawlRequest.like(like, address, pages))
                        .toList());
    }

    /** Results as JSON: of several requests a list. */
    public Object json(List<?> results) {
        boolean one = (files.isPresent() ? 1 : 0) + addresses.size() == 1;
        return one ? results.getFirst() : results;
    }

    /** Does it all, visible to others; progress goes to stderr. */
    public Done<IngestReport> run(Engine engine, BooleanSupplier cancelled) {
        try (var jobs = new Jobs(engine)) {
            return each(
                    request -> shown(progress -> jobs.run(request, "cli", progress, cancelled)),
                    request -> shown(progress -> jobs.run(request, "cli", progress, cancelled)),
                    cancelled);
        }
    }

    /** What {@link #run} would do. */
    public Done<Plan> plan(Engine engine, BooleanSupplier cancelled) {
        return each(
                request -> shown(progress -> new Ingestion(engine).plan(request, progress)),
                request -> shown(progress -> new Crawling(engine).plan(request, progress, cancelled)),
                cancelled);
    }

    private static <T> T shown(Function<Progress, T> work) {
        try (var progress = new ProgressLine()) {
            return work.apply(progress);
        }
    }

    /** One that can't be done keeps no other from it; where none can, that is a failure. */
    private <T> Done<T> each(Function<IngestRequest, T> file, Function<CrawlRequest, T> page, BooleanSupplier stop) {
        var work = new ArrayList<Supplier<T>>();
        files.ifPresent(request -> work.add(() -> file.apply(request)));
        for (var request : addresses) work.add(() -> page.apply(request));
        var results = new ArrayList<T>();
        @Nullable Failure failure = null;
        for (var one : work) {
            if (stop.getAsBoolean() && !results.isEmpty()) break;
            try {
                results.add(one.get());
            } catch (Failure e) {
                if (failure != null) System.err.println(failure.getMessage());
                failure = e;
            }
        }
        if (failure != null && results.isEmpty()) throw failure;
        if (failure != null) System.err.println(failure.getMessage());
        return new Done<>(List.copyOf(results), failure != null);
    }
}
