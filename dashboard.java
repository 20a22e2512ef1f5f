///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Shows in a browser what the knowledge base holds, and why each passage was found, moved or lost.
//SOURCES lib/pipeline.java lib/eval.java lib/web.java
//TRAIN --config "$settings" --data "$data" --check --bring-in "$documents/incidents"
//RUNTIME_OPTIONS -Xmx1g -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=20
//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1 -Djdk.reflect.useNativeAccessorOnly=true

import java.awt.Desktop;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rag.cli.Actions;
import rag.cli.CommonOptions;
import rag.cli.Interruption;
import rag.cli.Script;
import rag.config.Json;
import rag.engine.Ingestion;
import rag.text.Counted;
import rag.web.Dashboard;

@Command(
        name = "dashboard",
        mixinStandardHelpOptions = true,
        versionProvider = Script.Version.class,
        description =
                "Shows in a browser what the knowledge base holds, and why each passage was found, moved or lost.",
        footer = {"", "Example: " + rag.config.Command.LAUNCHER + "dashboard.java --open"})
class dashboard implements Callable<Integer> {

    @Mixin
    CommonOptions common;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8501",
            description = "Port; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            defaultValue = "localhost",
            description = "Where to listen; anything but this machine's own lets others read all (default:"
                    + " ${DEFAULT-VALUE}).")
    String host;

    @Option(names = "--open", description = "Open it in the browser.")
    boolean open;

    @Option(
            names = "--check",
            description = "Open every page once, say what each took, and end: 1 when one fails. Takes a free port.")
    boolean check;

    @Option(
            names = "--bring-in",
            paramLabel = "FOLDER",
            description = "With --check: first ingest this folder and ask something of it, by the pages' forms.")
    @Nullable
    Path folder;

    private static final Actions ACTIONS =
            Actions.usual("the pages themselves", "--port", "--host", "--open").or("--check", "--bring-in");

    static void main(String... args) {
        Ingestion.loadAhead();
        Script.run(new dashboard(), args);
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        ACTIONS.check(common.given());
        if (check) return check();
        try (var interruption = new Interruption();
                var engine = common.engine();
                var dashboard = Dashboard.start(engine, host, port)) {
            var address = dashboard.address();
            System.out.println(common.json() ? Json.line(java.util.Map.of("url", address)) : "Dashboard: " + address);
            System.out.flush();
            dashboard.warm();
            if (!dashboard.isPrivate()) {
                System.err.println("Anybody who reaches this machine can read and change everything here.");
            }
            if (open) open(address);
            interruption.await();
            return 0;
        }
    }

    private int check() throws IOException {
        try (var engine = common.engine();
                var dashboard = Dashboard.start(engine, "localhost", 0)) {
            if (folder != null) dashboard.bringIn(folder);
            var visits = dashboard.visit();
            if (common.json()) System.out.println(Json.pretty(visits));
            else visits.forEach(visit -> System.out.println(visit.line()));
            System.out.flush();
            long bad = visits.stream().filter(visit -> !visit.good()).count();
            System.err.printf("%s opened, %d failed%n", Counted.of(visits.size(), "page"), bad);
            return bad == 0 ? 0 : 1;
        }
    }

    private static void open(URI address) {
        try {
            if (Desktop.isDesktopSupported() && Desktop.getDesktop().isSupported(Desktop.Action.BROWSE)) {
                Desktop.getDesktop().browse(address);
                return;
            }
            new ProcessBuilder(List.of("xdg-open", address.toString())).start();
        } catch (IOException | RuntimeException e) {
            System.err.println("No browser could be opened (" + e.getMessage() + "); open " + address + " yourself.");
        }
    }
}
