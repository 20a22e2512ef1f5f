import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.treesitter.TSNode;
import org.treesitter.TSParser;
import org.treesitter.TSTreeCursor;
import rag.load.Declaration;

/**
 * The declarations of a source file as its grammar sees them: types, their members and functions, never what stands in
 * the body of a function. A broken place costs what stands in it, not the rest of the file. Only what has a body counts;
 * where something without one is declared ({@code free}), a cut is neither asked for nor held against the other side.
 */
final class GrammarOutline {

    private static final Pattern BODY = Pattern.compile(".*_body|.*declaration_list|ERROR");
    private static final Pattern ABOVE =
            Pattern.compile(".*(?:comment|attribute|annotation|decorator|template_parameter).*");
    private static final Pattern IDENTIFIER = Pattern.compile(".*identifier|constant|word|operator_name");
    private static final Set<String> FUNCTIONS =
            Set.of("arrow_function", "function_expression", "generator_function", "class");
    private static final Set<String> ASSIGNMENTS =
            Set.of("variable_declarator", "assignment_expression", "field_definition", "public_field_definition");
    private static final Set<String> KEYWORDS =
            Set.of("init", "deinit", "subscript", "constructor", "companion", "this", "operator");
    private static final Set<String> NEED_BODY =
            Set.of("struct_specifier", "union_specifier", "enum_specifier", "class_specifier", "namespace_definition");
    private static final Pattern HAS_BODY = Pattern.compile(
            ".*_body|block|statement_block|compound_statement|.*declaration_list|arrow_expression_clause|struct_type|interface_type");
    private static final Pattern FREE = Pattern.compile(
            ".*(?:property|typealias|type_alias|alias_declaration|signature|delegate|indexer|type_item|given_definition|type_definition|event_declaration|file_scoped_namespace|class_specifier|object_definition).*");
    /** A macro on its own line, which would make a namespace after it a function to the grammar of C++. */
    private static final Pattern MACRO_LINE = Pattern.compile("(?m)^[A-Z][A-Z_0-9]{3,}$");

    private static final Pattern CLOSERS = Pattern.compile("(?:[\\s})\\];,]|\\bend\\b)*");

    /** What counts, and where the lines of names begin that count neither way. */
    record Found(List<Declaration> declarations, Set<Integer> free) {}

    private final Grammar grammar;
    private final String text;
    private final List<Declaration> found = new ArrayList<>();
    private final Set<Integer> free = new HashSet<>();

    /** Where the last declaration ended; -1 when nothing may follow it under another name. */
    private int ended = -1;

    private GrammarOutline(Grammar grammar, String text) {
        this.grammar = grammar;
        this.text = text;
    }

    /** In their order, at most one a line. */
    static Found of(Grammar grammar, String text) {
        var outline = new GrammarOutline(grammar, text);
        try (var parser = new TSParser()) {
            if (!parser.setLanguage(grammar.language())) throw new IllegalStateException("Grammar of another version");
            try (var tree = parser.parseString(
                    null,
                    ascii(MACRO_LINE
                            .matcher(text)
                            .replaceAll(line -> " ".repeat(line.group().length()))))) {
                outline.members(tree.getRootNode(), "", -1);
            }
        }
        outline.follow(text.length(), "");
        return new Found(outline.found, outline.free);
    }

    /** One byte a character, so that the parser's offsets are ours. */
    private static String ascii(String text) {
        var ascii = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            ascii.append(c == 0 ? ' ' : c < 0x80 ? c : Character.isLetter(c) ? 'x' : ' ');
        }
        return ascii.toString();
    }

    /** @param from where what stands above this node begins; a first child that shares its line has it too */
    private void members(TSNode node, String path, int from) {
        int begins = from;
        int below = node.getStartByte();
        for (var child : children(node, true)) {
            int start = line(child.getStartByte());
            boolean near = begins >= 0 && lines(below, child.getStartByte()) <= 1;
            if (ABOVE.matcher(child.getType()).matches()) {
                boolean trails =
                        !near && !text.substring(start, child.getStartByte()).isBlank();
                if (!near) begins = trails ? -1 : start;
                below = child.getEndByte();
            } else {
                member(child, path, near ? begins : start);
                begins = -1;
            }
        }
    }

    private int lines(int from, int to) {
        int lines = 0;
        for (int i = from; i < to; i++) if (text.charAt(i) == '\n') lines++;
        return lines;
    }

    private void member(TSNode node, String path, int from) {
        String type = node.getType();
        boolean container = grammar.types().contains(type);
        if ((container || grammar.parts().contains(type)) && declares(node, type)) {
            var name = name(node);
            if (name == null) { // a namespace without a name, say
                members(node, path, -1);
                return;
            }
            if (!bodied(node, type)) {
                free(node);
                free(name);
                return;
            }
            int head = line((type.equals("type_definition") ? node : name).getStartByte());
            int start = Math.min(from, line(node.getStartByte()));
            follow(start, path);
            String own = text.substring(name.getStartByte(), name.getEndByte()).replaceAll("\\s+", " ");
            var receiver = child(node, "receiver");
            if (receiver != null)
                own = text.substring(receiver.getStartByte(), receiver.getEndByte())
                                .replaceAll(".*?([\\w]+)(?:\\[[^\\]]*])?\\s*\\)$", "$1")
                        + "." + own;
            String whole = path.isEmpty() ? own : path + "." + own;
            if (found.isEmpty() || found.getLast().offset() < start) found.add(new Declaration(start, head, whole));
            ended = -1;
            if (container) {
                members(node, whole, -1);
                follow(node.getEndByte(), whole);
            }
            ended = node.getEndByte();
        } else if (grammar.through().contains(type) || BODY.matcher(type).matches()) {
            boolean first = grammar.through().contains(type) && !type.contains("preproc");
            members(node, path, first ? from : -1);
        } else if (FREE.matcher(type).matches()) {
            free(node);
            var name = name(node);
            if (name != null) free(name);
        }
    }

    private void free(TSNode node) {
        free.add(line(node.getStartByte()));
    }

    private boolean bodied(TSNode node, String type) {
        if (!grammar.bodies() || ASSIGNMENTS.contains(type)) return true;
        if (child(node, "body") != null) return true;
        if (type.equals("type_definition")) {
            var of = child(node, "type");
            return of != null && child(of, "body") != null;
        }
        return children(node, true).stream()
                .anyMatch(child -> HAS_BODY.matcher(child.getType()).matches());
    }

    /** What stands between the end of a declaration and the next one belongs to the type around both. */
    private void follow(int until, String path) {
        if (ended < 0) return;
        int start = text.indexOf('\n', ended) + 1;
        ended = -1;
        if (start <= 0
                || start >= until
                || CLOSERS.matcher(text.substring(start, until)).matches()) return;
        found.add(new Declaration(start, -1, path));
    }

    private boolean declares(TSNode node, String type) {
        if (NEED_BODY.contains(type)) return child(node, "body") != null;
        if (!ASSIGNMENTS.contains(type)) return true;
        var value = child(node, type.startsWith("assign") ? "right" : "value");
        return value != null && FUNCTIONS.contains(value.getType());
    }

    private static @Nullable TSNode name(TSNode node) {
        for (String field : List.of("name", "property", "declarator", "left", "type")) {
            var child = child(node, field);
            if (child == null) continue;
            if (child.getType().equals("generic_type")) return name(child) == null ? child : name(child);
            boolean nested = field.equals("declarator")
                    && !IDENTIFIER.matcher(child.getType()).matches();
            return nested ? name(child) == null ? child : name(child) : child;
        }
        for (var child : children(node, true)) {
            if (IDENTIFIER.matcher(child.getType()).matches()) return child;
        }
        for (var child : children(node, false)) {
            if (KEYWORDS.contains(child.getType())) return child;
        }
        return null;
    }

    /** By a cursor: a child by its index is found by walking past all before it. */
    private static List<TSNode> children(TSNode node, boolean named) {
        var children = new ArrayList<TSNode>();
        try (var cursor = new TSTreeCursor(node)) {
            for (boolean more = cursor.gotoFirstChild(); more; more = cursor.gotoNextSibling())
                if (!named || cursor.currentNode().isNamed()) children.add(cursor.currentNode());
        }
        return children;
    }

    private static @Nullable TSNode child(TSNode node, String field) {
        var child = node.getChildByFieldName(field);
        return child == null || child.isNull() ? null : child;
    }

    private int line(int offset) {
        return text.lastIndexOf('\n', offset - 1) + 1;
    }
}
