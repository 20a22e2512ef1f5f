package rag.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * A settings file taken apart into known keys with their lines. What is wrong with it is collected, not thrown: a
 * person mends all of it at once.
 */
final class SettingsFile {

    private final YamlFile yaml;
    private final Map<String, Given> given = new LinkedHashMap<>();
    private final Set<String> refused = new HashSet<>();
    private final List<String> warnings = new ArrayList<>();

    private SettingsFile(YamlFile yaml) {
        this.yaml = yaml;
    }

    /** @param name the file as the user called it, for messages */
    static SettingsFile read(String name, byte[] bytes, Map<String, String> env) {
        var file = new SettingsFile(new YamlFile(name, env));
        file.yaml.root(bytes).ifPresent(file::root);
        return file;
    }

    /** The values by key, in the order of the file; blank ones are left out. */
    Map<String, Given> given() {
        return given;
    }

    /** Keys whose values could not be read, each with a mistake. */
    Set<String> refused() {
        return refused;
    }

    List<String> mistakes() {
        return yaml.mistakes();
    }

    List<String> warnings() {
        return warnings;
    }

    private void root(Node root) {
        if (root instanceof MappingNode map) section("", map);
        else if (!(root instanceof ScalarNode scalar && yaml.given(scalar, "").blank())) {
            mistakes()
                    .add(yaml.at(root) + ": the file must hold sections such as \"retrieval:\", not a list or a text");
        }
    }

    private void section(String section, MappingNode map) {
        var seen = new LinkedHashMap<String, Integer>();
        for (var entry : map.getValue()) {
            var at = yaml.at(entry.getKeyNode());
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                mistakes().add(at + ": a key must be a plain word");
                continue;
            }
            var written = yaml.written(key);
            var path = section.isEmpty() ? written : section + "." + written;
            var first = seen.putIfAbsent(path, YamlFile.line(key));
            if (first != null) {
                mistakes().add("%s: %s stands twice; first in line %d".formatted(at, path, first));
            } else {
                value(section, written, path, entry.getValueNode(), at);
            }
        }
    }

    private void value(String section, String key, String path, Node value, String at) {
        if (section.isEmpty() && key.equals(Variants.SECTION)) return; // read by those who try them
        if (section.isEmpty() && SettingsSchema.RESERVED.contains(key)) {
            warnings.add(at + ": " + key + " is not used by this version");
        } else if (SettingsSchema.isSection(path) && !key.contains(".")) {
            if (value instanceof MappingNode map) section(path, map);
            else if (!(value instanceof ScalarNode scalar
                    && yaml.given(scalar, at).blank())) {
                mistakes()
                        .add("%s: %s must be a section with keys such as %s"
                                .formatted(at, path, String.join(", ", SettingsSchema.names(path))));
            }
        } else if (key.contains(".") || SettingsSchema.find(path).isEmpty()) {
            mistakes().add("%s: unknown key %s; %s".formatted(at, path, UnknownKey.hint(section, key)));
        } else {
            try {
                var read = yaml.given(value, at);
                if (!read.blank()) given.put(path, read);
            } catch (IllegalArgumentException e) {
                refused.add(path);
                mistakes().add(at + ": " + path + ": " + e.getMessage());
            }
        }
    }
}
