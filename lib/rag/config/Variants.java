package rag.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import rag.model.Failure;

/**
 * Named sets of settings to try beside each other: the section {@code experiments} of a settings file, or a file that holds
 * nothing else. Sections may be nested or written with a point:
 *
 * <pre>
 *   experiments:
 *     small_chunks: {ingestion: {chunk_size: 128, chunk_overlap: 16}}
 *     more_words: {retrieval.dense_weight: 0.3, retrieval.sparse_weight: 0.7}
 * </pre>
 */
public final class Variants {

    static final String SECTION = "experiments";

    private final YamlFile yaml;

    private Variants(YamlFile yaml) {
        this.yaml = yaml;
    }

    /**
     * Settings by key, by name of the variant, in the order of the file; empty when the file has no such section.
     *
     * @throws Failure with all mistakes, each with its line
     */
    public static Map<String, Map<String, String>> read(Path path, Map<String, String> env) {
        var yaml = new YamlFile(path.toString(), env);
        var read = new LinkedHashMap<String, Map<String, String>>();
        try {
            var root = yaml.root(Files.readAllBytes(path));
            if (root.isPresent() && root.get() instanceof MappingNode map) new Variants(yaml).all(section(map), read);
        } catch (IOException e) {
            throw new Failure("can't read " + path + ": " + (Files.exists(path) ? e : "it does not exist"), e);
        }
        if (!yaml.mistakes().isEmpty()) throw new Failure(String.join("\n", yaml.mistakes()));
        return read;
    }

    /** The section, or the whole file when it looks like one: no key of it is a section of settings. */
    private static MappingNode section(MappingNode root) {
        for (var entry : root.getValue()) {
            if (entry.getKeyNode() instanceof ScalarNode key
                    && key.getValue().equals(SECTION)
                    && entry.getValueNode() instanceof MappingNode map) return map;
        }
        boolean settings = root.getValue().stream()
                .anyMatch(entry -> entry.getKeyNode() instanceof ScalarNode key
                        && SettingsSchema.names("").contains(key.getValue()));
        return settings ? new MappingNode(root.getTag(), List.of(), root.getFlowStyle()) : root;
    }

    private void all(MappingNode section, Map<String, Map<String, String>> read) {
        for (var entry : section.getValue()) {
            var name = yaml.written(entry.getKeyNode());
            if (!name.matches("[\\p{L}\\p{Nd}][\\p{L}\\p{Nd}_.-]{0,39}")) {
                mistake(entry.getKeyNode(), "a variant's name has 1 to 40 letters, digits, '_', '-' or '.'");
            } else if (entry.getValueNode() instanceof MappingNode map) {
                var settings = new LinkedHashMap<String, String>();
                settings(map, "", settings);
                if (read.putIfAbsent(name, settings) != null)
                    mistake(entry.getKeyNode(), "variant " + name + " stands twice");
            } else {
                mistake(entry.getValueNode(), "variant " + name + " must hold settings, such as {retrieval.rrf_k: 10}");
            }
        }
    }

    private void settings(MappingNode map, String prefix, Map<String, String> settings) {
        for (var entry : map.getValue()) {
            var key = prefix + yaml.written(entry.getKeyNode());
            if (entry.getValueNode() instanceof MappingNode inner && SettingsSchema.isSection(key)) {
                settings(inner, key + ".", settings);
            } else if (SettingsSchema.find(key).isEmpty()) {
                int point = key.lastIndexOf('.');
                var hint = UnknownKey.hint(point < 0 ? "" : key.substring(0, point), key.substring(point + 1));
                mistake(entry.getKeyNode(), "unknown key " + key + "; " + hint);
            } else if (entry.getValueNode() instanceof ScalarNode value) {
                check(value, key, settings);
            } else {
                mistake(entry.getValueNode(), key + " can't differ between variants: only single values can");
            }
        }
    }

    private void check(ScalarNode value, String key, Map<String, String> settings) {
        Given given;
        try {
            given = yaml.given(value, yaml.at(value));
        } catch (IllegalArgumentException e) {
            mistake(value, key + ": " + e.getMessage());
            return;
        }
        try {
            if (given.blank()) throw new IllegalArgumentException("is empty");
            var setting = SettingsSchema.find(key).orElseThrow();
            setting.read(given);
            if (setting.type() == Setting.Type.SECRET) Secrets.register(given.text());
            settings.put(key, given.text());
        } catch (IllegalArgumentException e) {
            mistake(value, key + " " + e.getMessage());
        }
    }

    private void mistake(Node node, String what) {
        yaml.mistakes().add(yaml.at(node) + ": " + what);
    }
}
