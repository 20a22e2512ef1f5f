package rag.mcp.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A server for tests, over the same wire as the product's, with tools that behave well and badly: those that the
 * official conformance suites ask for, and those of {@link Misbehaviour}.
 *
 * <pre>
 *   FixtureServer                stdio
 *   FixtureServer http [TOKEN]   HTTP on a free port, which is the first line it prints
 * </pre>
 */
public class FixtureServer {

    static void main(String... args) throws Exception {
        var pipes = Pipes.take();
        var limits = Limits.USUAL.withCall(Duration.ofSeconds(Integer.getInteger("call.seconds", 55)));
        if (args.length == 0) {
            new StdioServer(offer(), limits, pipes).serve();
            System.exit(0);
        }
        var token = args.length > 1 ? args[1] : null;
        var endpoint = new HttpEndpoint(offer(), limits, HttpOptions.of("127.0.0.1", 0, token));
        pipes.out().write((endpoint.port() + "\n").getBytes());
        pipes.out().flush();
        // Whoever has started this ends it by closing its standard input.
        pipes.in().read();
        System.exit(0);
    }

    static Offer offer() {
        var changes = new Changes();
        var tools = new ArrayList<ToolDefinition>();
        tools.addAll(Misbehaviour.tools());
        tools.addAll(ConformanceTools.tools(changes));
        tools.addAll(ConformanceInputs.tools());
        return new Offer(
                Json.of("name", "fixtures", "title", "Fixtures", "version", "1.0"),
                "Tools for tests.",
                tools,
                () -> ConformanceResources.RESOURCES,
                List.of(ConformanceResources.TEMPLATE),
                ConformancePrompts.prompts(),
                changes);
    }
}
