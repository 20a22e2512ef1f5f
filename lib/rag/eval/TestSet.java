package rag.eval;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.model.Filter;
import rag.model.Ids;

/**
 * What a run asks: a golden set over a collection, or a test collection that brings its own documents.
 *
 * @param corpus the test collection; null for a golden set
 */
public record TestSet(GoldenSet golden, @Nullable BeirSet corpus) {

    /** @param path a golden set, or a folder in BEIR's format; null takes the set that ships */
    public static TestSet read(@Nullable Path path) {
        if (path == null) return new TestSet(GoldenReader.shipped(), null);
        return Files.isDirectory(path) ? of(BeirSet.read(path)) : new TestSet(GoldenReader.read(path), null);
    }

    public boolean isShipped() {
        return corpus == null && golden.name().equals("examples");
    }

    /** The judged queries; a query of no text stays, and nothing is found by it. */
    public static TestSet of(BeirSet set) {
        var cases = new ArrayList<GoldenSet.Case>();
        var content = new StringBuilder();
        set.qrels().forEach((id, grades) -> {
            var query = set.queries().get(id);
            var text = query == null ? "" : query.text();
            content.append(id)
                    .append('\t')
                    .append(text)
                    .append('\t')
                    .append(grades)
                    .append('\n');
            cases.add(new GoldenSet.Case(
                    id, text, null, Filter.NONE, null, Map.of(), grades, List.of(), "", "", List.of()));
        });
        var hash =
                Ids.sha256(content.toString().getBytes(StandardCharsets.UTF_8)).substring(0, 16);
        return new TestSet(new GoldenSet(set.name(), "", "", hash, cases, List.of()), set);
    }
}
