package rag.store.opensearch;

import java.util.List;
import java.util.Set;
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

    boolean published() {
        return number > 0;
    }

    /** With the next number taken. */
    State claim(String writer, long number, List<Gap> gaps, List<Old> old) {
        return new State(
                collection,
                index,
                shards,
                this.number,
                number,
                gaps,
                seq,
                fingerprint,
                writer,
                lineage,
                swept,
                replaced,
                stale,
                old);
    }

    /** Without indexes that are removed. */
    State without(List<Old> removed) {
        var left = old.stream().filter(each -> !removed.contains(each)).toList();
        return new State(
                collection,
                index,
                shards,
                number,
                claimed,
                gaps,
                seq,
                fingerprint,
                writer,
                lineage,
                swept,
                replaced,
                stale,
                left);
    }

    Stream<String> versionsReplaced() {
        return replaced.stream().flatMap(each -> each.versions().stream());
    }
}
