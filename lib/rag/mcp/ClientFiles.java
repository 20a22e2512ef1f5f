package rag.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import rag.config.Json;

/** The configuration files of clients on this machine, and whether what they say of this server can work. */
final class ClientFiles {

    private static final String SCRIPT = "mcp_server.java";

    private final Map<String, Path> files = new LinkedHashMap<>();

    ClientFiles(Map<String, String> env, Path workingFolder) {
        var home = Path.of(env.getOrDefault("HOME", System.getProperty("user.home")));
        files.put("Claude Desktop", home.resolve("Library/Application Support/Claude/claude_desktop_config.json"));
        files.put("Claude Desktop ", home.resolve(".config/Claude/claude_desktop_config.json"));
        files.put("Claude Code", home.resolve(".claude.json"));
        files.put("Claude Code ", workingFolder.resolve(".mcp.json"));
        files.put("Cursor", home.resolve(".cursor/mcp.json"));
        files.put("Cursor ", workingFolder.resolve(".cursor/mcp.json"));
        files.put("VS Code", workingFolder.resolve(".vscode/mcp.json"));
        files.put("VS Code ", home.resolve(".config/Code/User/mcp.json"));
    }

    List<Finding> examine() {
        var findings = new ArrayList<Finding>();
        files.forEach((client, file) -> {
            if (Files.isRegularFile(file)) examine(client.strip(), file, findings);
        });
        if (findings.isEmpty()) {
            findings.add(Finding.warning(
                    "clients",
                    "no client on this machine names this server",
                    "print what to paste: ./jbang mcp_server.java --print-config claude (or vscode, cursor,"
                            + " claude-code)"));
        }
        return findings;
    }

    private static void examine(String client, Path file, List<Finding> findings) {
        try {
            var json = Json.tree(Files.readString(file));
            Stream.of("mcpServers", "servers")
                    .map(json::path)
                    .flatMap(servers -> servers.properties().stream())
                    .filter(server -> ours(server.getValue()))
                    .forEach(server -> findings.add(examine(client, file, server.getKey(), server.getValue())));
        } catch (JsonProcessingException e) {
            // VS Code lets comments stand in it
            findings.add(
                    Finding.warning("clients", client + ": " + file + " is not plain JSON", "look at it yourself"));
        } catch (IOException e) {
            findings.add(
                    Finding.warning("clients", client + ": " + file + " can't be read", "look at its permissions"));
        }
    }

    private static List<String> arguments(JsonNode server) {
        return StreamSupport.stream(server.path("args").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static boolean ours(JsonNode server) {
        return arguments(server).stream().anyMatch(argument -> argument.endsWith(SCRIPT));
    }

    private static Finding examine(String client, Path file, String name, JsonNode server) {
        var command = Path.of(server.path("command").asText());
        var script = arguments(server).stream()
                .filter(argument -> argument.endsWith(SCRIPT))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
        var where = "%s starts it as '%s' (%s)".formatted(client, name, file);
        var mend = "print it anew: --print-config";
        if (command.isAbsolute() && !Files.isExecutable(command)) {
            return Finding.broken("clients", where + ", but " + command + " is not there", mend);
        }
        if (script.isAbsolute() && !Files.exists(script)) {
            return Finding.broken("clients", where + ", but " + script + " is not there", mend);
        }
        if (!command.isAbsolute() || !script.isAbsolute()) {
            return Finding.warning("clients", where + " by a path that is not absolute", mend);
        }
        return Finding.ok("clients", where);
    }
}
