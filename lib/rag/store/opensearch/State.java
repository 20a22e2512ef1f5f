package rag.store.opensearch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import rag.model.Fingerprint;

/**
 * What is published of a collection: one document that is written in one piece, which is the moment of a publication.
 * Chunks carry the number of the publication they came with; those up to {@code number} are published, but for those of
 * given-up numbers and of replaced versions.
 *
 * @param collection its name
 * @param index where the chunks are; "" before the first publication
 * @param shards parts of that index
 * @param number of the newest publication, from 1; 0 before the first
 * @param claimed the highest number that a writer has taken: who takes one knows that nobody else has it
 * @param gaps numbers up to {@code claimed} that were taken and never published
 * @param seq of the publication in the journal of who wrote it
 * @param writer a random word of who wrote this: two who took the same number at once would write the same state
 * @param lineage a random word, the same as long as the collection is not dropped
 * @param swept the newest publication whose replaced versions are being removed: what reads an older one may miss some
 * @param replaced versions that are no longer published, until they are removed
 * @param stale documents of which an older version answers
 * @param old indexes that are to be removed: replaced ones, and one that a rewriter builds until it is published
 */
record State(
        String collection,
        String index,
        int shards,
        long number,
        long claimed,
        List<Gap> gaps,
        long seq,
        Fingerprint fingerprint,
        String writer,
        String lineage,
        long swept,
        List<Replaced> replaced,
        Set<String> stale,
        List<Old> old) {

    /** A number that was taken and never published. @param at milliseconds of the clock */
    record Gap(long number, long at) {}

    /** Versions that a publication replaced. @param versions as {@link Row#version} writes them */
    record Replaced(long number, long at, List<String> versions) {}

    /** An index to be removed. */
    record Old(String index, long at) {}

    static State none(String collection, Fingerprint fingerprint, String lineage) {
        return new State(
                collection, "", 0, 0, 0, List.of(), 0, fingerprint, "", lineage, 0, List.of(), Set.of(), List.of());
    }

    /** The values of the next state, at first those of one that is there; {@link State} says what each is. */
    static final class Draft {

        String index;
        int shards;
        long number;
        long claimed;
        List<Gap> gaps;
        long seq;
        Fingerprint fingerprint;
        String writer;
        String lineage;
        long swept;
        List<Replaced> replaced;
        Set<String> stale;
        List<Old> old;

        private Draft(State state) {
            index = state.index;
            shards = state.shards;
            number = state.number;
            claimed = state.claimed;
            gaps = state.gaps;
            seq = state.seq;
            fingerprint = state.fingerprint;
            writer = state.writer;
            lineage = state.lineage;
            swept = state.swept;
            replaced = state.replaced;
            stale = state.stale;
            old = state.old;
        }
    }

    /** The same with changes. */
    State with(Consumer<Draft> changes) {
        var next = new Draft(this);
        changes.accept(next);
        return new State(
                collection,
                next.index,
                next.shards,
                next.number,
                next.claimed,
                List.copyOf(next.gaps),
                next.seq,
                next.fingerprint,
                next.writer,
                next.lineage,
                next.swept,
                List.copyOf(next.replaced),
                next.stale,
                List.copyOf(next.old));
    }

    boolean published() {
        return number > 0;
    }

    /** Nothing is published any more, and its index is to be removed; the next one of its name is another. */
    State dropped(String lineage, long now) {
        return none(collection, fingerprint, lineage).with(next -> {
            next.claimed = claimed;
            next.writer = lineage;
            next.old = new ArrayList<>(old);
            if (published()) next.old.add(new Old(index, now));
        });
    }

    Stream<String> versionsReplaced() {
        return replaced.stream().flatMap(each -> each.versions().stream());
    }
}
