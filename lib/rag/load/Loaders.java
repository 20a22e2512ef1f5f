package rag.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.model.LoadException;

/**
 * All loaders, chosen by what a file holds and, among kinds of text, by its name. A third party adds one by a jar that
 * names its class under {@code META-INF/services/rag.load.DocumentLoader}; it comes before those built in.
 */
public final class Loaders {

    /** Files without an ending that are text by custom. */
    private static final Set<String> KNOWN_NAMES = Set.of(
            "readme", "license", "licence", "copying", "authors", "changelog", "changes", "news", "todo", "notice");

    private static final Set<String> BINARY =
            Set.of("pdf", "docx", "pptx", "xlsx", "doc", "ppt", "xls", "rtf", "odt", "epub", "image");

    /** Kinds of text that are told from others by how they begin; a name that is no binary format's goes before them. */
    private static final Set<String> TEXT = Set.of("text", "html", "xml", "eml");

    private final Ocr ocr;
    private final List<DocumentLoader> loaders;
    private final Map<String, DocumentLoader> byExtension = new LinkedHashMap<>();
    private final Map<String, DocumentLoader> byType = new LinkedHashMap<>();

    /** @param loaders the first that claims an ending has it */
    public Loaders(List<DocumentLoader> loaders) {
        this(loaders, Ocr.off());
    }

    private Loaders(List<DocumentLoader> loaders, Ocr ocr) {
        this.ocr = ocr;
        this.loaders = List.copyOf(loaders);
        for (var loader : loaders) {
            byType.putIfAbsent(loader.type(), loader);
            for (String extension : loader.extensions()) byExtension.putIfAbsent(extension, loader);
        }
    }

    /** Third parties' loaders and the built-in ones, which do nothing but read. */
    public static Loaders standard() {
        return standard(LoadOptions.plain());
    }

    public static Loaders standard(LoadOptions options) {
        Quiet.libraries();
        var all = new ArrayList<DocumentLoader>();
        ServiceLoader.load(DocumentLoader.class).forEach(all::add);
        all.addAll(List.of(
                new PdfLoader(options),
                new DocxLoader(),
                new PptxLoader(),
                new XlsxLoader(),
                new XlsLoader(),
                new DocLoader(),
                new PptLoader(),
                new RtfLoader(),
                new OdtLoader(),
                new EpubLoader(),
                new MarkdownLoader(),
                new HtmlLoader(),
                new CsvLoader(),
                new NotebookLoader(),
                new JsonLoader(),
                new XmlLoader(),
                new MailLoader(),
                new ImageLoader(options.ocr()),
                new CodeLoader(),
                new TextLoader()));
        return new Loaders(all, options.ocr());
    }

    /** Whether a file is of a kind that is read: by its name or, where that tells nothing, by its first bytes. */
    public boolean supports(Path path) {
        if (byName(Source.of(path)) != null) return true;
        try {
            return Files.isReadable(path) && byContent(FileKind.of(path, true)) != null;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Keys of the formats, in the order of precedence. */
    public Set<String> types() {
        var types = new LinkedHashSet<String>();
        for (var loader : loaders) types.add(loader.type());
        return types;
    }

    /** File endings that are read, without the dot. */
    public Set<String> extensions() {
        return byExtension.keySet();
    }

    public Document load(Path path) throws IOException, LoadException {
        return load(Source.of(path));
    }

    /**
     * Reads a file with the loader it needs.
     *
     * @throws LoadException when it gives no document, with the state it ends in; nothing that a parser throws passes as
     *     anything else
     * @throws IOException when the bytes cannot be had
     */
    public Document load(Source source) throws IOException, LoadException {
        if (Files.size(source.path()) == 0) throw new LoadException(DocumentState.NO_TEXT, "the file is empty");
        var loader = loader(source);
        try {
            return OcrCaptions.read(loader.load(source), ocr);
        } catch (BoundedStream.Exceeded e) {
            throw new LoadException(DocumentState.FAILED, "could not be read: " + e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new LoadException(DocumentState.FAILED, "it is nested too deeply to be read as " + loader.type(), e);
        } catch (OutOfMemoryError e) {
            throw new LoadException(
                    DocumentState.FAILED, "reading it as " + loader.type() + " needs more memory than there is", e);
        } catch (RuntimeException e) {
            String reason = Failure.words(e);
            throw new LoadException(DocumentState.FAILED, "could not be read as " + loader.type() + ": " + reason, e);
        }
    }

    private DocumentLoader loader(Source source) throws IOException, LoadException {
        var named = byName(source);
        var kind = FileKind.of(source.path(), named == null || !binary(named));
        if (kind.key().equals("encrypted")) {
            throw new LoadException(DocumentState.ENCRYPTED, "it is an Office document that needs a password");
        }
        if (TEXT.contains(kind.key())) {
            if (named != null && !binary(named)) {
                boolean page = kind.key().equals("html") && named.type().equals("text");
                return page ? byType.getOrDefault("html", named) : named;
            }
            if (byType.containsKey(kind.key()) && (named != null || byContent(kind) != null))
                return byType.get(kind.key());
        } else {
            var byContent = byContent(kind);
            if (byContent != null) return byContent;
            if (named != null
                    && kind.key().isEmpty()
                    && binary(named)
                    && kind.words().startsWith("a broken")) {
                throw new LoadException(DocumentState.FAILED, "named ." + source.extension() + ", but " + kind.words());
            }
            if (named != null && !builtIn(named)) return named;
        }
        throw new LoadException(
                DocumentState.UNSUPPORTED,
                "not a format that is read: it is " + kind.words()
                        + (source.extension().isEmpty() ? "" : ", named ." + source.extension()));
    }

    /** The loader of a kind that its first bytes tell; null for text, which can be anything. */
    private @Nullable DocumentLoader byContent(FileKind kind) {
        return kind.key().equals("text") ? null : byType.getOrDefault(kind.key(), byExtension.get(kind.key()));
    }

    private @Nullable DocumentLoader byName(Source source) {
        var loader = byExtension.get(source.extension());
        if (loader == null && KNOWN_NAMES.contains(source.name().toLowerCase(Locale.ROOT))) return byType.get("text");
        return loader;
    }

    private static boolean builtIn(DocumentLoader loader) {
        return loader.getClass().getPackage().equals(Loaders.class.getPackage());
    }

    /** Whether a format is told by its first bytes, so that a file without them is something else. */
    private static boolean binary(DocumentLoader loader) {
        return builtIn(loader) && BINARY.contains(loader.type());
    }
}
