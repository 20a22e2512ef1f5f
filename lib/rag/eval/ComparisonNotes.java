package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import rag.text.Counted;

/** What makes two runs less comparable than they seem, or explains what came of it. */
final class ComparisonNotes {

    /** Two signs to the power of so many cases are more than 2 / 0.05. */
    private static final int ENOUGH = 6;

    private ComparisonNotes() {}

    static List<String> of(EvaluationReport before, EvaluationReport after, List<Comparison.Difference> compared) {
        var notes = new ArrayList<String>();
        if (!before.testSetHash().equals(after.testSetHash())) {
            notes.add("the test set has changed since: only cases with the same id are compared");
        }
        changed("the collection", before.collection(), after.collection(), notes);
        changed("the number of documents", before.documents(), after.documents(), notes);
        changed("top_k", before.topK(), after.topK(), notes);
        changed("the judge", before.judge(), after.judge(), notes);
        if (!before.builtWith().equals(after.builtWith()))
            notes.add("the collection was built with " + before.builtWith());
        settings(before, after, notes);
        lacked(before, "baseline", notes);
        lacked(after, "later run", notes);
        var keys = new LinkedHashSet<String>();
        for (var report : List.of(before, after)) report.metrics().forEach(m -> keys.add(m.key()));
        compared.forEach(d -> keys.remove(d.key()));
        if (!keys.isEmpty()) notes.add("measured in one of them alone, and not compared: " + String.join(", ", keys));
        int most = compared.stream().mapToInt(Comparison.Difference::n).max().orElse(0);
        if (most < ENOUGH)
            notes.add(
                    "%s are too few: no difference between them can have p < 0.05".formatted(Counted.of(most, "case")));
        return notes;
    }

    private static void changed(String what, Object before, Object after, List<String> notes) {
        if (!before.equals(after)) notes.add("%s was %s, now it is %s".formatted(what, shown(before), shown(after)));
    }

    private static String shown(Object value) {
        return value.equals("") ? "none" : "" + value;
    }

    private static void settings(EvaluationReport before, EvaluationReport after, List<String> notes) {
        var then = flat(before.settings());
        var now = flat(after.settings());
        now.forEach((key, value) -> {
            // A key that one of them does not know came or went with a version.
            if (then.containsKey(key)) changed(key, then.get(key), value, notes);
        });
    }

    private static Map<String, String> flat(Map<String, Object> sections) {
        var flat = new TreeMap<String, String>();
        sections.forEach((section, values) -> {
            if (values instanceof Map<?, ?> map) map.forEach((key, value) -> flat.put(section + "." + key, "" + value));
        });
        return flat;
    }

    private static void lacked(EvaluationReport report, String which, List<String> notes) {
        if (report.degraded() > 0)
            notes.add("%s of the %s lacked a stage".formatted(Counted.of(report.degraded(), "case"), which));
    }
}
