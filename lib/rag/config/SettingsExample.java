package rag.config;

import java.util.List;
import java.util.stream.Collectors;

/** The text of {@code config/settings.yaml.example}: every key with its default and what it means. */
final class SettingsExample {

    private static final String HEAD = """
        # Every setting with its default. No file is needed to start: keep only what you change, and name the file
        # with --config or $RAG_CONFIG. An empty value takes the default. ${VAR} and ${VAR:-default} expand, and $${
        # stands for the signs themselves.
        """;

    private static final int COLUMN = 36;
    private static final int WIDTH = 112;

    private SettingsExample() {}

    static String text() {
        var out = new StringBuilder(HEAD);
        var open = List.<String>of();
        for (var setting : SettingsSchema.all()) {
            var path = List.of(setting.key().split("\\."));
            var sections = path.subList(0, path.size() - 1);
            for (int depth = 0; depth < sections.size(); depth++) {
                if (depth < open.size() && open.get(depth).equals(sections.get(depth))) continue;
                if (depth == 0) out.append('\n');
                out.append("  ".repeat(depth)).append(sections.get(depth)).append(":\n");
            }
            if (sections.isEmpty()) out.append('\n');
            open = sections;
            var indent = "  ".repeat(sections.size());
            var line = indent + path.getLast() + ":" + value(setting);
            var doc = doc(setting);
            if (Math.max(line.length(), COLUMN) + doc.length() + 4 <= WIDTH) {
                out.append(("%-" + COLUMN + "s  # %s\n").formatted(line, doc));
            } else {
                out.append(wrapped(doc, indent + "# "))
                        .append(wrapped(line, indent + "  ").substring(2));
            }
        }
        return out.toString();
    }

    private static String value(Setting setting) {
        return switch (setting.fallback()) {
            case null -> "";
            case String text -> text.isEmpty() ? "" : " " + text;
            case List<?> list ->
                list.stream().map(word -> quoted(word.toString())).collect(Collectors.joining(", ", " [", "]"));
            default -> " " + setting.fallback();
        };
    }

    private static String quoted(String word) {
        return word.startsWith("*") ? "\"" + word + "\"" : word;
    }

    private static String wrapped(String text, String indent) {
        var out = new StringBuilder(indent);
        int width = indent.length();
        for (var word : text.strip().split(" ")) {
            if (width > indent.length() && width + word.length() > WIDTH) {
                out.append('\n').append(indent);
                width = indent.length();
            } else if (width > indent.length()) out.append(' ');
            out.append(word);
            width += word.length() + 1;
        }
        return out.append('\n').toString();
    }

    private static String doc(Setting setting) {
        return switch (setting.type()) {
            case INTEGER, NUMBER -> setting.doc() + "; " + setting.range();
            default ->
                setting.choices().isEmpty()
                        ? setting.doc()
                        : String.join(" | ", setting.choices()) + "; " + setting.doc();
        };
    }
}
