import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.treesitter.TSLanguage;
import org.treesitter.TreeSitterBash;
import org.treesitter.TreeSitterC;
import org.treesitter.TreeSitterCSharp;
import org.treesitter.TreeSitterCpp;
import org.treesitter.TreeSitterGo;
import org.treesitter.TreeSitterJava;
import org.treesitter.TreeSitterJavascript;
import org.treesitter.TreeSitterKotlin;
import org.treesitter.TreeSitterPhp;
import org.treesitter.TreeSitterPython;
import org.treesitter.TreeSitterRuby;
import org.treesitter.TreeSitterRust;
import org.treesitter.TreeSitterScala;
import org.treesitter.TreeSitterSwift;
import org.treesitter.TreeSitterTypescript;

/**
 * A language's grammar, and which of its nodes declare something.
 *
 * @param types nodes whose members are declarations too
 * @param parts nodes without members: functions, methods, properties with bodies
 * @param through further nodes in which declarations stand
 * @param bodies whether declarations without a body are not to be counted; some languages have none
 */
record Grammar(TSLanguage language, Set<String> types, Set<String> parts, Set<String> through, boolean bodies) {

    private record Entry(Supplier<TSLanguage> open, String types, String parts, String through) {}

    private static final String C_TYPES = "struct_specifier union_specifier enum_specifier";
    private static final String C_THROUGH =
            "linkage_specification preproc_if preproc_ifdef preproc_else preproc_elif declaration field_declaration";
    private static final String SCRIPT_TYPES = "class_declaration class";
    private static final String SCRIPT_PARTS =
            "function_declaration generator_function_declaration method_definition variable_declarator"
                    + " assignment_expression field_definition public_field_definition";
    private static final String SCRIPT_THROUGH =
            "export_statement lexical_declaration variable_declaration expression_statement";

    private static final Map<String, Entry> ENTRIES = Map.ofEntries(
            Map.entry(
                    "java",
                    new Entry(
                            TreeSitterJava::new,
                            "class_declaration interface_declaration enum_declaration record_declaration"
                                    + " annotation_type_declaration",
                            "method_declaration constructor_declaration compact_constructor_declaration"
                                    + " annotation_type_element_declaration",
                            "enum_body_declarations")),
            Map.entry(
                    "python",
                    new Entry(
                            TreeSitterPython::new,
                            "class_definition",
                            "function_definition",
                            "decorated_definition block if_statement else_clause elif_clause try_statement"
                                    + " except_clause with_statement")),
            Map.entry("javascript", new Entry(TreeSitterJavascript::new, SCRIPT_TYPES, SCRIPT_PARTS, SCRIPT_THROUGH)),
            Map.entry(
                    "typescript",
                    new Entry(
                            TreeSitterTypescript::new,
                            SCRIPT_TYPES
                                    + " abstract_class_declaration interface_declaration enum_declaration"
                                    + " internal_module module",
                            SCRIPT_PARTS,
                            SCRIPT_THROUGH + " ambient_declaration statement_block")),
            Map.entry(
                    "go",
                    new Entry(
                            TreeSitterGo::new,
                            "",
                            "function_declaration method_declaration type_spec type_alias",
                            "type_declaration type_spec_list")),
            Map.entry(
                    "rust",
                    new Entry(
                            TreeSitterRust::new,
                            "impl_item trait_item mod_item struct_item enum_item union_item",
                            "function_item function_signature_item macro_definition",
                            "foreign_mod_item")),
            Map.entry("c", new Entry(TreeSitterC::new, C_TYPES, "function_definition type_definition", C_THROUGH)),
            Map.entry(
                    "cpp",
                    new Entry(
                            TreeSitterCpp::new,
                            C_TYPES + " class_specifier namespace_definition",
                            "function_definition type_definition",
                            C_THROUGH + " template_declaration friend_declaration")),
            Map.entry(
                    "csharp",
                    new Entry(
                            TreeSitterCSharp::new,
                            "class_declaration interface_declaration struct_declaration enum_declaration"
                                    + " record_declaration namespace_declaration",
                            "method_declaration constructor_declaration destructor_declaration operator_declaration"
                                    + " conversion_operator_declaration",
                            "preproc_if preproc_else preproc_elif")),
            Map.entry(
                    "ruby",
                    new Entry(
                            TreeSitterRuby::new,
                            "class module",
                            "method singleton_method",
                            "singleton_class body_statement call argument_list do_block if unless then else begin")),
            Map.entry(
                    "php",
                    new Entry(
                            TreeSitterPhp::new,
                            "class_declaration interface_declaration trait_declaration enum_declaration"
                                    + " namespace_definition",
                            "function_definition method_declaration",
                            "compound_statement if_statement")),
            Map.entry(
                    "kotlin",
                    new Entry(
                            TreeSitterKotlin::new,
                            "class_declaration object_declaration companion_object",
                            "function_declaration secondary_constructor",
                            "")),
            Map.entry(
                    "swift",
                    new Entry(
                            TreeSitterSwift::new,
                            "class_declaration protocol_declaration",
                            "function_declaration init_declaration deinit_declaration subscript_declaration"
                                    + " protocol_function_declaration",
                            "")),
            Map.entry(
                    "scala",
                    new Entry(
                            TreeSitterScala::new,
                            "class_definition object_definition trait_definition enum_definition package_object",
                            "function_definition function_declaration",
                            "package_clause extension_definition")),
            Map.entry("shell", new Entry(TreeSitterBash::new, "", "function_definition", "if_statement else_clause")));

    private static final Map<String, Grammar> OPEN = new ConcurrentHashMap<>();

    /** The grammar of a language; null when there is none, or none for this system. */
    static @Nullable Grammar of(String language) {
        var entry = ENTRIES.get(language);
        if (entry == null) return null;
        try {
            return OPEN.computeIfAbsent(
                    language,
                    unseen -> new Grammar(
                            entry.open().get(),
                            words(entry.types()),
                            words(entry.parts()),
                            words(entry.through()),
                            !Set.of("python", "ruby", "shell").contains(language)));
        } catch (RuntimeException | LinkageError e) {
            return null; // the libraries are for Linux with glibc, macOS, and Windows on x86
        }
    }

    static Set<String> languages() {
        return ENTRIES.keySet();
    }

    private static Set<String> words(String words) {
        return words.isEmpty() ? Set.of() : Set.of(words.split(" "));
    }
}
