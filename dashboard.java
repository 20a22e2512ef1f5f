///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Shows in a browser what the knowledge base holds, and why each passage was found, moved or lost.
//SOURCES lib/pipeline.java lib/eval.java lib/web.java
//RUNTIME_OPTIONS -Xmx1g -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=20

import java.awt.Desktop;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rag.cli.CommonOptions;
import rag.cli.Script;
import rag.config.Json;
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

    static void main(String... args) {
        Script.run(new dashboard(), args);
    }

    @Override
    public Integer call() throws InterruptedException {
        try (var engine = common.engine();
                var dashboard = Dashboard.start(engine, host, port)) {
            var address = dashboard.address();
            System.out.println(common.json() ? Json.line(java.util.Map.of("url", address)) : "Dashboard: " + address);
            System.out.flush();
            dashboard.warm();
            if (!dashboard.isPrivate()) {
                System.err.println("Anybody who reaches this machine can read and change everything here.");
            }
            if (open) open(address);
            new CountDownLatch(1).await(); // until Ctrl-C
            return 0;
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
