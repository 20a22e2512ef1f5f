package rag.engine;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import rag.engine.Standing.State;
import rag.model.Chunk;
import rag.model.Domain;
import rag.model.FieldType;
import rag.model.Revision;

/** Judges documents by the rules of a domain on one day: validity by its dates, versions by each other. */
final class Standings {

    /** The version of a group that is in force. @param place what to compare versions by */
    private record Newest(Revision place, String value, String source) {}

    private final Domain domain;
    private final LocalDate day;
    private final Map<List<String>, Newest> newest = new HashMap<>();

    /** @param documents a chunk of every document that versions are compared among */
    Standings(Domain domain, LocalDate day, List<Chunk> documents) {
        this.domain = domain;
        this.day = day;
        if (domain.versions() == null) return;
        for (var document : documents) {
            var group = group(document);
            var place = place(document);
            if (group.isEmpty() || place.isEmpty()) continue;
            if (begun(document).state() == State.NOT_YET_VALID) continue; // what comes later supersedes nothing today
            var now = new Newest(place.get(), version(document), document.source());
            newest.merge(group.get(), now, (old, other) -> other.place.compareTo(old.place) > 0 ? other : old);
        }
    }

    Standing of(Chunk document) {
        return validity(document).and(versions(document));
    }

    boolean superseded(Chunk document) {
        return versions(document).state() == State.SUPERSEDED;
    }

    private Standing validity(Chunk document) {
        return begun(document).and(ended(document));
    }

    /** A document that does not say when it begins has begun. */
    Standing begun(Chunk document) {
        var key = domain.validity() == null ? "" : domain.validity().from();
        var value = document.metadata().get(key);
        if (value == null) return new Standing(State.VALID, "");
        var from = FieldType.day(value.toString());
        if (from.isEmpty()) return unreadable(key, value);
        return from.get().isAfter(day)
                ? new Standing(State.NOT_YET_VALID, "valid from %s, after %s".formatted(from.get(), day))
                : new Standing(State.VALID, "");
    }

    Standing ended(Chunk document) {
        var key = domain.validity() == null ? "" : domain.validity().until();
        if (key.isEmpty()) return new Standing(State.VALID, "");
        var value = document.metadata().get(key);
        if (value == null) return new Standing(State.NEEDS_REVIEW, "no " + key);
        var until = FieldType.day(value.toString());
        if (until.isEmpty()) return unreadable(key, value);
        return until.get().isBefore(day)
                ? new Standing(State.EXPIRED, "valid until %s, before %s".formatted(until.get(), day))
                : new Standing(State.VALID, "valid until " + until.get());
    }

    private static Standing unreadable(String key, Object value) {
        return new Standing(State.NEEDS_REVIEW, "%s '%s' is no date".formatted(key, value));
    }

    Standing versions(Chunk document) {
        var rule = domain.versions();
        if (rule == null) return new Standing(State.VALID, "");
        var group = group(document);
        var place = place(document);
        if (group.isEmpty() || place.isEmpty()) {
            return new Standing(
                    State.NEEDS_REVIEW,
                    "without a readable %s it can't be said whether it is the newest"
                            .formatted(group.isEmpty() ? String.join(", ", rule.of()) : rule.newest()));
        }
        var best = newest.get(group.get());
        if (best == null || best.place.compareTo(place.get()) <= 0) {
            return new Standing(State.VALID, "newest %s, %s".formatted(rule.newest(), version(document)));
        }
        return new Standing(
                State.SUPERSEDED,
                "%s %s; the newest is %s (%s)"
                        .formatted(
                                rule.newest(),
                                version(document),
                                best.value,
                                Path.of(best.source).getFileName()));
    }

    private String version(Chunk document) {
        var rule = domain.versions();
        return rule == null ? "" : "" + rule.value(rule.newest(), document.metadata(), document.source());
    }

    /** What a document agrees in with its other versions; empty when a part of it is missing. */
    private Optional<List<String>> group(Chunk document) {
        var group = new ArrayList<String>();
        var rule = domain.versions();
        if (rule == null) return Optional.empty();
        for (var key : rule.of()) {
            var value = rule.value(key, document.metadata(), document.source());
            if (value == null) return Optional.empty();
            group.add(value.toString().strip().toLowerCase(Locale.ROOT));
        }
        return Optional.of(group);
    }

    /** A field of type number holds numbers, where 1.10 is 1.1; one of type text versions, where 1.10 comes after 1.9. */
    private Optional<Revision> place(Chunk document) {
        var rule = domain.versions();
        if (rule == null) return Optional.empty();
        var version = version(document);
        var field = domain.fields().get(rule.newest());
        if (field != null && field.type() == FieldType.TEXT) return Revision.of(version);
        return FieldType.day(version)
                .map(date -> BigDecimal.valueOf(date.toEpochDay()))
                .or(() -> FieldType.number(version))
                .map(Revision::of);
    }
}
