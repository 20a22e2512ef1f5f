package rag.load;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the heads of declarations look in a family of languages; heads come from {@link CodeHead}, so brackets are empty.
 *
 * @param type a type; its members are declarations too
 * @param around what is passed through without a name: {@code extern "C"}
 * @param function functions and methods with a body
 * @param expression functions whose body is an expression: {@code fun twice(n: Int) = 2 * n}; null when there are none
 * @param lines whether a statement may end with its line
 * @param bare whether types without a body are worth a cut: {@code record Entry(int a);}
 */
record CodeShapes(
        Pattern type,
        Pattern around,
        List<Pattern> function,
        @Nullable Pattern expression,
        boolean lines,
        boolean bare) {

    /** What a head may hold: a name, where it stands in the head, and whether members follow. */
    record Found(String name, int at, boolean type) {}

    private static final String NEVER = "(?!)";
    /** Modifiers: {@code public static final}; in Rust {@code pub() unsafe extern ""}. */
    private static final String WORDS = "^(?:[\\w$]+(?:\\(\\)|\\[\\w*\\])?(?:\\s*\"\\s*\")?\\s+)*?";

    private static final Pattern NO_NAME = Pattern.compile(
            "(?:if|else|for|foreach|while|switch|return|do|try|catch|finally|new|throw|case|using|lock|fixed|synchronized|with|sizeof|alignas|decltype|noexcept|defined|__attribute__|__declspec|_Alignas|throws|when|guard|await|assert|requires|static_assert|explicit|super|base)");
    private static final Pattern ATTRIBUTES = Pattern.compile(
            "\\s*(?:#!?\\s?\\[\\]|\\[\\]|@(?!interface\\b)[\\w.:$]+\\s*(?:<>)?(?:\\(\\))?|__attribute__\\s*\\(\\)|__declspec\\s*\\(\\)|[A-Z][A-Z_0-9]{3,}(?=\\s+template\\b)|(?:public|private|protected)\\s*(?:\\w+\\s*)?:(?!:)|template\\s*<>(?:\\s*requires\\s+[\\w:]+\\s*(?:<>)?)?|<\\?php|extern\\s+\"\\s*\"(?!\\s*$))");

    /** {@code class Ledger<>}, {@code record Entry()}, {@code @interface Mark}. */
    private static final Pattern JAVA_TYPE = Pattern.compile(
            WORDS + "(?:class|interface|enum|@\\s?interface|trait|record(?=\\s+\\w+\\s*(?:<>\\s*)?\\())\\s+([\\w$]+)");
    /** {@code namespace A.B}, {@code record struct P()}, {@code partial class Box<> : IBox}. */
    private static final Pattern CSHARP_TYPE = Pattern.compile(
            WORDS
                    + "(?:class|interface|enum|struct|namespace|record(?:\\s+(?:class|struct))?(?=\\s+\\w+\\s*(?:<>\\s*)?(?:\\(|:|$|where)))\\s+([\\w.@]+)");
    /** {@code int put()}, {@code List<> all() throws X}, {@code Ledger()}, {@code operator +()}. */
    private static final Pattern METHOD = Pattern.compile(
            "^(?:[\\w$<>\\[\\],.?&*@:]+\\s+|\\(\\)\\s*+(?:\\?\\s*+)?+)*?[*&]*(?:[\\w$]+(?:<>)?\\.)*(~?[\\w$]+|operator\\s*[^\\s\\w(]{1,3}|operator\\s+(?:checked\\s+)?[\\w.<>\\[\\]?]+)\\s*(?:<>)?\\s*\\(\\)(?:\\s*(?:=>|[^\\s=(;]).*)?\\s*$");
    /** A compact constructor: {@code public Entry}. */
    private static final Pattern COMPACT = Pattern.compile("^(?:(?:public|private|protected)\\s+)?([A-Z][\\w$]*)\\s*$");

    /** {@code class EXPORT Name final : Base<>}, {@code enum class E}, {@code namespace a::b}, {@code typedef struct}. */
    private static final Pattern C_TYPE = Pattern.compile(
            "^(?:(?:[A-Z][A-Z_0-9]+|typedef|static|const|inline|volatile|extern|friend|constexpr|export)\\s+)*(?:class|struct|union|enum(?:\\s+(?:class|struct))?|namespace)\\b(?:\\s*(?:__attribute__|__declspec|alignas|_Alignas|[A-Z_0-9]{2,}(?=\\s*\\(\\)\\s*\\w))?\\s*\\(\\)|\\s*\\[\\]|\\s+[A-Z_0-9]{2,}(?=\\s+\\w))*\\s*((?:[\\w$]+(?:\\s*<>)?::)*[\\w$]*(?:\\s*<>)?)\\s*(?:final\\s*|__attribute__\\s*\\(\\)\\s*)*(?::[^:].*)?$");

    private static final Pattern C_AROUND =
            Pattern.compile("^(?:extern\\s+\"\\s*\"|inline namespace|(?:[A-Z][A-Z_0-9]+\\s+)*namespace|export)\\s*$");
    /** {@code static int *find()}, {@code A<>::~A() noexcept}, {@code bool operator==() const}, {@code TEST()}. */
    private static final Pattern C_FUNCTION = Pattern.compile(
            "^(?:[\\w\\s*&:<>\\[\\]~,$]|\\(\\))*?(?<![\\w$~])((?:[\\w$]+\\s*(?:<>)?\\s*::\\s*)*(?:operator\\s*(?:\\(\\)|\\[\\]|\"\\s*\"\\s*\\w+|[^\\s\\w(]{1,3}|[\\w:][\\w:\\s*&<>]{0,80})|~?\\s?[\\w$]+))\\s*(?:<>)?\\s*\\(\\)(?!\\s*(?!(?:const|noexcept|override|final|volatile|throw|try|mutable|requires|__attribute__|[A-Z_0-9]+)\\b)[A-Za-z_][\\w\\s*&:<>]*\\(\\))(?:\\s*(?:$|[\\w:&\\[{}\"]|->).*)?$");

    /** {@code export default abstract class App}, {@code declare module ""}, {@code const enum E}. */
    private static final Pattern SCRIPT_TYPE = Pattern.compile(
            "^(?:(?:export|default|declare|abstract|const)\\s+)*(?:(?:class|interface|enum|namespace|module)\\s+(?!extends\\b)([\\w$.]+|[\"']\\s*[\"'])|(?:const|let|var)\\s+([\\w$]+)\\s*=\\s*class\\b)");

    private static final Pattern SCRIPT_AROUND = Pattern.compile("^(?:declare\\s+)?global\\s*$");
    /** {@code export async function* load()}. */
    private static final Pattern SCRIPT_FUNCTION = Pattern.compile(
            "^(?:(?:export|default|declare|async)\\s+)*function\\s*\\*?\\s*([\\w$]+)\\s*(?:<>)?\\s*\\(\\)");
    /** {@code const load = async () =>}, {@code module.exports.load = function}, {@code private put = () =>}. */
    private static final Pattern SCRIPT_BOUND = Pattern.compile(
            "^(?:(?:export|default|declare|const|let|var|public|private|protected|static|readonly|override)\\s+)*(#?[\\w$]+(?:\\.[\\w$]+|\\[\\])*)\\s*[?!]?(?:\\s*:[^=]+(?:=>[^=]+)?)?\\s*=\\s*(?:async\\b\\s*)?(?:function\\b|(?:<>)?\\s*\\(\\)\\s*(?::[^=]+)?=>|[\\w$]+\\s*=>)");
    /** {@code static async *put()}, {@code get size()}, {@code #hide()}, {@code [Symbol.iterator]()}. */
    private static final Pattern SCRIPT_METHOD = Pattern.compile(
            "^(?:(?:public|private|protected|static|async|override|readonly|abstract|get|set|accessor|declare)\\s+)*\\*?\\s*(#?[\\w$]+|\\[\\]|[\"']\\s*[\"'])\\s*\\??\\s*(?:<>)?\\s*\\(\\)(?:\\s*:.*)?\\s*$");

    /** {@code pub() unsafe trait}, {@code impl<> fmt::Display for Point<> where}, {@code mod tests}. */
    private static final Pattern RUST_TYPE = Pattern.compile(
            WORDS
                    + "(?:(?:struct|enum|union|trait|mod)\\s+([\\w#]+)|impl\\b\\s*(?:<>)?\\s*(?:const\\s+)?(?:[^{]*?\\bfor\\s+(?!<))?[&*!]*\\s*(?:'\\w+\\s+)?(?:(?:dyn|mut|const)\\s+)?((?:\\w+::)*\\w+|\\(\\)|\\[\\]))");

    private static final Pattern RUST_FUNCTION = Pattern.compile(WORDS + "(?:fn\\s+|macro_rules!\\s*)([\\w#]+)");
    private static final Pattern RUST_AROUND = Pattern.compile("^(?:unsafe\\s+)?extern(?:\\s*\"\\s*\")?\\s*$");

    /** {@code type Server struct}, {@code Pair[] struct} in a group. */
    private static final Pattern GO_TYPE =
            Pattern.compile("^(?:type\\s+)?(\\w+)\\s*(?:\\[\\])?\\s*(?:struct|interface)\\s*$");

    private static final Pattern GO_FUNCTION =
            Pattern.compile("^func\\s*(?:\\(\\)\\s*)?(\\w+)\\s*(?:\\[\\])?\\s*\\(\\)");

    private static final Pattern PHP_TYPE =
            Pattern.compile(WORDS + "(?:class|interface|trait|enum|namespace)\\s+([\\w\\\\]+)");
    private static final Pattern PHP_FUNCTION = Pattern.compile(WORDS + "function\\s*&?\\s*(\\w+)\\s*\\(\\)");

    /** {@code companion object}, {@code fun interface Put}, {@code data class Entry()}. */
    private static final Pattern KOTLIN_TYPE =
            Pattern.compile(WORDS + "(?:(?:class|interface|object)\\s+([\\w$]+|`[^`]+`)|(companion)\\s+object\\b)");
    /** {@code override fun <> List<>.put()}, {@code constructor()}. */
    private static final Pattern KOTLIN_FUNCTION = Pattern.compile(
            WORDS
                    + "(?:fun\\s+(?:<>\\s*)?(?:@\\w+\\s+)?(?:(?:\\(\\)|\\w+(?:<>)?)[?]?\\.)*([\\w$]+|`[^`]+`)|(constructor))\\s*\\(\\)");

    private static final Pattern KOTLIN_SHORT = Pattern.compile("^[^=]*\\)\\s*(?::[^=]*)?=.*");

    private static final Pattern SWIFT_TYPE = Pattern.compile(
            WORDS + "(?:class|struct|enum|protocol|extension|actor)\\s+(?!func\\b|var\\b|let\\b)([\\w.]+)");
    private static final Pattern SWIFT_FUNCTION = Pattern.compile(
            WORDS
                    + "(?:func\\s+([\\w`]+|[^\\s\\w(<]{1,4}|<)|(init)[?!]?|(deinit)\\b|(subscript))\\s*(?:<>)?\\s*(?:\\(\\)|$)");

    /** {@code final case class Entry() extends Base}, {@code package object util}. */
    private static final Pattern SCALA_TYPE =
            Pattern.compile(WORDS + "(?:class|object|trait|enum)\\s+([\\w$]+|`[^`]+`)");

    private static final Pattern SCALA_FUNCTION = Pattern.compile(WORDS + "def\\s+([\\w$]+|`[^`]+`|[^\\s\\w(\\[:=]+)");
    private static final Pattern SCALA_SHORT = Pattern.compile("^.*[^=!<>]=(?!=|>).*");

    /** {@code build ()}, {@code function build}. */
    private static final Pattern SHELL_FUNCTION =
            Pattern.compile("^(?:function\\s+([\\w.:+@-]+)\\s*(?:\\(\\))?|([\\w.:+@-]+)\\s*\\(\\))\\s*$");

    /** Where a keyword says that a function begins, it may have any name. */
    private static final List<Pattern> KEYWORD = List.of(
            RUST_FUNCTION,
            KOTLIN_FUNCTION,
            SWIFT_FUNCTION,
            SCALA_FUNCTION,
            PHP_FUNCTION,
            GO_FUNCTION,
            SCRIPT_FUNCTION,
            SCRIPT_BOUND);

    private static CodeShapes shapes(Pattern type, boolean lines, boolean bare, Pattern... function) {
        return new CodeShapes(type, Pattern.compile(NEVER), List.of(function), null, lines, bare);
    }

    private CodeShapes around(Pattern around) {
        return new CodeShapes(type, around, function, expression, lines, bare);
    }

    private CodeShapes expression(Pattern expression) {
        return new CodeShapes(type, around, function, expression, lines, bare);
    }

    private static final CodeShapes SCRIPT = shapes(
                    SCRIPT_TYPE, true, false, SCRIPT_FUNCTION, SCRIPT_BOUND, SCRIPT_METHOD)
            .around(SCRIPT_AROUND)
            .expression(SCRIPT_BOUND);
    private static final CodeShapes C = shapes(C_TYPE, false, false, C_FUNCTION).around(C_AROUND);

    static final Map<String, CodeShapes> BY_LANGUAGE = Map.ofEntries(
            Map.entry("java", shapes(JAVA_TYPE, false, false, METHOD, COMPACT)),
            Map.entry("groovy", shapes(JAVA_TYPE, true, false, METHOD)),
            Map.entry("csharp", shapes(CSHARP_TYPE, false, true, METHOD).expression(Pattern.compile(".*\\)[^=]*=>.*"))),
            Map.entry("javascript", SCRIPT),
            Map.entry("typescript", SCRIPT),
            Map.entry("c", C),
            Map.entry("cpp", C),
            Map.entry("rust", shapes(RUST_TYPE, false, true, RUST_FUNCTION).around(RUST_AROUND)),
            Map.entry("go", shapes(GO_TYPE, true, false, GO_FUNCTION).around(Pattern.compile("^type\\s*$"))),
            Map.entry("php", shapes(PHP_TYPE, false, false, PHP_FUNCTION)),
            Map.entry("kotlin", shapes(KOTLIN_TYPE, true, true, KOTLIN_FUNCTION).expression(KOTLIN_SHORT)),
            Map.entry("swift", shapes(SWIFT_TYPE, true, false, SWIFT_FUNCTION)),
            Map.entry(
                    "scala",
                    shapes(SCALA_TYPE, true, true, SCALA_FUNCTION)
                            .around(Pattern.compile("^package\\s+[\\w.]+\\s*$|^extension\\b.*"))
                            .expression(SCALA_SHORT)),
            Map.entry("shell", shapes(Pattern.compile(NEVER), true, false, SHELL_FUNCTION)));

    /** Where a head begins behind its attributes and template lines. */
    static int modifiers(String head) {
        int at = 0;
        var attribute = ATTRIBUTES.matcher(head);
        while (attribute.region(at, head.length()).lookingAt() && attribute.end() > at) at = attribute.end();
        while (at < head.length() && head.charAt(at) == ' ') at++;
        return at;
    }

    /** What a head declares; null when it declares nothing. */
    @Nullable
    Found find(CodeHead head, boolean inType) {
        String whole = head.toString();
        int from = modifiers(whole);
        String text = whole.substring(from);
        var found = first(type, text, from, true);
        if (found != null && text.startsWith("typedef")) return new Found(found.name(), from, true);
        if (found != null && !found.name().isBlank()) return found;
        for (var pattern : function) {
            if (pattern == SCRIPT_METHOD && !inType) continue;
            if (pattern == COMPACT && !inType) continue;
            var method = first(pattern, text, from, false);
            if (method != null
                    && (KEYWORD.contains(pattern)
                            || !NO_NAME.matcher(method.name()).matches())) return method;
        }
        return null;
    }

    private @Nullable Found first(Pattern pattern, String text, int from, boolean type) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.lookingAt()) return null;
        for (int group = 1; group <= matcher.groupCount(); group++) {
            if (matcher.group(group) == null) continue;
            String name = matcher.group(group);
            int blank = name.length() - name.stripLeading().length();
            return new Found(name.strip(), from + matcher.start(group) + blank, type);
        }
        return null;
    }
}
