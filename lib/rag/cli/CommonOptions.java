package rag.cli;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rag.config.Domains;
import rag.config.Settings;
import rag.config.SettingsLoader;
import rag.engine.Engine;
import rag.model.Domain;

/** The options that every script has. */
public final class CommonOptions {

    /** Read when the first message is logged. */
    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings (YAML) over the built-in ones; else $RAG_CONFIG.")
    @Nullable
    Path config;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data folder; else the setting, else $RAG_DATA, else ./data.")
    @Nullable
    Path data;

    @Option(names = "--json", description = "One JSON value on stdout and nothing else.")
    boolean json;

    @Option(
            names = {"-v", "--verbose"},
            description = "Say more; with an error, where it happened.")
    boolean verbose;

    @Spec(Spec.Target.MIXEE)
    @Nullable
    CommandSpec script;

    /** For picocli, which fills in what is given. */
    public CommonOptions() {}

    public CommonOptions(@Nullable Path config, @Nullable Path data) {
        this.config = config;
        this.data = data;
    }

    public boolean json() {
        return json;
    }

    public boolean verbose() {
        return verbose;
    }

    /** The words by which these options were given, for a command that is to work on the same data. */
    public List<String> words() {
        var words = new ArrayList<String>();
        if (config != null) words.addAll(List.of("--config", config.toString()));
        if (data != null) words.addAll(List.of("--data", data.toString()));
        return words;
    }

    /** What else is on the command line: options by their longest names, words without one by their label. */
    public List<String> given() {
        if (script == null) return List.of();
        var parsed = script.commandLine().getParseResult();
        var given = new ArrayList<String>();
        for (var option : parsed.matchedOptions()) given.add(option.longestName());
        given.removeAll(List.of("--config", "--data", "--json", "--verbose"));
        for (var word : parsed.matchedPositionals()) given.add(word.paramLabel());
        return given;
    }

    /** The settings file, where one is named. */
    public Optional<Path> settingsFile() {
        return config != null ? Optional.of(config) : SettingsLoader.fromEnv(System.getenv());
    }

    /** The engine that the settings describe; the caller closes it. */
    public Engine engine() {
        return engine(Map.of());
    }

    /** @param options values of the script's own options by the setting they replace */
    public Engine engine(Map<String, String> options) {
        var settings = settings(options);
        settings.warnings().forEach(System.err::println);
        return new Engine(settings, Clock.systemUTC());
    }

    /** The domain profiles that the settings name; opens nothing. */
    public Collection<Domain> domains() {
        return Domains.load(settings(Map.of())).all();
    }

    /** The settings, opened by nobody yet. @param options as in {@link #engine(Map)} */
    Settings settings(Map<String, String> options) {
        var replaced = new LinkedHashMap<>(options);
        if (data != null) replaced.put("data", data.toString());
        var settings = SettingsLoader.load(config, System.getenv(), replaced);
        System.setProperty(LOG_LEVEL, level(settings.observability().logLevel()));
        return settings;
    }

    /** The name that the log's library has for a level. */
    private static String level(String set) {
        return switch (set) {
            case "DEBUG" -> "debug";
            case "ERROR" -> "error";
            default -> "warn";
        };
    }
}
