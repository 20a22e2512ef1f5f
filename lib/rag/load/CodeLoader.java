package rag.load;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;

/** Source code, cut at its declarations; blocks cover the file, so line numbers follow from offsets. */
public final class CodeLoader implements DocumentLoader {

    private static final Map<String, String> LANGUAGES = Map.ofEntries(
            Map.entry("java", "java"),
            Map.entry("kt", "kotlin"),
            Map.entry("kts", "kotlin"),
            Map.entry("scala", "scala"),
            Map.entry("groovy", "groovy"),
            Map.entry("py", "python"),
            Map.entry("pyi", "python"),
            Map.entry("js", "javascript"),
            Map.entry("mjs", "javascript"),
            Map.entry("cjs", "javascript"),
            Map.entry("jsx", "javascript"),
            Map.entry("ts", "typescript"),
            Map.entry("tsx", "typescript"),
            Map.entry("c", "c"),
            Map.entry("h", "c"),
            Map.entry("cpp", "cpp"),
            Map.entry("cc", "cpp"),
            Map.entry("cxx", "cpp"),
            Map.entry("hpp", "cpp"),
            Map.entry("hh", "cpp"),
            Map.entry("cs", "csharp"),
            Map.entry("go", "go"),
            Map.entry("rs", "rust"),
            Map.entry("rb", "ruby"),
            Map.entry("php", "php"),
            Map.entry("swift", "swift"),
            Map.entry("sh", "shell"),
            Map.entry("bash", "shell"),
            Map.entry("zsh", "shell"),
            Map.entry("sql", "sql"),
            Map.entry("yaml", "yaml"),
            Map.entry("yml", "yaml"),
            Map.entry("toml", "toml"),
            Map.entry("vue", "vue"),
            Map.entry("css", "css"));

    /** The language of a file by the end of its name; null when it is not known as source code. */
    public static @Nullable String language(String extension) {
        return LANGUAGES.get(extension);
    }

    @Override
    public String type() {
        return "code";
    }

    @Override
    public Set<String> extensions() {
        return LANGUAGES.keySet();
    }

    /** The title is the file name; {@code metadata} has {@code language}. */
    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        String language = LANGUAGES.getOrDefault(source.extension(), source.extension());
        String text = Encodings.decode(source.bytes()).tell(builder).text();
        builder.adopt(text).title(source.name()).metadata("language", language);
        int start = 0;
        String name = "";
        for (var cut : byShape(language, text)) {
            builder.span(Kind.CODE, 0, start, cut.offset(), null, name, List.of());
            start = cut.offset();
            name = cut.path();
        }
        builder.span(Kind.CODE, 0, start, text.length(), null, name, List.of());
        return builder.build(source);
    }

    /** The declarations of a text, in their order: by braces, indentation and the shape of lines. */
    public static List<Declaration> byShape(String language, String text) {
        return new CodeOutline(language).cuts(text);
    }
}
