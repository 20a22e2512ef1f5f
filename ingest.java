///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Brings a collection in step with files, folders and web sites.
//SOURCES lib/pipeline.java
//TRAIN --config "$settings" --data "$data" "$documents/incidents" "$documents/reports" "$documents/code" "$documents/web"
//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1 -Djdk.reflect.useNativeAccessorOnly=true

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rag.cli.Actions;
import rag.cli.CollectionOption;
import rag.cli.Columns;
import rag.cli.CommonOptions;
import rag.cli.CrawlOptions;
import rag.cli.DescribeOptions;
import rag.cli.DryRun;
import rag.cli.Durations;
import rag.cli.IngestText;
import rag.cli.Interruption;
import rag.cli.MaintenanceText;
import rag.cli.PathRequests;
import rag.cli.ProgressLine;
import rag.cli.SafeOutput;
import rag.cli.Script;
import rag.cli.TransferOptions;
import rag.config.Json;
import rag.engine.Engine;
import rag.engine.IngestReport;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Maintenance;
import rag.engine.Reembedding;
import rag.engine.Watch;
import rag.model.Failure;

@Command(
        name = "ingest",
        mixinStandardHelpOptions = true,
        versionProvider = Script.Version.class,
        description = "Brings a collection in step with files, folders and web sites: reads what is new or changed, and"
                + " nothing else.",
        footer = {
            "",
            "Examples: " + rag.config.Command.LAUNCHER + "ingest.java --path docs",
            "  " + rag.config.Command.LAUNCHER + "ingest.java --crawl https://example.org/guide/"
        })
class ingest implements Callable<Integer> {

    @Mixin
    CommonOptions common;

    @Parameters(arity = "0..*", paramLabel = "PATH", description = "Files and folders, or the address of a web page.")
    List<String> named = List.of();

    @Option(
            names = {"-p", "--path"},
            paramLabel = "PATH",
            description = "A file or folder, or the address of a web page; repeatable.")
    List<String> paths = List.of();

    @Mixin
    CrawlOptions crawl;

    @Option(
            names = {"-c", "--collection"},
            paramLabel = "NAME",
            description = "The collection. Default: the setting.")
    @Nullable
    String collection;

    @Option(
            names = {"-f", "--force"},
            description = "Do all files again, known or not; with --reembed, also with the same model; with --move-to,"
                    + " replace what is there.")
    boolean force;

    @Option(
            names = "--manifest",
            paramLabel = "FILE.jsonl",
            description = "Metadata of every document, one JSON object a line; without --path, its documents' folders.")
    @Nullable
    Path manifest;

    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description = "Into the collection of this domain profile, by its rules.")
    @Nullable
    String domain;

    @Option(names = "--dry-run", description = "Only say what would be done.")
    boolean dryRun;

    @Option(names = "--prune", description = "Remove what left the folders.")
    boolean prune;

    @Option(names = "--watch", description = "Keep in step with the folders until Ctrl-C; prunes.")
    boolean watch;

    @Option(names = "--yes", description = "Do not ask back before much is removed.")
    boolean yes;

    @Option(names = "--workers", paramLabel = "N", description = "Documents at once. Default: the setting.")
    @Nullable
    Integer workers;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "0s",
            description = "How long to wait for another writer, such as 60s.")
    String wait;

    @Option(names = "--list", description = "Show the sources of the collection.")
    boolean list;

    @Option(names = "--delete", paramLabel = "SOURCE", description = "Remove one document; repeatable.")
    List<String> delete = List.of();

    @Option(
            names = "--reembed",
            description = "Embed the collection anew with the model of the settings, from its stored text.")
    boolean reembed;

    @Mixin
    DescribeOptions about;

    @Mixin
    TransferOptions transfer;

    @Option(names = "--clear", description = "Remove the collection; needs --yes.")
    boolean clear;

    private static final String[] READING = {
        "PATH", "--path", "--crawl", "--max-pages", "--force", "--manifest", "--prune", "--workers", "--yes"
    };

    private static final Actions ACTIONS = Actions.usual("the ingestion of paths", READING)
            .or("--dry-run", READING)
            .or("--import-chroma", READING)
            .or("--watch", "PATH", "--path", "--prune", "--workers", "--yes")
            .or("--list")
            .or("--delete")
            .or("--clear", "--yes")
            .or("--reembed", "--force", "--workers")
            .or("--rename")
            .or("--move-to", "--force")
            .or(List.of("--describe", "--display-name", "--keyword", "--default-path", "--forget-keywords"))
            .all("--collection", "--domain", "--wait"); // these ask for nothing by themselves

    private static final Duration COMPARE_EVERY =
            Duration.ofMinutes(5); // events get lost, folders on a network send none

    static void main(String... args) {
        Ingestion.loadAhead();
        Script.run(new ingest(), args);
    }

    @Override
    public Integer call() {
        ACTIONS.check(common.given());
        var all = new ArrayList<>(paths);
        all.addAll(named);
        try (var engine = common.engine(workers == null ? Map.of() : Map.of("ingestion.workers", workers.toString()))) {
            var name = CollectionOption.one(engine, collection, domain);
            var text = new IngestText(Path.of("").toAbsolutePath());
            var maintenance = new Maintenance(engine, Durations.parse(wait), "ingest.java");
            if (list) return print(maintenance.list(name), text.lines(maintenance.list(name)));
            if (!delete.isEmpty()) return delete(maintenance, name);
            if (clear) return clear(maintenance, name);
            if (reembed) return reembed(engine, name);
            if (transfer.given()) return transfer(engine, name);
            if (about.given()) return print(about.apply(maintenance, name), about.lines(maintenance, name));
            all.addAll(transfer.imported(engine, name));
            if (all.isEmpty() && manifest == null) all.addAll(DescribeOptions.paths(maintenance, name));
            var paths = PathRequests.Named.of(all);
            int pages = crawl.pages(paths);
            if (!paths.addresses().isEmpty() && (watch || manifest != null))
                throw new Failure("an address goes with neither --watch nor --manifest");
            var like = new IngestRequest(
                    name, List.of(), force, prune || watch, yes, Durations.parse(wait), "ingest.java", manifest);
            if (watch) return watch(engine, like.of(paths.files()), text);
            return ingest(engine, PathRequests.of(paths, like, pages), text);
        }
    }

    private int ingest(Engine engine, PathRequests requests, IngestText text) {
        return Interruption.until(cancelled -> {
            if (dryRun) {
                var plans = requests.plan(engine, cancelled);
                var would = plans.results().stream()
                        .map(plan -> DryRun.of(engine, plan))
                        .toList();
                print(requests, would, one -> text.lines(one.plan(), prune, one.forecast()));
                return plans.failed() ? Failure.SOME_FAILED : 0;
            }
            var reports = requests.run(engine, cancelled);
            print(requests, reports.results(), text::lines);
            return IngestText.exitCode(reports);
        });
    }

    private int watch(Engine engine, IngestRequest request, IngestText text) {
        if (common.json()) throw new Failure("--json does not go with --watch");
        if (request.paths().isEmpty()) throw new Failure("name the folders to watch: --path docs --watch");
        for (var path : request.paths()) {
            if (!Files.exists(path)) throw new Failure("there is no file or folder '" + path + "'");
        }
        System.err.println("watching; Ctrl-C ends it");
        try (var progress = new ProgressLine()) {
            var watch = new Watch(engine, request, COMPARE_EVERY, new Watch.Listener() {
                @Override
                public void ingested(IngestReport report) {
                    progress.close();
                    var time = LocalTime.now().truncatedTo(ChronoUnit.SECONDS) + " ";
                    SafeOutput.print(Columns.wrap(time, String.join("\n", text.lines(report)), SafeOutput.WIDTH));
                }

                @Override
                public void trouble(String words) {
                    progress.close();
                    System.err.println(words);
                }
            });
            return Interruption.until(stop -> {
                watch.run(progress, stop);
                return 0;
            });
        }
    }

    private int delete(Maintenance maintenance, String name) {
        var effects = maintenance.delete(name, delete);
        return print(effects, MaintenanceText.deleted(effects));
    }

    private int clear(Maintenance maintenance, String name) {
        if (!yes)
            throw new Failure("--clear removes all of collection '" + name + "'; if it is meant to go: "
                    + rag.config.Command.of("ingest", "--clear", "--yes", "-c", name));
        var lost = maintenance.clear(name);
        return print(lost, MaintenanceText.cleared(name, lost));
    }

    private int reembed(Engine engine, String name) {
        try (var progress = new ProgressLine()) {
            var done = new Reembedding(engine, Durations.parse(wait), "ingest.java").run(name, force, progress);
            progress.close();
            return print(done, MaintenanceText.embedded(done));
        }
    }

    private int transfer(Engine engine, String name) {
        try (var progress = new ProgressLine()) {
            boolean all = collection == null && domain == null;
            var done = transfer.apply(engine, common, name, all, force, Durations.parse(wait), progress);
            progress.close();
            return print(done.json(), done.lines());
        }
    }

    private <T> void print(PathRequests requests, List<T> results, Function<T, List<String>> lines) {
        print(
                requests.json(results),
                results.stream().flatMap(one -> lines.apply(one).stream()).toList());
    }

    private int print(Object json, List<String> lines) {
        if (common.json()) System.out.println(Json.pretty(json));
        else SafeOutput.print(lines);
        return 0;
    }
}
