package rag.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;

/** Puts settings together: built-in defaults, over them a YAML file, over that what the command line says. */
public final class SettingsLoader {

    private static final String CONFIG = "RAG_CONFIG";

    /** Settings that name a file or folder to read. */
    private static final List<String> NAMED_FILES = List.of(
            "vision_llm.prompt",
            "rerank.prompt",
            "ingestion.chunk_refiner.prompt",
            "ingestion.metadata_enricher.prompt",
            "evaluation.test_set",
            "evaluation.prompts",
            "domains.folder");

    private static final String DATA = "RAG_DATA";
    private static final String HUB = "https://huggingface.co";

    private final Map<String, String> env;
    private final Map<String, Given> given = new LinkedHashMap<>();
    private final List<String> mistakes = new ArrayList<>();

    /** Keys of which that is said already. */
    private final Set<String> refused = new HashSet<>();

    private final List<String> warnings = new ArrayList<>();
    private String origin = "settings";

    private SettingsLoader(Map<String, String> env) {
        this.env = env;
    }

    /**
     * @param file what {@code --config} names; null takes {@code $RAG_CONFIG}, else the defaults alone
     * @param overrides values from the command line by key, such as "data" or "ingestion.workers"
     * @throws Failure with all mistakes, one a line, each with file and line
     */
    public static Settings load(@Nullable Path file, Map<String, String> env, Map<String, String> overrides) {
        var loader = new SettingsLoader(env);
        var fromEnv = fromEnv(env);
        if (file != null) loader.read(file, "--config");
        else if (fromEnv.isPresent()) loader.read(fromEnv.get(), "$" + CONFIG);
        overrides.forEach((key, text) -> loader.given.put(key, Given.option(key, text)));
        var settings = loader.settings();
        loader.refuseMistakes();
        return settings;
    }

    /** The file that {@code $RAG_CONFIG} names. */
    public static Optional<Path> fromEnv(Map<String, String> env) {
        var named = env.getOrDefault(CONFIG, "");
        return named.isEmpty() ? Optional.empty() : Optional.of(new SettingsLoader(env).path(named));
    }

    /**
     * Settings of another store for the same user.
     *
     * @param data taken where the file names no data folder
     */
    public static Settings loadBeside(Path file, Map<String, String> env, Path data) {
        var loader = new SettingsLoader(env);
        loader.read(file, "the command line");
        loader.given.putIfAbsent("data", Given.option("data", data.toString()));
        var settings = loader.settings();
        loader.refuseMistakes();
        return settings;
    }

    private void read(Path path, String namedBy) {
        origin = path.toString();
        try {
            if (Files.isDirectory(path)) throw new Failure(namedBy + " names a folder, not a file: " + path);
            var parsed = SettingsFile.read(origin, Files.readAllBytes(path), env);
            given.putAll(parsed.given());
            mistakes.addAll(parsed.mistakes());
            refused.addAll(parsed.refused());
            warnings.addAll(parsed.warnings());
        } catch (IOException e) {
            var why = Files.exists(path) ? "can't be read" : "does not exist";
            throw new Failure("the settings file that " + namedBy + " names " + why + ": " + path, e);
        }
    }

    private Settings settings() {
        var values = new LinkedHashMap<String, Object>();
        for (var setting : SettingsSchema.all()) values.put(setting.key(), setting.fallback());
        given.forEach((key, what) -> put(key, what, values));
        complete("llm", Provider::chat, values);
        inherit("vision_llm", "llm", values);
        complete("vision_llm", Provider::vision, values);
        complete("embedding", Provider::embedding, values);
        if (!has("embedding.hub", values)) values.put("embedding.hub", env.getOrDefault("HF_ENDPOINT", HUB));
        if ("cohere".equals(values.get("rerank.provider")) && "".equals(values.get("rerank.api_key"))) {
            var key = env.getOrDefault("CO_API_KEY", ""); // as Cohere's own client calls it
            values.put("rerank.api_key", env.getOrDefault(ApiKeys.variable("cohere"), key));
        }
        if ("endpoint".equals(values.get("rerank.provider"))) {
            if (!has("rerank.base_url", values)) {
                values.put(
                        "rerank.base_url",
                        env.getOrDefault("RERANK_BASE_URL", "").strip());
            }
            if (!has("rerank.api_key", values)) {
                values.put("rerank.api_key", env.getOrDefault(ApiKeys.reranker("endpoint"), ""));
            }
        }
        if ("firecrawl".equals(values.get("crawl.provider")) && !has("crawl.api_key", values)) {
            values.put("crawl.api_key", env.getOrDefault(ApiKeys.variable("firecrawl"), ""));
        }
        registerSecrets(values);
        trimKeys(values);
        values.putIfAbsent("ingestion.workers", Runtime.getRuntime().availableProcessors());
        var data = dataFolder((String) values.get("data"));
        values.put("data", data);
        var traces = path("" + values.get("observability.trace_file"));
        values.put("observability.trace_file", beside(data).resolve(traces).normalize());
        for (var key : NAMED_FILES) {
            var named = Objects.requireNonNullElse(values.get(key), "").toString();
            if (!named.isEmpty()) values.put(key, path(named).toString());
        }
        values.put(
                "mcp.roots",
                Objects.requireNonNull((List<?>) values.get("mcp.roots")).stream()
                        .map(root -> path("" + root).normalize().toString())
                        .toList());
        var settings = SettingsRecords.build(values, warnings);
        SettingsRules.check(settings, (key, what) -> {
            if (!refused.contains(key)) mistakes.add(at(key) + ": " + key + " " + what);
        });
        return settings;
    }

    /** What a section leaves open and its provider or the environment knows: model, address, key. */
    private void complete(String section, Function<Provider, String> model, Map<String, Object> values) {
        var name = "" + values.get(section + ".provider");
        if (name.equals("none") || name.equals("local")) return;
        var provider = Provider.named(name);
        boolean auto = "auto".equals(values.get(section + ".model")) && Provider.known(name);
        if (auto || !has(section + ".model", values)) values.put(section + ".model", model.apply(provider));
        if (!has(section + ".base_url", values)) values.put(section + ".base_url", provider.urlIn(env));
        if (!has(section + ".api_key", values)) values.put(section + ".api_key", provider.keyIn(env));
    }

    /** A section that names the same provider as another takes from it what it does not say itself. */
    private void inherit(String section, String from, Map<String, Object> values) {
        var provider = values.get(section + ".provider");
        if ("none".equals(provider) || !Objects.equals(provider, values.get(from + ".provider"))) return;
        for (var key : List.of(".base_url", ".api_key", ".api_version")) {
            if (given.containsKey(section + key)) continue;
            values.put(section + key, values.get(from + key));
            if (refused.contains(from + key)) refused.add(section + key);
        }
    }

    private static boolean has(String key, Map<String, Object> values) {
        return !"".equals(values.get(key));
    }

    private void put(String key, Given what, Map<String, Object> values) {
        var setting =
                SettingsSchema.find(key).orElseThrow(() -> new IllegalArgumentException("no such setting: " + key));
        try {
            if (what.blank()) throw new IllegalArgumentException("is empty");
            values.put(key, setting.read(what));
        } catch (IllegalArgumentException e) {
            refused.add(key);
            mistakes.add(what.at() + ": " + key + " " + e.getMessage());
        }
    }

    private String at(String key) {
        var what = given.get(key);
        return what == null ? origin : what.at();
    }

    private Path dataFolder(@Nullable String set) {
        var fromEnv = env.getOrDefault(DATA, "");
        var folder = set != null ? set : !fromEnv.isEmpty() ? fromEnv : "data";
        return path(folder).toAbsolutePath().normalize();
    }

    /** Logs belong to one data folder, whoever works on it from wherever: so they lie beside or in it. */
    private static Path beside(Path data) {
        var parent = data.getParent();
        return parent != null && data.endsWith("data") ? parent : data;
    }

    private Path path(String text) {
        if (!text.equals("~") && !text.startsWith("~/")) return Path.of(text);
        return Path.of(env.getOrDefault("HOME", System.getProperty("user.home")) + text.substring(1));
    }

    /** A key from a file ends with its line; what else can't stand in a request would be shown by who refuses it there. */
    private void trimKeys(Map<String, Object> values) {
        for (var setting : SettingsSchema.all()) {
            var key = setting.key();
            if (!key.endsWith(".api_key") || !(values.get(key) instanceof String given)) continue;
            var trimmed = given.strip();
            values.put(key, trimmed);
            Secrets.register(trimmed);
            if (trimmed.chars().allMatch(c -> c > ' ' && c < 127)) continue;
            mistakes.add(at(key) + ": " + key + " holds a blank, a line's end or a sign that no key has: copy it anew");
        }
    }

    private static void registerSecrets(Map<String, Object> values) {
        for (var setting : SettingsSchema.all()) {
            if (!(values.get(setting.key()) instanceof String text) || text.isEmpty()) continue;
            if (setting.type() == Setting.Type.SECRET) Secrets.register(text);
            if (text.startsWith("http")) Secrets.registerIn(text);
        }
    }

    private void refuseMistakes() {
        if (mistakes.isEmpty()) return;
        mistakes.sort(Comparator.comparingInt(this::line));
        var head = mistakes.size() == 1 ? "1 mistake" : mistakes.size() + " mistakes";
        throw new Failure(Secrets.mask(head + " in the settings:\n" + String.join("\n", mistakes)));
    }

    /** The line of the file that a mistake names; 0 when it names none. */
    private int line(String mistake) {
        var digits = mistake.startsWith(origin + ":") ? mistake.substring(origin.length() + 1) : "";
        var number = digits.replaceFirst("(?s)[^0-9].*", "");
        return number.isEmpty() ? 0 : Integer.parseInt(number);
    }
}
