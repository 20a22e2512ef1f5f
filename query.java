///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Finds the passages that answer a question, and shows how they were found.
//SOURCES lib/pipeline.java
//TRAIN --config "$settings" --data "$data" --path "$documents/incidents" -v "Why did the dome shutter stop at 61 %?"
//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1 -Djdk.reflect.useNativeAccessorOnly=true

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rag.cli.Actions;
import rag.cli.CollectionOption;
import rag.cli.CommonOptions;
import rag.cli.CrawlOptions;
import rag.cli.DomainOptions;
import rag.cli.ExplainReport;
import rag.cli.QueryReport;
import rag.cli.SafeOutput;
import rag.cli.Script;
import rag.cli.Sync;
import rag.cli.TraceReport;
import rag.config.Json;
import rag.engine.DomainAnswer;
import rag.engine.Engine;
import rag.engine.Explain;
import rag.engine.Labels;
import rag.engine.Learning;
import rag.engine.Search;
import rag.engine.SearchRun;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Hyde;
import rag.model.Mode;
import rag.model.Query;
import rag.retrieve.FilterText;

@Command(
        name = "query",
        mixinStandardHelpOptions = true,
        versionProvider = Script.Version.class,
        description = "Finds the passages that answer a question, and shows how they were found.",
        footer = {
            "",
            "Example: " + rag.config.Command.LAUNCHER + "query.java --path docs \"how long is a ticket valid?\""
        })
class query implements Callable<Integer> {

    @Mixin
    CommonOptions common;

    @Mixin
    DomainOptions domain;

    @Parameters(arity = "0..*", paramLabel = "QUESTION", description = "The question; several words need no quotes.")
    List<String> words = List.of();

    @Option(
            names = {"-q", "--query"},
            paramLabel = "QUESTION",
            description = "The question.")
    @Nullable
    String question;

    @Option(
            names = {"-p", "--path"},
            paramLabel = "PATH",
            description = "Bring the collection in step with this file, folder or web address first; repeatable.")
    List<String> paths = List.of();

    @Mixin
    CrawlOptions crawl;

    @Option(
            names = {"-c", "--collection"},
            paramLabel = "NAME",
            description = "Where to look; repeatable. Default: the domain's, else the setting.")
    List<String> collections = List.of();

    @Option(
            names = "--top-k",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many passages (default: ${DEFAULT-VALUE}).")
    int topK;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "hybrid, dense, sparse, or auto. Default: the setting.")
    @Nullable
    Mode mode;

    @Option(
            names = "--no-rerank",
            description = "Skip the reranker that the settings enable, and keep the order of the fused routes.")
    boolean noRerank;

    @Option(names = "--hyde", description = "Let the language model write a passage for the dense route to look for.")
    boolean hyde;

    @Option(
            names = "--filter",
            paramLabel = "KEY=VALUE",
            description = "Only passages with this value; also KEY=A,B, KEY=PRE*, KEY>=LOW, KEY<=HIGH, KEY=LOW..HIGH,"
                    + " KEY!=VALUE; repeatable.")
    List<String> filters = List.of();

    @Option(
            names = "--expand",
            paramLabel = "N",
            defaultValue = "0",
            description = "Show 0 to 3 neighbours of each passage.")
    int expand;

    @Option(names = "--full", description = "Show passages whole.")
    boolean full;

    @Option(names = "--explain", paramLabel = "TEXT_OR_ID", description = "Why this passage was or was not returned.")
    @Nullable
    String explain;

    @Option(names = "--interactive", description = "Ask again and again.")
    boolean interactive;

    private static final Actions ACTIONS = Actions.usual("an answer", "--full", "--expand")
            .or("--explain")
            .all(
                    "QUESTION",
                    "--query",
                    "--path",
                    "--crawl",
                    "--max-pages",
                    "--collection",
                    "--domain",
                    "--as-of",
                    "--include-expired",
                    "--include-superseded",
                    "--top-k",
                    "--mode",
                    "--no-rerank",
                    "--hyde",
                    "--filter",
                    "--interactive");

    /** With nothing but these a collection is brought in step, and nothing is asked. */
    private static final Set<String> SYNC = Set.of("--path", "--crawl", "--max-pages", "--collection", "--domain");

    static void main(String... args) {
        Script.run(new query(), args);
    }

    @Override
    public Integer call() {
        var given = common.given();
        ACTIONS.check(given);
        if (question != null && !words.isEmpty())
            throw new Failure("the question stands twice: by --query, and as the words " + String.join(" ", words));
        boolean asks = paths.isEmpty() || !SYNC.containsAll(given);
        var asked = question == null ? String.join(" ", words) : question;
        if (asks && !interactive) plain(asked); // what can't be asked is told before anything is read
        if (interactive && common.json()) throw new Failure("--interactive and --json do not go together");
        try (var engine = common.engine()) {
            var synced = Sync.run(engine, paths.isEmpty() ? List.of() : collections(engine), paths, crawl);
            if (!asks) {
                if (common.json()) System.out.println(Json.pretty(synced.json()));
                return synced.code();
            }
            if (interactive) converse(engine, asked);
            else answer(engine, asked);
            return synced.code() == 0 ? 0 : Failure.SOME_FAILED;
        }
    }

    private void converse(Engine engine, String first) {
        if (!first.isBlank()) answer(engine, first);
        var in = new Scanner(System.in, StandardCharsets.UTF_8);
        for (prompt(); in.hasNextLine(); prompt()) {
            var line = in.nextLine().strip();
            if (line.equals("exit") || line.equals("quit")) break;
            if (line.isEmpty()) continue;
            try {
                answer(engine, line);
            } catch (Failure e) {
                System.err.println(e.getMessage());
            }
        }
    }

    private static void prompt() {
        System.out.flush();
        System.err.print("? ");
    }

    private Query plain(String text) {
        return new Query(text, collections, topK, mode, filter(), !noRerank, hyde ? Hyde.ALWAYS : null, expand, null);
    }

    private void answer(Engine engine, String text) {
        var plain = plain(text);
        var rules = domain.search(engine);
        if (explain != null) {
            var wanted = explain;
            var explained = rules.map(rule -> new Explain(engine).explain(rule, domain.query(plain), wanted))
                    .orElseGet(() -> new Explain(engine).explain(plain, wanted));
            if (common.json()) System.out.println(Json.pretty(explained));
            else SafeOutput.print(ExplainReport.lines(explained));
            return;
        }
        var run = new Search(engine)
                .run(rules.map(rule -> rule.query(domain.query(plain))).orElse(plain));
        Learning.from(engine, run);
        var ruled = rules.map(rule -> rule.answer(domain.query(plain), run));
        if (common.json()) {
            System.out.println(Json.pretty(json(run, ruled)));
            return;
        }
        if (common.verbose()) {
            var labels = new TraceReport(new Labels(engine, run.answer().collections())::of);
            SafeOutput.print(labels.lines(run.trace()));
        }
        var report = new QueryReport(Path.of("").toAbsolutePath(), full);
        SafeOutput.print(ruled.map(report::lines).orElseGet(() -> report.lines(run.answer())));
    }

    private Object json(SearchRun run, Optional<DomainAnswer> ruled) {
        if (ruled.isEmpty()) return common.verbose() ? run : run.answer();
        return common.verbose() ? Map.of("run", run, "answer", ruled.get()) : ruled.get();
    }

    private List<String> collections(Engine engine) {
        if (domain.domain() == null) return collections;
        return List.of(
                CollectionOption.one(engine, collections.isEmpty() ? null : collections.getFirst(), domain.domain()));
    }

    private Filter filter() {
        return new Filter(
                new ArrayList<>(filters.stream().map(FilterText::condition).toList()));
    }
}
