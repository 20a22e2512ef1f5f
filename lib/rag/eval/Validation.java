package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import rag.engine.Engine;
import rag.model.Failure;
import rag.text.Counted;

/**
 * A test set looked at without asking it.
 *
 * @param answerable cases with truth
 * @param unanswerable cases that say that there is no answer
 * @param chunkTruth cases that expect passages by id; sourceTruth and evidenceTruth likewise
 * @param checked the collection that the truth was looked up in, "" when there is none of that name
 */
public record Validation(
        String testSet,
        String version,
        int cases,
        int answerable,
        int unanswerable,
        int chunkTruth,
        int sourceTruth,
        int evidenceTruth,
        String checked,
        List<String> warnings,
        List<Problem> problems) {

    /** Also looks up what the cases expect, when the collection is there. */
    public static Validation of(Engine engine, TestSet set, String collection) {
        var cases = set.golden().cases();
        var warnings = new ArrayList<>(set.golden().warnings());
        var problems = new ArrayList<Problem>();
        var checked = "";
        var corpus = set.corpus();
        if (corpus != null) {
            corpus.qrels()
                    .forEach((query, grades) -> grades.keySet().stream()
                            .filter(id -> !corpus.corpus().containsKey(id))
                            .forEach(id -> problems.add(
                                    new Problem(query, "unknown_source", "no document " + id + " in the corpus"))));
            checked = corpus.name();
        } else {
            var byCollection = cases.stream()
                    .collect(Collectors.groupingBy(
                            test -> Objects.requireNonNullElse(test.collection(), collection),
                            LinkedHashMap::new,
                            Collectors.toList()));
            var known = new ArrayList<String>();
            byCollection.forEach((name, tests) -> {
                try (var finder = new TruthFinder(engine, name)) {
                    for (var test : tests) finder.find(test);
                    problems.addAll(finder.problems());
                    known.add(name);
                } catch (Failure e) {
                    warnings.add("the truth in '%s' is not looked up: %s".formatted(name, e.getMessage()));
                }
            });
            checked = String.join(", ", known);
        }
        return new Validation(
                set.golden().name(),
                set.golden().version(),
                cases.size(),
                (int) cases.stream().filter(GoldenSet.Case::hasTruth).count(),
                (int) cases.stream().filter(GoldenSet.Case::unanswerable).count(),
                (int) cases.stream().filter(c -> !c.chunkIds().isEmpty()).count(),
                (int) cases.stream().filter(c -> !c.sources().isEmpty()).count(),
                (int) cases.stream().filter(c -> !c.evidence().isEmpty()).count(),
                checked,
                warnings,
                problems);
    }

    public List<String> lines() {
        var lines = new ArrayList<String>();
        EvaluationText.wrap(
                "%s %s: %s, %d with truth (%d by evidence, %d by source, %d by passage), %d unanswerable"
                        .formatted(
                                testSet,
                                version,
                                Counted.of(cases, "case"),
                                answerable,
                                evidenceTruth,
                                sourceTruth,
                                chunkTruth,
                                unanswerable),
                lines);
        for (var warning : warnings) EvaluationText.wrap("! " + warning, lines);
        if (!checked.isEmpty() && problems.isEmpty()) lines.add("All that is expected there is in " + checked + ".");
        EvaluationText.problems(problems, lines);
        return lines;
    }
}
