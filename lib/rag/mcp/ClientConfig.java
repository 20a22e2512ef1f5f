package rag.mcp;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rag.config.Command;
import rag.config.Json;
import rag.config.Nearest;
import rag.model.Failure;

/**
 * What a client's configuration has to say to start this server. All paths are absolute, since clients start servers in
 * any folder.
 *
 * @param command the launcher
 * @param arguments the script and its options
 * @param environment variables the server needs
 */
public record ClientConfig(Path command, List<String> arguments, Map<String, String> environment) {

    /** Under this name clients know the server. */
    static final String NAME = "knowledge-hub";

    private static final String SCRIPT = "mcp_server.java";

    /** Clients that a configuration can be printed for. */
    public static final List<String> CLIENTS = List.of("claude", "vscode", "cursor", "claude-code");

    public ClientConfig {
        arguments = List.copyOf(arguments);
    }

    /**
     * The configuration for this machine. The launcher says by {@code RAG_LAUNCHER} where it lies, since a script can't
     * know it; the script lies beside it.
     *
     * @param config the settings file, null for none
     * @param data the data folder
     * @param admin offer the tools that change something, too
     * @throws Failure when it can't be told how this process was started
     */
    public static ClientConfig of(
            Map<String, String> env, Path workingFolder, @Nullable Path config, Path data, boolean admin) {
        var launcher = launcher(env, workingFolder);
        var arguments = new ArrayList<String>();
        arguments.add(launcher.resolveSibling(SCRIPT).toString());
        if (config != null) arguments.addAll(List.of("--config", absolute(workingFolder, config)));
        arguments.addAll(List.of("--data", absolute(workingFolder, data)));
        if (admin) arguments.addAll(List.of("--tools", "admin"));
        var environment = new LinkedHashMap<String, String>();
        environment.put("JAVA_HOME", System.getProperty("java.home")); // clients from a desktop's menu know no shell's
        return new ClientConfig(launcher, arguments, environment);
    }

    private static String absolute(Path workingFolder, Path path) {
        return workingFolder.resolve(path).toAbsolutePath().normalize().toString();
    }

    private static Path launcher(Map<String, String> env, Path workingFolder) {
        var said = env.getOrDefault("RAG_LAUNCHER", "");
        var launcher = (said.isEmpty() ? workingFolder.resolve("jbang") : Path.of(said))
                .toAbsolutePath()
                .normalize();
        if (Files.isRegularFile(launcher) && Files.isRegularFile(launcher.resolveSibling(SCRIPT))) return launcher;
        throw new Failure("It is not known where " + SCRIPT + " lies: start it by the launcher beside it, ./jbang "
                + SCRIPT + " --print-config CLIENT");
    }

    /**
     * The block to paste, or the command to run.
     *
     * @param client one of {@link #CLIENTS}
     */
    public String text(String client) {
        return switch (client.toLowerCase(Locale.ROOT)) {
            case "claude", "cursor" -> Json.pretty(Map.of("mcpServers", Map.of(NAME, server(false))));
            case "vscode" -> Json.pretty(Map.of("servers", Map.of(NAME, server(true))));
            case "claude-code" -> commandLine();
            default -> throw unknown(client);
        };
    }

    /** Where that goes, for a person. */
    public static String place(String client) {
        return switch (client.toLowerCase(Locale.ROOT)) {
            case "claude" ->
                "Claude Desktop: Settings, Developer, Edit Config (claude_desktop_config.json); then restart it.";
            case "cursor" -> "Cursor: ~/.cursor/mcp.json, or .cursor/mcp.json in a project.";
            case "vscode" -> "VS Code: .vscode/mcp.json in a project, or the command \"MCP: Open User Configuration\".";
            case "claude-code" -> "Claude Code: run this command once; \"/mcp\" shows the server.";
            default -> throw unknown(client);
        };
    }

    /** What has to be done before the server finds anything, for a person; empty where the data folder is there. */
    public static Optional<String> lack(Path data) {
        if (Files.isDirectory(data)) return Optional.empty();
        return Optional.of(
                ("There is no data folder %s yet, so the server would find nothing: name another one by --data,"
                                + " or fill this one with: %s")
                        .formatted(data, Command.of("ingest", "--data", data, "--path", "FOLDER")));
    }

    private static Failure unknown(String client) {
        var near = Nearest.to(client, CLIENTS)
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
        return new Failure("--print-config knows %s, not \"%s\"%s".formatted(String.join(", ", CLIENTS), client, near));
    }

    private Map<String, Object> server(boolean typed) {
        var server = new LinkedHashMap<String, Object>();
        if (typed) server.put("type", "stdio");
        server.put("command", command.toString());
        server.put("args", arguments);
        server.put("env", environment);
        return server;
    }

    private String commandLine() {
        var words = new ArrayList<String>(List.of("claude", "mcp", "add", "--scope", "user", NAME));
        environment.forEach((name, value) -> words.addAll(List.of("--env", name + "=" + value)));
        words.add("--");
        words.add(command.toString());
        words.addAll(arguments);
        return words.stream().map(ClientConfig::quoted).collect(Collectors.joining(" "));
    }

    /** For a POSIX shell. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
