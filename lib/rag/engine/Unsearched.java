package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import rag.engine.Routing.Choice;
import rag.model.Chunk;
import rag.trace.Trace;

/** Finds a passage in the collections that {@link Router} did not send a question to, and says why it did not. */
final class Unsearched {

    private Unsearched() {}

    /**
     * Empty where the question's collections were no choice of the router, or the others do not have the passage either.
     *
     * @param nearly whether a passage will do that only holds most of the words
     */
    static Optional<Explanation> find(Engine engine, SearchRun run, Wanted wanted, boolean nearly) throws IOException {
        var routing = run.trace().stages().stream()
                .filter(stage -> stage.stage().equals("routing"))
                .reduce((earlier, later) -> later);
        if (routing.isEmpty()) return Optional.empty();
        var searched = run.answer().collections();
        var found = new ArrayList<Chunk>();
        for (var name : engine.store().collections()) {
            if (searched.contains(name)) continue;
            try (var scope = Scope.open(engine.store(), List.of(name))) {
                for (var group : scope.groups())
                    found.addAll(group.reader().find(wanted.text(), Explanation.MOST_OTHERS));
            } catch (IOException | RuntimeException e) {
                // a damaged collection must not hide what the others tell; who names it with -c sees why
            }
        }
        return found.stream()
                .filter(wanted::names)
                .findFirst()
                .or(() -> found.stream().filter(wanted::quotes).findFirst())
                .or(() -> nearly ? found.stream().findFirst() : Optional.empty())
                .map(chunk -> told(chunk, run, routing.get()));
    }

    private static Explanation told(Chunk chunk, SearchRun run, Trace.Stage routing) {
        var name = chunk.collection();
        var ranked = routing.data().get("collections") instanceof List<?> all ? all : List.of();
        var followed = new Followed(chunk, List.of(), Places.NONE);
        for (int i = 0; i < ranked.size(); i++) {
            if (!(ranked.get(i) instanceof Choice choice)
                    || !choice.collection().equals(name)) continue;
            return followed.at(
                    "routing",
                    String.format(
                            Locale.ROOT,
                            "its collection %s was not chosen: %d of %d with %.2f (by meaning %s, words %.2f, what is"
                                    + " said of it %.2f); searched was %s, since %s",
                            name,
                            i + 1,
                            ranked.size(),
                            choice.score(),
                            choice.meaning() == null ? "-" : String.format(Locale.ROOT, "%.2f", choice.meaning()),
                            choice.words(),
                            choice.profile(),
                            String.join(", ", run.answer().collections()),
                            routing.data().get("reason")),
                    List.of("name its collection: -c " + name));
        }
        var failed = run.answer().notes().stream()
                .filter(note -> note.startsWith("collection '" + name + "' was left out"))
                .findFirst();
        return followed.at(
                "routing",
                failed.orElseGet(() -> "its collection %s was not searched: %s"
                        .formatted(name, routing.data().get("understood"))),
                List.of("name its collection: -c " + name));
    }
}
