package rag.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the declarations of a source file begin, found without a grammar: by {@link BraceOutline}, or by indentation and
 * the shape of a line. Only top-level declarations and members of types are looked for, never what stands in a body.
 */
final class CodeOutline {

    private record Container(String path, int indent) {}

    /** {@code class Ledger(Base):}, {@code module Store::Words}. */
    private static final Pattern TYPE = Pattern.compile("(?:\\w+\\s+)*?(?:class|module)\\s+([A-Za-z_]\\w*(?:::\\w+)*)");
    /** {@code async def put(self):}, {@code private def self.empty?}. */
    private static final Pattern FUNCTION = Pattern.compile("(?:\\w+\\s+)*?def\\s+(?:self\\.)?([A-Za-z_][\\w.]*[?!]?)");

    private static final Pattern SQL = Pattern.compile(
            "(?i)^(?:create|alter)\\s+(?:or\\s+replace\\s+)?(?:\\w+\\s+)*?(?:table|view|function|procedure|trigger|index|type|schema)"
                + "\\s+(?:if\\s+not\\s+exists\\s+)?([\\w.\"`\\[\\]]+).*");
    private static final Pattern YAML = Pattern.compile("^[\"']?([\\w./][\\w./ -]*)[\"']?\\s*:(?:\\s.*)?$");
    /** An item of a list that is the whole file is known by what names it, else by its first key with the value. */
    private static final Pattern YAML_NAMED =
            Pattern.compile("^-\\s+(?:name|id|title)\\s*:\\s+[\"']?([^\"'\\s].*?)[\"']?(?:\\s+#.*)?$");

    private static final Pattern YAML_ITEM =
            Pattern.compile("^-\\s+([\\w./-]+\\s*:(?:\\s+[^#\\s].{0,80}?)?)(?:\\s+#.*)?$");
    private static final Pattern TOML = Pattern.compile("^\\[+([^\\]]+)\\]+\\s*(?:#.*)?$");
    private static final Pattern CSS = Pattern.compile("^([^{}@/*][^{}]*|@[^{}]+)\\{.*");
    private static final Pattern VUE = Pattern.compile("^<(template|script|style)\\b.*");
    /** A comment or a decorator. */
    private static final Pattern BELONGS_BELOW = Pattern.compile("^(?:/\\*|\\*|#|--|@).*");

    private static final Set<String> INDENTED = Set.of("python", "ruby");

    /** No declaration has a longer line; data and packed scripts do. */
    private static final int LONGEST = 2000;

    private final String language;

    CodeOutline(String language) {
        this.language = language;
    }

    List<Declaration> cuts(String text) {
        var shapes = CodeShapes.BY_LANGUAGE.get(language);
        if (shapes != null) return BraceOutline.of(language, shapes, text);
        var cuts = new ArrayList<Declaration>();
        var containers = new ArrayDeque<Container>();
        var scan = new BraceScan(language);
        int belowFrom = -1;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            if (end < 0) end = text.length();
            String raw = text.substring(start, end);
            String line = raw.strip();
            int indent = indent(raw);
            boolean code = !scan.inside() && !line.isEmpty();
            if (code && line.length() > LONGEST) {
                belowFrom = -1;
            } else if (code && BELONGS_BELOW.matcher(line).matches() && declaration(line) == null) {
                if (belowFrom < 0) belowFrom = start;
            } else if (code) {
                while (!containers.isEmpty() && indent <= containers.peek().indent()) containers.pop();
                int depth = language.equals("css") ? scan.depth() : 0;
                boolean place = place(containers, depth, indent) && !(line.startsWith("- ") && keyed(cuts, text));
                String name = place ? declaration(line) : null;
                if (name != null) {
                    String path =
                            containers.isEmpty() ? name : containers.peek().path() + "." + name;
                    cuts.add(new Declaration(belowFrom >= 0 ? belowFrom : start, start, path));
                    if (container(line)) containers.push(new Container(path, indent));
                }
                belowFrom = -1;
            } else if (line.isEmpty()) {
                belowFrom = -1;
            }
            scan.line(raw);
            start = end + 1;
        }
        return cuts;
    }

    /** Whether a declaration may stand here: at the top, or directly in a type's body. */
    private static boolean place(Deque<Container> containers, int depth, int indent) {
        if (containers.isEmpty()) return indent == 0 && depth == 0;
        int outer = containers.peek().indent();
        return indent > outer && indent <= outer + 4;
    }

    /** Whether a list of YAML that stands here is that of a key. */
    private boolean keyed(List<Declaration> cuts, String text) {
        return language.equals("yaml")
                && !cuts.isEmpty()
                && text.charAt(cuts.getLast().head()) != '-';
    }

    private boolean container(String line) {
        return INDENTED.contains(language) && TYPE.matcher(line).lookingAt();
    }

    private @Nullable String declaration(String line) {
        return switch (language) {
            case "yaml" -> yaml(line);
            case "toml" -> first(TOML, line);
            case "sql" -> first(SQL, line);
            case "css" -> first(CSS, line);
            case "vue" -> first(VUE, line);
            default -> {
                var type = TYPE.matcher(line);
                if (type.lookingAt()) yield type.group(1);
                var function = FUNCTION.matcher(line);
                yield function.lookingAt() ? function.group(1) : null;
            }
        };
    }

    private static @Nullable String yaml(String line) {
        if (!line.startsWith("- ")) return first(YAML, line);
        String name = first(YAML_NAMED, line);
        return name == null ? first(YAML_ITEM, line) : name;
    }

    private static @Nullable String first(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.matches() ? matcher.group(1).strip() : null;
    }

    private static int indent(String line) {
        int indent = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == ' ') indent++;
            else if (c == '\t') indent += 4;
            else break;
        }
        return indent;
    }
}
