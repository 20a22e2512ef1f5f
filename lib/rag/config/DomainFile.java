package rag.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import rag.model.CollectionName;
import rag.model.Domain;
import rag.model.Field;
import rag.model.FieldType;

/** A domain profile taken apart. What is wrong with it is collected with its lines, so that all is mended at once. */
final class DomainFile {

    private static final Set<String> KEYS = Stream.of(
                    "name tool title description collection forced fields in_order validity versions hint".split(" "))
            .collect(Collectors.toCollection(java.util.LinkedHashSet::new));

    private static final String WORD = "[a-z][a-z0-9_]*";

    private final String file;
    private final List<String> mistakes;
    private final Map<String, Field> fields = new LinkedHashMap<>();

    private DomainFile(String file, List<String> mistakes) {
        this.file = file;
        this.mistakes = mistakes;
    }

    /** @param mistakes takes what is wrong, each with file and line @return empty when something was */
    static Optional<Domain> read(String file, String text, List<String> mistakes) {
        int before = mistakes.size();
        var parsed = new DomainFile(file, mistakes).parse(text);
        return mistakes.size() == before ? Optional.ofNullable(parsed) : Optional.empty();
    }

    private @Nullable Domain parse(String text) {
        try {
            var root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
            if (root instanceof MappingNode map) return domain(map);
            mistakes.add(file + ":1: must hold keys such as name, collection and fields");
        } catch (MarkedYAMLException e) {
            var mark = e.getProblemMark();
            mistakes.add(file + ":" + (mark == null ? 1 : mark.getLine() + 1) + ": not valid YAML: " + e.getProblem());
        } catch (YAMLException e) {
            mistakes.add(file + ":1: not valid YAML: " + e.getMessage());
        }
        return null;
    }

    private Domain domain(MappingNode map) {
        var given = entries("", map, KEYS);
        for (var key : List.of("name", "description", "collection", "fields")) {
            if (!given.containsKey(key)) mistake(map, key + " is missing");
            else if (given.get(key) instanceof ScalarNode scalar && isBlank(scalar)) {
                mistake(scalar, key + " is empty");
            }
        }
        entries("fields", given.get("fields"), Set.of()).forEach((name, node) -> fields.put(name, field(name, node)));
        var name = word("name", given.get("name"));
        var forced = new LinkedHashMap<String, String>();
        entries("forced", given.get("forced"), Set.of()).forEach((key, node) -> {
            if (fields.containsKey(key)) mistake(node, "forced." + key + " is a field too; it can't be both");
            forced.put(key, text("forced." + key, node));
            if (node instanceof ScalarNode scalar && isBlank(scalar)) mistake(node, "forced." + key + " is empty");
        });
        var tool = word("tool", given.get("tool"));
        var title = text("title", given.get("title"));
        return new Domain(
                name,
                tool.isEmpty() ? "search_" + name : tool,
                title.isEmpty() ? name : title,
                text("description", given.get("description")),
                collection(given.get("collection")),
                forced,
                fields,
                references("in_order", given.get("in_order"), List.of(FieldType.DATE)),
                validity(given.get("validity")),
                versions(given.get("versions")),
                text("hint", given.get("hint")));
    }

    private Field field(String name, Node node) {
        var at = "fields." + name;
        if (!name.matches(WORD)) mistake(node, at + " must be lower case letters, digits and _");
        var given = entries(at, node, Set.of("type", "required", "filter", "values", "description"));
        var type = FieldType.TEXT;
        var written = text(at + ".type", given.get("type"));
        if (!written.isEmpty()) {
            var known = Stream.of(FieldType.values()).map(FieldType::key).toList();
            if (known.contains(written)) type = FieldType.valueOf(written.toUpperCase(Locale.ROOT));
            else mistake(given.get("type"), at + ".type must be one of " + String.join(", ", known));
        }
        var values = texts(at + ".values", given.get("values"));
        if (!values.isEmpty() && (type == FieldType.NUMBER || type == FieldType.DATE)) {
            mistake(given.get("values"), at + ".values are for texts and lists");
        }
        return new Field(
                name,
                type,
                truth(at + ".required", given.get("required")),
                truth(at + ".filter", given.get("filter")),
                values,
                text(at + ".description", given.get("description")));
    }

    private Domain.@Nullable Validity validity(@Nullable Node node) {
        if (node == null) return null;
        var given = entries("validity", node, Set.of("from", "until"));
        if (given.isEmpty()) {
            mistake(node, "validity must name the field of a day: from, until or both");
            return null;
        }
        var from = day("from", given);
        var until = day("until", given);
        return from.isEmpty() && until.isEmpty() ? null : new Domain.Validity(from, until);
    }

    private String day(String key, Map<String, Node> given) {
        var node = given.get(key);
        return node == null ? "" : reference("validity." + key, node, node, List.of(FieldType.DATE));
    }

    private Domain.@Nullable Versions versions(@Nullable Node node) {
        if (node == null) return null;
        var given = entries("versions", node, Set.of("of", "newest", "path"));
        var of = references("versions.of", given.get("of"), List.of(FieldType.values()));
        if (of.isEmpty()) mistake(node, "versions.of must name the fields that documents of one kind agree in");
        var ordered = List.of(FieldType.NUMBER, FieldType.DATE, FieldType.TEXT);
        var newest = reference("versions.newest", given.get("newest"), node, ordered);
        return new Domain.Versions(of, newest, path(given.get("path"), of, newest));
    }

    private @Nullable Pattern path(@Nullable Node node, List<String> of, String newest) {
        if (node == null) return null;
        var known = new java.util.TreeSet<String>(Set.of(Domain.Versions.group(newest)));
        for (var key : of) known.add(Domain.Versions.group(key));
        try {
            var pattern = Pattern.compile(text("versions.path", node));
            for (var group : pattern.namedGroups().keySet()) {
                if (!known.contains(group)) mistake(node, "versions.path has a group " + group + near(group, known));
            }
            if (pattern.namedGroups().isEmpty()) {
                mistake(
                        node,
                        "versions.path must have groups such as (?<%s>[0-9]+)"
                                .formatted(Domain.Versions.group(newest)));
            }
            return pattern;
        } catch (PatternSyntaxException e) {
            mistake(node, "versions.path is no pattern: " + e.getDescription());
            return null;
        }
    }

    private List<String> references(String key, @Nullable Node node, List<FieldType> types) {
        var names = texts(key, node);
        for (var name : names) check(key, name, node, types);
        return names;
    }

    private String reference(String key, @Nullable Node node, Node section, List<FieldType> types) {
        var name = text(key, node);
        if (name.isEmpty()) mistake(section, key + " is missing");
        else check(key, name, node, types);
        return name;
    }

    private void check(String key, String name, @Nullable Node node, List<FieldType> types) {
        var field = fields.get(name);
        if (field == null)
            mistake(node, "%s names %s, which is no field%s".formatted(key, name, near(name, fields.keySet())));
        else if (!types.contains(field.type())) {
            var wanted = types.stream().map(FieldType::key).collect(Collectors.joining(" or "));
            mistake(
                    node,
                    "%s names %s, which is of type %s, not %s"
                            .formatted(key, name, field.type().key(), wanted));
        }
    }

    /** The entries of a section by key. @param known the keys it may have; empty allows all */
    private Map<String, Node> entries(String section, @Nullable Node node, Set<String> known) {
        var entries = new LinkedHashMap<String, Node>();
        if (node == null
                || node instanceof ScalarNode scalar && scalar.getValue().isEmpty()) return entries;
        if (!(node instanceof MappingNode map)) {
            mistake(node, section + " must hold keys with values");
            return entries;
        }
        var prefix = section.isEmpty() ? "" : section + ".";
        for (var entry : map.getValue()) {
            var key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
            if (!known.isEmpty() && !known.contains(key)) {
                mistake(entry.getKeyNode(), "unknown key " + prefix + key + near(key, known));
            } else if (entries.putIfAbsent(key, entry.getValueNode()) != null) {
                mistake(entry.getKeyNode(), prefix + key + " stands twice");
            }
        }
        return entries;
    }

    private static String near(String word, Set<String> known) {
        return Nearest.to(word, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("; known are " + String.join(", ", known));
    }

    private String word(String key, @Nullable Node node) {
        var word = text(key, node);
        if (!word.isEmpty() && !word.matches(WORD)) mistake(node, key + " must be lower case letters, digits and _");
        return word;
    }

    private String collection(@Nullable Node node) {
        var name = text("collection", node);
        if (!name.isEmpty()) CollectionName.fault(name).ifPresent(fault -> mistake(node, "collection: " + fault));
        return name;
    }

    private static boolean isBlank(ScalarNode scalar) {
        return scalar.getValue().isBlank();
    }

    private String text(String key, @Nullable Node node) {
        if (node == null) return "";
        if (node instanceof ScalarNode scalar) return scalar.getValue().strip();
        mistake(node, key + " must be a text");
        return "";
    }

    private List<String> texts(String key, @Nullable Node node) {
        if (node == null) return List.of();
        if (!(node instanceof SequenceNode sequence)) {
            mistake(node, key + " must be a list such as [one, two]");
            return List.of();
        }
        var texts = new ArrayList<String>();
        for (var item : sequence.getValue()) texts.add(text(key, item));
        return texts;
    }

    private boolean truth(String key, @Nullable Node node) {
        var text = text(key, node);
        if (!text.isEmpty() && !text.equals("true") && !text.equals("false"))
            mistake(node, key + " must be true or false");
        return text.equals("true");
    }

    private void mistake(@Nullable Node node, String what) {
        int line = node == null ? 1 : node.getStartMark().getLine() + 1;
        mistakes.add(file + ":" + line + ": " + what);
    }
}
