package rag.config;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A YAML text that holds settings, with variables in it. What is wrong is collected, each with file and line. */
final class YamlFile {

    private final String name;
    private final Variables variables;
    private final List<String> mistakes = new ArrayList<>();

    /** @param name the file as the user called it */
    YamlFile(String name, Map<String, String> env) {
        this.name = name;
        this.variables = new Variables(env);
    }

    List<String> mistakes() {
        return mistakes;
    }

    /** Empty when nothing stands in it, and when it is none. */
    Optional<Node> root(byte[] bytes) {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (CharacterCodingException e) {
            mistakes.add(at(1) + ": is not UTF-8; save it in that encoding");
            return Optional.empty();
        }
    }

    private Optional<Node> parse(String text) {
        try {
            var plain = variables.hide(untabbed(text));
            return Optional.ofNullable(new Yaml(new LoaderOptions()).compose(new StringReader(plain)));
        } catch (MarkedYAMLException e) {
            if (!mistakes.isEmpty()) return Optional.empty(); // tabs: where they meant to indent to is anybody's guess
            var mark = e.getProblemMark();
            // without the excerpt that the exception carries: it may hold a secret
            mistakes.add(at(mark == null ? 1 : mark.getLine() + 1) + ": not valid YAML: " + e.getProblem());
        } catch (YAMLException e) {
            mistakes.add(at(1) + ": not valid YAML: "
                    + ("" + e.getMessage()).lines().findFirst().orElse(""));
        }
        return Optional.empty();
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

    /** The scalar as it was written, variables by their names; "" for what is none. */
    String written(Node node) {
        return node instanceof ScalarNode scalar ? variables.written(scalar.getValue()) : "";
    }

    /** @throws IllegalArgumentException for what has no value, and says why */
    Given given(Node node, String at) {
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

    static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    String at(Node node) {
        return at(line(node));
    }

    private String at(int line) {
        return name + ":" + line;
    }
}
