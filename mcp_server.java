///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Serves the collections to AI assistants, by the Model Context Protocol.
//SOURCES lib/pipeline.java
//SOURCES lib/mcp.java
//TRAIN --config "$settings" --data "$data" --tools admin
//TRAIN_INPUT lib/mcp/training.jsonl
//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1 -Djdk.reflect.useNativeAccessorOnly=true

import java.io.IOException;
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
import rag.cli.SafeOutput;
import rag.cli.Script;
import rag.config.Json;
import rag.mcp.ClientConfig;
import rag.mcp.Doctor;
import rag.mcp.Finding;
import rag.mcp.Hub;
import rag.mcp.Opening;
import rag.mcp.PlainStart;
import rag.mcp.wire.HttpEndpoint;
import rag.mcp.wire.HttpOptions;
import rag.mcp.wire.Limits;
import rag.mcp.wire.Pipes;
import rag.mcp.wire.StdioServer;
import rag.model.Failure;

@Command(
        name = "mcp_server",
        mixinStandardHelpOptions = true,
        versionProvider = Script.Version.class,
        description = "Serves the collections to AI assistants, by the Model Context Protocol, over standard input and"
                + " output.",
        footer = {"", "Example: " + rag.config.Command.LAUNCHER + "mcp_server.java --print-config claude"})
class mcp_server implements Callable<Integer> {

    @Mixin
    CommonOptions common;

    @Option(
            names = "--http",
            paramLabel = "[HOST:]PORT",
            description = "Serve over HTTP instead, at /mcp: on this machine only; HOST:PORT and a token for others.")
    @Nullable
    String http;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:RAG_MCP_TOKEN}",
            description = "What clients have to send as bearer token (--http); else $RAG_MCP_TOKEN.")
    @Nullable
    String token;

    @Option(
            names = "--tools",
            paramLabel = "SET",
            defaultValue = "read",
            description = "read (default), or admin: also those that index and delete.")
    Set tools = Set.READ;

    /** Which tools clients get. */
    enum Set {
        READ,
        ADMIN
    }

    @Option(names = "--doctor", description = "Check the set-up, and say what to mend.")
    boolean doctor;

    @Option(
            names = "--print-config",
            paramLabel = "CLIENT",
            description = "Print what to paste into a client: claude, vscode, cursor, or claude-code.")
    @Nullable
    String client;

    private static final Actions ACTIONS = Actions.usual("serving", "--http", "--token", "--tools")
            .or("--doctor")
            .or("--print-config", "--tools");

    private static final List<String> HELP = List.of("-h", "--help", "-V", "--version");

    private final Pipes pipes;

    mcp_server(Pipes pipes) {
        this.pipes = pipes;
    }

    static void main(String... args) throws Exception {
        var pipes = Pipes.take();
        var plain = PlainStart.of(args);
        if (plain.isPresent()) System.exit(new mcp_server(pipes).serve(plain.get()));
        if (List.of(args).stream().anyMatch(HELP::contains)) pipes.giveBack();
        Script.run(new mcp_server(pipes), args);
    }

    private int serve(PlainStart plain) throws IOException, InterruptedException {
        common = plain.common();
        rag.config.Command.keep(common.words().toArray(String[]::new));
        tools = plain.admin() ? Set.ADMIN : Set.READ;
        return call();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ACTIONS.check(common.given());
        if (token != null && http == null)
            throw new Failure("--token goes with --http: over stdio nobody else can ask");
        if (doctor) return examine();
        if (client != null) return configure(client);
        var opening = new Opening(common::engine);
        var hub = new Hub(opening, tools == Set.ADMIN, common::domains);
        var offer = hub.offer();
        if (http != null) {
            var options = HttpOptions.parse(http, token);
            try (var interruption = new Interruption();
                    opening;
                    hub;
                    var endpoint = new HttpEndpoint(offer, Limits.USUAL, options)) {
                System.err.println("Serving at http://" + endpoint.address());
                opening.begin();
                interruption.await();
                return 0;
            }
        }
        try (opening;
                hub) {
            new StdioServer(offer, Limits.USUAL, pipes, opening::begin).serve();
        }
        return 0;
    }

    private int examine() {
        try (var engine = common.engine()) {
            var config = common.settingsFile().orElse(null);
            var findings = Doctor.examine(
                    engine,
                    config == null ? "" : config.toString(),
                    System.getenv(),
                    Path.of("").toAbsolutePath());
            var out = new SafeOutput(pipes.out(), true);
            if (common.json()) out.println(Json.pretty(findings));
            else findings.forEach(finding -> finding.lines().forEach(out::println));
            return Finding.exitCode(findings);
        }
    }

    private int configure(String client) {
        try (var engine = common.engine()) {
            var config = ClientConfig.of(
                    System.getenv(),
                    Path.of("").toAbsolutePath(),
                    common.settingsFile().orElse(null),
                    engine.data(),
                    tools == Set.ADMIN);
            new SafeOutput(pipes.out(), true).println(config.text(client));
            System.err.println(ClientConfig.place(client));
            ClientConfig.lack(engine.data()).ifPresent(System.err::println);
            return 0;
        }
    }
}
