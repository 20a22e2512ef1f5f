///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Serves the collections to AI assistants, by the Model Context Protocol.
//SOURCES lib/pipeline.java
//SOURCES lib/mcp.java
//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rag.cli.CommonOptions;
import rag.cli.Script;
import rag.mcp.Opening;
import rag.mcp.PlainStart;
import rag.mcp.wire.Changes;
import rag.mcp.wire.HttpEndpoint;
import rag.mcp.wire.HttpOptions;
import rag.mcp.wire.Limits;
import rag.mcp.wire.Offer;
import rag.mcp.wire.Pipes;
import rag.mcp.wire.StdioServer;

@Command(
        name = "mcp_server",
        mixinStandardHelpOptions = true,
        versionProvider = Script.Version.class,
        description = "Serves the collections to AI assistants, by the Model Context Protocol, over standard input and"
                + " output.",
        footer = {"", "Example: mcp_server.java --print-config claude"})
class mcp_server implements Callable<Integer> {

    @Mixin
    CommonOptions common;

    @Option(
            names = "--http",
            paramLabel = "[HOST:]PORT",
            description = "Serve over HTTP instead, at /mcp; on this machine only, unless a token is set.")
    @Nullable
    String http;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:RAG_MCP_TOKEN}",
            description = "What clients have to send as bearer token (--http); else $RAG_MCP_TOKEN.")
    @Nullable
    String token;

    private final Pipes pipes;

    mcp_server(Pipes pipes) {
        this.pipes = pipes;
    }

    static void main(String... args) throws Exception {
        var script = new mcp_server(Pipes.take());
        var plain = PlainStart.of(args);
        if (plain.isEmpty()) Script.run(script, args);
        else System.exit(script.serve(plain.get()));
    }

    private int serve(PlainStart plain) throws IOException, InterruptedException {
        common = plain.common();
        return call();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var opening = new Opening(common::engine);
        var offer = new Offer(
                Map.of("name", "knowledge-hub", "version", "0"),
                "",
                List.of(),
                List::of,
                List.of(),
                List.of(),
                new Changes());
        if (http != null) {
            try (var endpoint = new HttpEndpoint(offer, Limits.USUAL, HttpOptions.parse(http, token))) {
                System.err.println("Listening on port " + endpoint.port());
                Thread.currentThread().join();
            }
        }
        new StdioServer(offer, Limits.USUAL, pipes).serve();
        opening.close();
        return 0;
    }
}
