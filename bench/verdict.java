///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures the verdict "weak": false alarms on a set's own questions, misses on the questions of another set.
//SOURCES ../lib/pipeline.java ../lib/eval.java

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rag.cli.CommonOptions;
import rag.cli.ProgressLine;
import rag.cli.Script;
import rag.engine.Engine;
import rag.engine.Search;
import rag.eval.BeirIndex;
import rag.eval.BeirSet;
import rag.model.Filter;
import rag.model.Query;
import rag.model.Verdict;

@Command(
        name = "verdict",
        mixinStandardHelpOptions = true,
        description =
                "Asks each set its own questions, which it answers, and those of the next set, which it does not.",
        footer = {"", "Example: bench/verdict.java --data bench-data sets/scifact sets/cranfield"})
class verdict implements Callable<Integer> {

    @Mixin
    CommonOptions common;

    @Parameters(arity = "2..*", paramLabel = "FOLDER", description = "BEIR folders of one language and many subjects.")
    List<Path> folders = List.of();

    @Option(names = "--queries", paramLabel = "N", defaultValue = "150", description = "At most N questions of a set.")
    int most;

    private int asked;
    private int alarms;
    private int strange;
    private int misses;

    static void main(String... args) {
        Script.run(new verdict(), args);
    }

    @Override
    public Integer call() {
        IO.println("%-14s %-14s %9s %13s %9s %7s"
                .formatted("texts", "strangers", "own", "false alarms", "strange", "misses"));
        try (var engine = common.engine()) {
            var sets = folders.stream().map(BeirSet::read).toList();
            for (int i = 0; i < sets.size(); i++) measure(engine, sets.get(i), sets.get((i + 1) % sets.size()));
        }
        line("all", "", asked, alarms, strange, misses);
        return 0;
    }

    private void measure(Engine engine, BeirSet set, BeirSet other) {
        try (var progress = new ProgressLine()) {
            BeirIndex.build(engine, set.name(), set, progress);
        }
        int own = Math.min(most, set.qrels().size()),
                others = Math.min(most, other.qrels().size());
        int weak = own - ok(engine, set, set), wrong = ok(engine, set, other);
        asked += own;
        alarms += weak;
        strange += others;
        misses += wrong;
        line(set.name(), other.name(), own, weak, others, wrong);
    }

    /** How many of a set's questions are answered "ok" by a collection. */
    private int ok(Engine engine, BeirSet texts, BeirSet questions) {
        var search = new Search(engine);
        return (int) questions.qrels().keySet().stream()
                .limit(most)
                .map(id -> questions.queries().get(id).text())
                .filter(text -> !text.isBlank())
                .map(text -> search.ask(new Query(text, List.of(texts.name()), 10, null, Filter.NONE, true, 0, null)))
                .filter(answer -> answer.verdict() == Verdict.OK)
                .count();
    }

    private static void line(String texts, String strangers, int own, int weak, int others, int wrong) {
        IO.println(String.format(
                Locale.ROOT,
                "%-14s %-14s %9d %6d %5.1f%% %9d %5d %4.1f%%",
                texts,
                strangers,
                own,
                weak,
                100.0 * weak / own,
                others,
                wrong,
                100.0 * wrong / others));
    }
}
