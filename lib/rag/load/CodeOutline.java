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
 * Where the declarations of a source file begin, found by braces or indentation and the shape of a line, without a
 * grammar. Only top-level declarations and members of types are looked for; what stands in a body is never cut.
 */
final class CodeOutline {

    private record Container(String path, int depth, int indent) {}

    private static final Pattern TYPE = Pattern.compile(
            "(?:^|\\s)(?:class|interface|enum|record|struct|trait|object|namespace|module|protocol|extension|union|type|impl(?:<[^>]*>)?(?:\\s+[\\w:<>]+\\s+for)?)"
                + "\\s+(?!for\\b|extends\\b)([A-Za-z_$][\\w$.]*(?:::[\\w$]+)*)");
    private static final Pattern NAMED_FUNCTION = Pattern.compile(
            "(?:^|\\s)(?:def|fun|fn|func|function\\*?|sub|macro_rules!)\\s+(?:\\([^)]*\\)\\s*)?(?:<[^>]*>\\s*)?(?:self\\.)?([A-Za-z_$][\\w$.]*[?!]?)");
    private static final Pattern ARROW = Pattern.compile(
            "^(?:export\\s+)?(?:default\\s+)?(?:const|let|var)\\s+([\\w$]+)\\s*(?::[^=]+)?=\\s*(?:async\\s*)?(?:function\\b|\\(|[\\w$]+\\s*=>).*");
    private static final Pattern METHOD = Pattern.compile(
            "^(?:[\\w<>\\[\\],.&*:?@~$]+\\s+)*[*&]*([~\\w$]+(?:::[~\\w$]+)*)\\s*\\([^;=]*(?:\\)[^;=]*)?$");
    private static final Pattern SQL = Pattern.compile(
            "(?i)^(?:create|alter)\\s+(?:or\\s+replace\\s+)?(?:\\w+\\s+)*?(?:table|view|function|procedure|trigger|index|type|schema)"
                + "\\s+(?:if\\s+not\\s+exists\\s+)?([\\w.\"`\\[\\]]+).*");
    private static final Pattern YAML = Pattern.compile("^[\"']?([\\w./ -]+)[\"']?\\s*:(?:\\s.*)?$");
    private static final Pattern TOML = Pattern.compile("^\\[+([^\\]]+)\\]+\\s*(?:#.*)?$");
    private static final Pattern CSS = Pattern.compile("^([^{}@/*][^{}]*|@[^{}]+)\\{.*");
    private static final Pattern VUE = Pattern.compile("^<(template|script|style)\\b.*");
    private static final Pattern STATEMENT = Pattern.compile(
            "^(?:if|else|for|foreach|while|switch|return|do|try|catch|finally|new|throw|case|using|lock|import|package|yield|await|assert|delete|goto|elif|with|raise|and|or|not)\\b.*");
    private static final Pattern BELONGS_BELOW =
            Pattern.compile("^(?://|/\\*|\\*|#(?!include|define|if|end|else|pragma)|--|@|\\[\\w).*");

    private static final Set<String> INDENTED = Set.of("python", "ruby");
    private static final Set<String> FLAT = Set.of("yaml", "toml", "sql", "vue");

    /** No declaration has a longer line; data and packed scripts do. */
    private static final int LONGEST = 2000;

    private final String language;
    private final boolean braces;

    CodeOutline(String language) {
        this.language = language;
        this.braces = !INDENTED.contains(language) && !FLAT.contains(language);
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
                leave(containers, scan.depth(), indent, line);
                String name = place(containers, scan.depth(), indent) ? declaration(line) : null;
                if (name != null) {
                    String path =
                            containers.isEmpty() ? name : containers.peek().path() + "." + name;
                    cuts.add(new Declaration(belowFrom >= 0 ? belowFrom : start, start, path));
                    if (container(line)) containers.push(new Container(path, scan.depth() + 1, indent));
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

    private void leave(Deque<Container> containers, int depth, int indent, String line) {
        while (!containers.isEmpty()) {
            var top = containers.peek();
            boolean left = braces
                    ? depth < top.depth()
                            && !line.startsWith("{")
                            && (depth < top.depth() - 1 || indent <= top.indent())
                    : indent <= top.indent();
            if (!left) return;
            containers.pop();
        }
    }

    /** Whether a declaration may stand here: at the top, or directly in a type's body. */
    private boolean place(Deque<Container> containers, int depth, int indent) {
        if (containers.isEmpty()) return indent == 0 && (!braces || depth == 0);
        var top = containers.peek();
        if (braces) return depth == top.depth();
        return indent > top.indent() && indent <= top.indent() + 4;
    }

    private boolean container(String line) {
        return !FLAT.contains(language)
                && !language.equals("css")
                && TYPE.matcher(line).find()
                && !line.endsWith(";")
                && !line.startsWith("def ");
    }

    private @Nullable String declaration(String line) {
        if (STATEMENT.matcher(line).matches()) return null;
        return switch (language) {
            case "yaml" -> first(YAML, line);
            case "toml" -> first(TOML, line);
            case "sql" -> first(SQL, line);
            case "css" -> first(CSS, line);
            case "vue" -> first(VUE, line);
            default -> {
                if (line.startsWith("//") || line.startsWith("#") || line.startsWith("*") || line.startsWith("/*"))
                    yield null;
                var type = TYPE.matcher(line);
                if (type.find() && !line.endsWith(";") && before(line, type.start())) yield type.group(1);
                var function = NAMED_FUNCTION.matcher(line);
                if (function.find() && before(line, function.start())) yield function.group(1);
                String arrow = first(ARROW, line);
                if (arrow != null) yield arrow;
                if (!braces
                        || line.endsWith(";")
                        || (line.endsWith(",") && !open(line))
                        || line.startsWith("@")
                        || line.startsWith(".")) yield null;
                yield first(
                        METHOD,
                        line.endsWith("{")
                                ? line.substring(0, line.length() - 1).strip()
                                : cutBody(line));
            }
        };
    }

    /** A body on the same line is no part of the head: {@code int size() { return n; }}. */
    private static String cutBody(String line) {
        int brace = line.indexOf('{');
        return brace > 0 && line.endsWith("}") ? line.substring(0, brace).strip() : line;
    }

    /** Whether a parameter list goes on in the next line. */
    private static boolean open(String line) {
        return line.chars().filter(c -> c == '(').count()
                > line.chars().filter(c -> c == ')').count();
    }

    /** Only modifiers may stand before the keyword, no operators or calls. */
    private static boolean before(String line, int keyword) {
        for (int i = 0; i < keyword; i++) if ("=(\"';{".indexOf(line.charAt(i)) >= 0) return false;
        return true;
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
