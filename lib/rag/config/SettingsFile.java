package rag.config;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A settings file taken apart into known keys with their lines. What is wrong with it is collected, not thrown: a
 * person mends all of it at once.
 */
final class SettingsFile {

    private final String name;
    private final Variables variables;
    private final Map<String, Given> given = new LinkedHashMap<>();
    private final List<String> mistakes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private SettingsFile(String name, Variables variables) {
        this.name = name;
        this.variables = variables;
    }

    /** @param name the file as the user called it, for messages */
    static SettingsFile read(String name, byte[] bytes, Map<String, String> env) {
        var file = new SettingsFile(name, new Variables(env));
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            file.parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (CharacterCodingException e) {
            file.mistakes.add(file.at(1) + ": is not UTF-8; save it in that encoding");
        }
        return file;
    }

    /** The values by key, in the order of the file; blank ones are left out. */
    Map<String, Given> given() {
        return given;
    }

    List<String> mistakes() {
        return mistakes;
    }

    List<String> warnings() {
        return warnings;
    }

    private void parse(String text) {
        try {
            var root = new Yaml(new LoaderOptions()).compose(new StringReader(variables.hide(untabbed(text))));
            if (root == null) return;
            if (root instanceof MappingNode map) section("", map);
            else if (!(root instanceof ScalarNode scalar && given(scalar, at(1)).blank())) {
                mistakes.add(at(root) + ": the file must hold sections such as \"retrieval:\", not a list or a text");
            }
        } catch (MarkedYAMLException e) {
            if (!mistakes.isEmpty()) return; // tabs: where they meant to indent to is anybody's guess
            var mark = e.getProblemMark();
            // without the excerpt that the exception carries: it may hold a secret
            mistakes.add(at(mark == null ? 1 : mark.getLine() + 1) + ": not valid YAML: " + e.getProblem());
        } catch (YAMLException e) {
            mistakes.add(at(1) + ": not valid YAML: "
                    + ("" + e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    /** Reports tabs in the indentation, and takes each for two spaces to be able to report the rest as well. */
    private String untabbed(String text) {
        var lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            var line = lines[i];
            int indent = 0;
            while (indent < line.length() && " \t".indexOf(line.charAt(indent)) >= 0) indent++;
            var before = line.substring(0, indent);
            if (before.indexOf('\t') < 0) continue;
            lines[i] = before.replace("\t", "  ") + line.substring(indent);
            boolean says = indent < line.length() && line.charAt(indent) != '#' && line.charAt(indent) != '\r';
            if (says) mistakes.add(at(i + 1) + ": a tab in the indentation; YAML takes spaces only");
        }
        return String.join("\n", lines);
    }

    private void section(String section, MappingNode map) {
        var seen = new LinkedHashMap<String, Integer>();
        for (var entry : map.getValue()) {
            var at = at(entry.getKeyNode());
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                mistakes.add(at + ": a key must be a plain word");
                continue;
            }
            var written = variables.written(key.getValue());
            var path = section.isEmpty() ? written : section + "." + written;
            var first = seen.putIfAbsent(path, line(key));
            if (first != null) {
                mistakes.add("%s: %s stands twice; first in line %d".formatted(at, path, first));
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
            else if (!(value instanceof ScalarNode scalar && given(scalar, at).blank())) {
                mistakes.add("%s: %s must be a section with keys such as %s"
                        .formatted(at, path, String.join(", ", SettingsSchema.names(path))));
            }
        } else if (key.contains(".") || SettingsSchema.find(path).isEmpty()) {
            mistakes.add("%s: unknown key %s; %s".formatted(at, path, UnknownKey.hint(section, key)));
        } else {
            try {
                var read = given(value, at);
                if (!read.blank()) given.put(path, read);
            } catch (IllegalArgumentException e) {
                mistakes.add(at + ": " + path + ": " + e.getMessage());
            }
        }
    }

    private Given given(Node node, String at) {
        return switch (node) {
            case ScalarNode scalar -> {
                var text = variables.expand(scalar.getValue());
                // quotes round a variable are there for YAML, and don't say that its value is a text
                boolean plain =
                        scalar.getScalarStyle() == DumperOptions.ScalarStyle.PLAIN || Variables.in(scalar.getValue());
                var kind = plain ? Given.Kind.PLAIN : Given.Kind.QUOTED;
                yield new Given(at, kind, text, List.of(), variables.written(scalar.getValue()));
            }
            case SequenceNode sequence -> new Given(at, Given.Kind.LIST, "", items(sequence), "");
            default -> new Given(at, Given.Kind.SECTION, "", List.of(), "");
        };
    }

    private List<String> items(SequenceNode sequence) {
        var items = new ArrayList<String>();
        for (var node : sequence.getValue()) {
            if (!(node instanceof ScalarNode scalar)) {
                throw new IllegalArgumentException("line " + line(node) + ": a list of words can't hold another list");
            }
            items.add(variables.expand(scalar.getValue()));
        }
        return items;
    }

    private static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    private String at(Node node) {
        return at(line(node));
    }

    private String at(int line) {
        return name + ":" + line;
    }
}
