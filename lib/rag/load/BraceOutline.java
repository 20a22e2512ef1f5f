package rag.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of a file whose bodies stand in braces: what stands before a brace, or up to the end of a statement,
 * is a head; its shape says whether a type begins (its members are looked at), a function (its body is passed over), or
 * neither. When the braces of a file don't match, it is read once more with indentation as the guide.
 */
final class BraceOutline {

    private record Branch(CodeFrame frame, int brackets, int head) {}

    /** No declaration has a longer line; data and packed scripts do. */
    static final int LONGEST = 2000;

    private static final Set<String> PREPROCESSED = Set.of("c", "cpp", "csharp");
    private static final Set<String> NAMED_LIKE_TYPE = Set.of("java", "csharp");
    private static final Pattern ONLY_MODIFIERS = Pattern.compile(
            "(?:(?:public|private|protected|internal|static|unsafe|extern|async|final|synchronized|native|default|strictfp|virtual|override|sealed|abstract|partial|new)\\s+|<>\\s*)*");
    /** {@code int add(a, b) int a;}, where the types of the parameters follow. */
    private static final Pattern OLD_PARAMETERS = Pattern.compile(
            "^(?!typedef\\b)(?:[A-Z_0-9]+\\s*\\(\\)\\s*)?[\\w\\s*]*\\w\\s*\\(\\)\\s*(?:[\\w\\s*,\\[\\]]*;\\s*)*\\w+(?:\\s*\\*+\\s*|\\s+)\\w[\\w\\s*,\\[\\]]*$");

    private static final Pattern TYPEDEF_NAME =
            Pattern.compile("\\s*(?:__attribute__\\s*\\(\\(\\w*\\)\\)\\s*)?\\**(\\w+)");
    private static final Pattern INITIALISER =
            Pattern.compile(".*\\)\\s*(?:noexcept\\s*|\\(\\)\\s*)*:(?!:).*[\\w>]\\s*$");
    private static final Pattern OPEN_ARGUMENTS = Pattern.compile("^[^=]*[\\w$]\\s?<(?!>)|=\\s?<(?!>)");
    private static final Pattern GROUP_OF_SCALA = Pattern.compile("^extension\\b.*\\(\\)\\s*$");

    private final String language;
    private final String text;
    private final String mask;
    private final CodeShapes shapes;
    private final CodeLines lines;
    private final CodeComments comments;
    private final List<Declaration> found = new ArrayList<>();
    private final Deque<Branch> branches = new ArrayDeque<>();
    private final CodeHead head = new CodeHead();
    private CodeFrame frame = CodeFrame.top();
    private int brackets;
    private boolean guided;
    private boolean uneven;

    private BraceOutline(String language, CodeShapes shapes, String text) {
        this.language = language;
        this.text = text;
        this.mask = CodeMask.of(language, text);
        this.shapes = shapes;
        this.lines = new CodeLines(mask);
        this.comments = new CodeComments(text, mask, lines, language.equals("shell"));
    }

    static List<Declaration> of(String language, CodeShapes shapes, String text) {
        var outline = new BraceOutline(language, shapes, text);
        outline.read();
        if (outline.uneven) {
            outline.guided = true;
            outline.read();
        }
        return outline.found;
    }

    private void read() {
        found.clear();
        branches.clear();
        head.clear();
        frame = CodeFrame.top();
        brackets = 0;
        uneven = false;
        for (int at = 0; at < mask.length(); at++) {
            if (at == 0 || mask.charAt(at - 1) == '\n') line(at);
            char c = mask.charAt(at);
            if (c == '}') close(at);
            else if (!frame.members) {
                if (c == '{') push(at, false, frame.path, '}', true);
            } else sign(c, at);
        }
        end(mask.length());
        while (frame.closer == ' ' && frame.outer != null) frame = frame.outer;
        uneven |= frame.outer != null;
    }

    private void sign(char c, int at) {
        switch (c) {
            case '(', '[' -> {
                if (brackets++ > 0) return;
                if (c == '('
                        && language.equals("go")
                        && shapes.around().matcher(head.toString()).matches()) {
                    push(at, true, frame.path, ')', false);
                } else head.add(c, at);
            }
            case ')', ']' -> {
                if (brackets == 0 && c == frame.closer) close(at);
                if (brackets > 0 && --brackets == 0) head.add(c, at);
            }
            case '{' -> open(at);
            case ';' -> {
                if (brackets > 0) return;
                if (language.equals("c")
                        && OLD_PARAMETERS.matcher(head.toString()).matches()) head.add(c, at);
                else end(at);
            }
            case '\n' -> {
                if (language.equals("shell")) brackets = 0;
                if (brackets > 0) return;
                if (shapes.lines() && !CodeLineEnds.goesOn(language, mask, at, head)) end(at);
                else head.add(c, at);
            }
            default -> {
                if (brackets == 0) head.add(c, at);
            }
        }
    }

    private void open(int at) {
        if (brackets > 0 || head.judged || inHead()) {
            if (brackets == 0) head.add('{', at);
            push(at, false, frame.path, '}', true);
            return;
        }
        var plain = head.withoutArguments();
        String words = plain.toString();
        if (words.indexOf(';') >= 0) { // types of parameters, or what only looked like them
            int last = words.lastIndexOf(';');
            if (words.substring(last + 1).isBlank()) plain.cut(words.indexOf(';'));
            else plain = plain.from(last + 1);
        }
        var what = what(plain);
        if (what != null) {
            int before = found.size();
            String path = emit(what, plain);
            push(at, what.type(), path, '}', false);
            if (what.name().isEmpty() && found.size() > before) frame.nameless = before;
        } else {
            boolean around = shapes.around()
                    .matcher(words.substring(CodeShapes.modifiers(words)))
                    .matches();
            push(at, around, frame.path, '}', false);
        }
        head.clear();
    }

    /** Whether this brace is part of a head: a type {@code : { a: string }}, a member's first value {@code , b{1}}. */
    private boolean inHead() {
        return switch (language) {
            case "typescript" ->
                !head.isBlank()
                        && (":|&<,".indexOf(head.end()) >= 0
                                || OPEN_ARGUMENTS
                                        .matcher(head.withoutArguments().toString())
                                        .find());
            case "c", "cpp" ->
                INITIALISER.matcher(head.toString()).matches()
                        && !head.toString().matches(".*\\b(?:class|struct|enum)\\b[^()]*:.*");
            default -> false;
        };
    }

    private CodeShapes.@Nullable Found what(CodeHead plain) {
        var what = shapes.find(plain, frame.outer != null);
        if (what == null || what.type() || !NAMED_LIKE_TYPE.contains(language)) return what;
        String before = plain.toString().substring(CodeShapes.modifiers(plain.toString()), what.at());
        if (!ONLY_MODIFIERS.matcher(before).matches()) return what;
        String type = frame.path.substring(frame.path.lastIndexOf('.') + 1);
        return what.name().equals(type) || what.name().matches("(?:operator|~).*") ? what : null;
    }

    private void push(int at, boolean members, String path, char closer, boolean headGoesOn) {
        int from = head.isBlank() ? at : Math.min(at, head.offset(0));
        int indent = Math.max(lines.indent(from), lines.blankBefore(at) ? lines.indent(at) : 0);
        frame = new CodeFrame(frame, members, path, indent, brackets, closer, headGoesOn);
        if (members) brackets = 0;
    }

    private void close(int at) {
        if (frame.members && frame.outer != null) end(at);
        while (frame.closer == ' ' && frame.outer != null) frame = frame.outer;
        if (frame.outer == null) {
            uneven = true;
            head.clear();
            brackets = 0;
            return;
        }
        if (frame.nameless >= 0) name(frame.nameless, at + 1);
        boolean goesOn = frame.headGoesOn;
        brackets = frame.closer == ')' ? 0 : frame.brackets;
        frame = frame.outer;
        if (!goesOn) head.clear();
        else if (brackets == 0 && frame.members) head.add('}', at);
    }

    private void name(int index, int at) {
        var name = TYPEDEF_NAME.matcher(mask).region(at, Math.min(mask.length(), at + 300));
        var nameless = found.get(index);
        if (name.lookingAt())
            found.set(index, new Declaration(nameless.offset(), nameless.head(), nameless.path() + name.group(1)));
    }

    /** A statement ends without a brace. */
    private void end(int at) {
        if (!head.judged && !head.isBlank() && frame.members) {
            var plain = head.withoutArguments();
            String words = plain.toString();
            var what = what(plain);
            boolean indented = language.equals("scala") && words.stripTrailing().endsWith(":");
            if (what != null && whole(what, words)) {
                String path = emit(what, plain);
                boolean byIndent = language.equals("scala") || language.equals("kotlin");
                if (byIndent && (!what.type() || indented)) push(at, what.type(), path, ' ', false);
            } else if (language.equals("scala") && GROUP_OF_SCALA.matcher(words).matches()) {
                push(at, true, frame.path, ' ', false);
            }
        }
        head.clear();
    }

    /** Whether this declares something without a brace: a type, or a function whose body is an expression. */
    private boolean whole(CodeShapes.Found what, String words) {
        if (what.type()) return shapes.bare();
        var expression = shapes.expression();
        return expression != null && expression.matcher(words).lookingAt();
    }

    private String emit(CodeShapes.Found what, CodeHead plain) {
        String name = what.name();
        if (language.equals("go")) name = plain.receiver(mask, lines) + name;
        String path = frame.path.isEmpty() ? name : frame.path + "." + name;
        head.judged = true;
        int line = lines.start(plain.offset(what.at()));
        if (lines.end(line) - line > LONGEST) return path;
        int start = lines.start(plain.offset(0));
        int last = found.isEmpty() ? -1 : found.getLast().offset();
        if (start <= last) start = line;
        if (start <= last) return path;
        found.add(new Declaration(comments.above(start, last), line, path));
        return path;
    }

    /** What the beginning of a line says: branches of a preprocessor or of a merge, and the end of indented bodies. */
    private void line(int at) {
        int first = at;
        int end = lines.end(at);
        while (first < end && Character.isWhitespace(text.charAt(first))) first++;
        if (first == end) return;
        boolean directive = text.charAt(first) == '#' && PREPROCESSED.contains(language);
        if (mask.charAt(first) == ' ' && (directive || CodeComments.mark(text.substring(at, Math.min(end, at + 7))))) {
            branch(text.substring(first, Math.min(end, first + 12)).replaceFirst("^#\\s+", "#"));
            return;
        }
        while (first < end && Character.isWhitespace(mask.charAt(first))) first++;
        if (first == end) return;
        int indent = lines.indent(first);
        char c = mask.charAt(first);
        while (frame.closer == ' ' && frame.outer != null && indent <= frame.indent && c != ')') {
            end(at);
            frame = frame.outer;
        }
        if (guided) guide(c, indent);
        if (frame.inner < 0 && c != '{') frame.inner = indent;
    }

    private void guide(char c, int indent) {
        boolean starts = Character.isJavaIdentifierStart(c) || c == '@' || c == '#';
        while (frame.outer != null
                && (starts
                        ? indent <= frame.indent
                                && (indent < frame.inner || frame.inner < 0 && frame.indent >= 0 && !frame.members)
                        : c == '}' && indent < frame.indent)) {
            frame = frame.outer;
            brackets = 0;
            head.clear();
        }
    }

    private void branch(String directive) {
        if (directive.startsWith("#if") || directive.startsWith("<<<<<<<")) {
            branches.push(new Branch(frame, brackets, head.length()));
        } else if (directive.startsWith("#el") || directive.startsWith("=======")) {
            var branch = branches.peek();
            if (branch == null) return;
            if (frame != branch.frame()) head.clear();
            else head.cut(branch.head());
            frame = branch.frame();
            brackets = branch.brackets();
        } else if ((directive.startsWith("#endif") || directive.startsWith(">>>>>>>")) && !branches.isEmpty()) {
            branches.pop();
        }
    }
}
