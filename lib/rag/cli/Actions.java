package rag.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import rag.model.Failure;

/**
 * What a script does: its usual work, or what an option asks for instead. Each heeds some options; one that would be
 * silently ignored is refused. Options go by their longest names,
 * and words without one by their label.
 */
public final class Actions {

    /** @param asked options that ask for it; none for the usual work */
    private record Action(String name, List<String> asked, Set<String> heeded) {

        boolean takes(String option) {
            return asked.contains(option) || heeded.contains(option);
        }
    }

    private final List<Action> actions;

    private Actions(List<Action> actions) {
        this.actions = List.copyOf(actions);
    }

    /** The work of a script that nothing else is asked of. @param name what it is called in a message */
    public static Actions usual(String name, String... heeded) {
        return new Actions(List.of(new Action(name, List.of(), Set.of(heeded))));
    }

    /** And what an option asks for. */
    public Actions or(String asked, String... heeded) {
        return or(List.of(asked), heeded);
    }

    /** And what any of several options asks for. */
    public Actions or(List<String> asked, String... heeded) {
        return with(new Action(asked.getFirst(), List.copyOf(asked), Set.of(heeded)));
    }

    private Actions with(Action action) {
        var all = new ArrayList<>(actions);
        all.add(action);
        return new Actions(all);
    }

    /** The same with options that all of them heed. */
    public Actions all(String... heeded) {
        return new Actions(actions.stream()
                .map(action -> {
                    var more = new HashSet<>(action.heeded());
                    more.addAll(List.of(heeded));
                    return new Action(action.name(), action.asked(), Set.copyOf(more));
                })
                .toList());
    }

    /**
     * Refuses what does not go together.
     *
     * @param given the options on the command line
     * @throws Failure that says what the option goes with
     */
    public void check(Collection<String> given) {
        var asked = actions.stream()
                .filter(action -> given.stream().anyMatch(action.asked()::contains))
                .toList();
        if (asked.size() > 1) {
            throw new Failure("%s are one at a time"
                    .formatted(and(asked.stream().map(Action::name).toList())));
        }
        var chosen = asked.isEmpty() ? actions.getFirst() : asked.getFirst();
        for (var option : given) {
            if (chosen.takes(option)) continue;
            var others = and(actions.stream()
                    .filter(action -> action.takes(option))
                    .map(Action::name)
                    .toList());
            throw new Failure(
                    asked.isEmpty()
                            ? "%s goes with %s".formatted(option, others)
                            : "%s does not go with %s; it goes with %s".formatted(option, chosen.name(), others));
        }
    }

    private static String and(List<String> names) {
        if (names.isEmpty()) throw new IllegalStateException("an option that nothing heeds");
        if (names.size() == 1) return names.getFirst();
        return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
    }
}
