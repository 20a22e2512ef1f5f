package rag.cli;

import java.util.ArrayList;
import java.util.List;
import rag.engine.Reembedding;
import rag.store.CollectionCounts;
import rag.store.Effect;
import rag.text.Counted;

/** What was removed, renamed or embedded anew, in lines for a terminal. */
public final class MaintenanceText {

    private MaintenanceText() {}

    public static List<String> deleted(List<Effect> effects) {
        return effects.stream()
                .map(e -> "deleted %s: %s with vectors, %s"
                        .formatted(
                                e.row().source(),
                                Counted.of(e.chunksBefore(), "chunk"),
                                Counted.of(e.imagesBefore(), "image")))
                .toList();
    }

    public static List<String> cleared(String name, CollectionCounts lost) {
        return List.of("cleared %s: %s, %s with vectors, %s"
                .formatted(
                        name,
                        Counted.of(lost.total(), "document"),
                        Counted.of(lost.chunks(), "chunk"),
                        Counted.of(lost.images(), "image")));
    }

    public static List<String> renamed(String old, String name, CollectionCounts counts) {
        return List.of("%s is %s now: %s, %s"
                .formatted(old, name, Counted.of(counts.total(), "document"), Counted.of(counts.chunks(), "chunk")));
    }

    public static List<String> embedded(Reembedding.Done done) {
        if (done.documents() == 0 && done.before().equals(done.after())) {
            return List.of("nothing to do: " + done.collection() + " has this model; --force embeds all the same");
        }
        var lines = new ArrayList<String>();
        lines.add("%s: %s, %s"
                .formatted(
                        done.collection(),
                        Counted.of(done.documents(), "document"),
                        Counted.of(done.chunks(), "chunk")));
        lines.addAll(Columns.wrap("was ", "" + done.before(), SafeOutput.WIDTH));
        lines.addAll(Columns.wrap("is  ", "" + done.after(), SafeOutput.WIDTH));
        return lines;
    }
}
