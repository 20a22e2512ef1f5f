package rag.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * YAML between two lines {@code ---} at the start of a Markdown file, or the TOML between two lines {@code +++} that sites
 * made with Hugo have. Anchors are not followed, so nothing multiplies.
 *
 * @param values filterable values, nested keys joined by dots; dates stay text
 * @param end where the text behind it begins, 0 when there is none
 * @param problem why it could not be read, "" when it could; the text is then left as it stands
 */
record FrontMatter(Map<String, Object> values, int end, String problem) {

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** A title is words, also where it is a number to YAML. */
    private static final Pattern TITLE = Pattern.compile("(?m)^title:[ \\t]*+([^#\n]*+)");

    private static final Pattern TABLE = Pattern.compile("\\[([\\w.-]+)]\\s*(?:#.*)?");
    private static final Pattern PAIR = Pattern.compile("([\\w.-]+|\"[^\"]*\")\\s*=\\s*(.*)");

    static FrontMatter of(String text) {
        if (text.startsWith("+++\n")) return toml(text);
        if (!text.startsWith("---\n")) return none("");
        int close = text.indexOf("\n---", 3);
        while (close >= 0 && !lineEnds(text, close + 4)) close = text.indexOf("\n---", close + 4);
        int dots = text.indexOf("\n...\n", 3);
        if (close < 0 || (dots >= 0 && dots < close)) close = dots;
        if (close < 0) return none("");
        return read(text.substring(4, Math.max(4, close + 1)), Math.min(text.length(), close + 5), "YAML");
    }

    /** Keys in tables become keys with dots; strings, lists, numbers and dates are written alike in YAML. */
    private static FrontMatter toml(String text) {
        int close = text.indexOf("\n+++", 3);
        while (close >= 0 && !lineEnds(text, close + 4)) close = text.indexOf("\n+++", close + 4);
        if (close < 0) return none("");
        var yaml = new StringBuilder();
        String table = "";
        for (String line : text.substring(4, Math.max(4, close + 1)).split("\n")) {
            var head = TABLE.matcher(line.strip());
            var pair = PAIR.matcher(line.strip());
            if (head.matches()) table = head.group(1) + ".";
            else if (pair.matches())
                yaml.append(table)
                        .append(pair.group(1).replace("\"", ""))
                        .append(": ")
                        .append(pair.group(2))
                        .append('\n');
            else yaml.append(' ').append(line).append('\n'); // a list goes on, or what YAML refuses
        }
        return read(yaml.toString(), Math.min(text.length(), close + 5), "TOML");
    }

    private static FrontMatter read(String yaml, int end, String language) {
        try {
            var tree = YAML.readTree(yaml);
            if (tree == null || tree.isMissingNode() || tree.isNull()) return new FrontMatter(Map.of(), end, "");
            if (!tree.isObject())
                return none(yaml.contains(":") ? "front matter is no list of keys and values: kept as text" : "");
            var values = new LinkedHashMap<String, Object>();
            flatten("", tree, values);
            var title = TITLE.matcher(yaml);
            if (values.get("title") instanceof Number && title.find())
                values.put("title", title.group(1).strip());
            return new FrontMatter(values, end, "");
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr() + 1;
            return none("front matter is not valid " + language + " (line " + line + ": "
                    + Characters.oneLine(
                            e.getOriginalMessage().lines().findFirst().orElse("")) + "): kept as text");
        }
    }

    private static FrontMatter none(String problem) {
        return new FrontMatter(Map.of(), 0, problem);
    }

    private static boolean lineEnds(String text, int at) {
        while (at < text.length() && text.charAt(at) == ' ') at++;
        return at >= text.length() || text.charAt(at) == '\n';
    }

    private static void flatten(String prefix, JsonNode node, Map<String, Object> values) {
        for (var field : node.properties()) {
            String key = prefix + field.getKey();
            JsonNode value = field.getValue();
            if (value.isObject()) flatten(key + ".", value, values);
            else if (value.isArray()) values.put(key, items(value));
            else if (value.isBoolean()) values.put(key, value.booleanValue());
            else if (value.isIntegralNumber() && value.canConvertToLong()) values.put(key, value.longValue());
            else if (value.isNumber()) values.put(key, value.doubleValue());
            else if (!value.isNull()) values.put(key, value.asText());
        }
    }

    private static ArrayList<String> items(JsonNode array) {
        var items = new ArrayList<String>();
        for (var item : array) if (item.isValueNode() && !item.isNull()) items.add(item.asText());
        return items;
    }
}
