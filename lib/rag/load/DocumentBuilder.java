package rag.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.model.Block;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.Image;
import rag.model.LoadException;
import rag.model.Page;

/**
 * Puts a document together so that text and blocks always agree. Either the text grows block by block
 * ({@link #add}), or it is there whole and blocks are spans of it ({@link #adopt}, {@link #span}).
 */
public final class DocumentBuilder {

    /** Characters that blocks may come to: a small file can say the same many times over. */
    private static final int MOST = 50_000_000;

    private final String type;
    private final StringBuilder text = new StringBuilder();
    private final List<Block> blocks = new ArrayList<>();
    private final List<Page> pages = new ArrayList<>();
    private final Map<String, Image> images = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Object> metadata = new LinkedHashMap<>();
    private boolean full;
    private String title = "";
    private String firstHeading = "";

    public DocumentBuilder(String type) {
        this.type = type;
    }

    /**
     * Appends a block, an empty line apart from what stands before it; items of a list follow each other line by line.
     *
     * @throws IllegalStateException in a thread that was interrupted, so that a loader nobody waits for comes to its end
     */
    public DocumentBuilder add(
            Kind kind, int level, String words, @Nullable Integer page, String name, List<String> flags) {
        goOn();
        if (words.length() > MOST - text.length()) {
            problem("what comes after " + MOST + " characters is left out: split the file to have it all");
            full = true;
            words = beginning(words, Math.max(0, MOST - text.length()));
        }
        String clean = Characters.clean(words);
        if (clean.isBlank()) return this;
        clean = kind == Kind.CODE || kind == Kind.LIST ? stripEnds(clean) : clean.strip();
        if (!text.isEmpty()) {
            boolean sameList =
                    kind == Kind.LIST && !blocks.isEmpty() && blocks.getLast().kind() == Kind.LIST;
            text.append(sameList ? "\n" : "\n\n");
        }
        int start = text.length();
        text.append(clean);
        return span(kind, level, start, text.length(), page, name, flags);
    }

    /**
     * What a loader asks in a loop that may run long without a block.
     *
     * @throws IllegalStateException in a thread that was interrupted
     */
    static void goOn() {
        if (Thread.currentThread().isInterrupted()) throw new IllegalStateException("given up");
    }

    /** The lines, else the words, else the letters that have room. */
    private static String beginning(String words, int room) {
        int end = Math.max(words.lastIndexOf('\n', room), words.lastIndexOf(' ', room));
        if (end <= room / 2) end = room;
        return words.substring(0, end);
    }

    public DocumentBuilder add(Kind kind, String words) {
        return add(kind, 0, words, null, "", List.of());
    }

    public DocumentBuilder heading(int level, String words, @Nullable Integer page) {
        return add(
                Kind.HEADING,
                Math.clamp(level, 1, 6),
                Characters.oneLine(Characters.clean(words)),
                page,
                "",
                List.of());
    }

    /** Places a picture here, marked as a block of its own; one that already has its place is left out. */
    public DocumentBuilder place(Image image) {
        if (keep(image)) add(Kind.IMAGE, 0, image.mark(), image.page(), "", List.of());
        return this;
    }

    /** Takes a picture whose mark the caller writes into the text; false when it is there already. */
    public boolean keep(Image image) {
        return images.putIfAbsent(image.id(), image) == null;
    }

    /** Takes this text, which must be clean, as the whole of the document. */
    public DocumentBuilder adopt(String whole) {
        if (!text.isEmpty()) throw new IllegalStateException("there is text already");
        text.append(whole);
        return this;
    }

    /** Names a stretch of the text; spans come in order. Blank ones are left out. */
    public DocumentBuilder span(
            Kind kind, int level, int start, int end, @Nullable Integer page, String name, List<String> flags) {
        while (start < end && text.charAt(start) == '\n') start++;
        while (end > start && Character.isWhitespace(text.charAt(end - 1))) end--;
        if (start == end) return this;
        blocks.add(new Block(kind, level, start, end, page, name, flags));
        if (kind == Kind.HEADING && firstHeading.isEmpty())
            firstHeading = Characters.oneLine(text.substring(start, end));
        return this;
    }

    /** Whether words had to be left out, so that there is no use in more. */
    boolean full() {
        return full;
    }

    public int length() {
        return text.length();
    }

    public DocumentBuilder page(Page page) {
        pages.add(page);
        return this;
    }

    public DocumentBuilder problem(String words) {
        if (!problems.contains(words)) problems.add(words);
        return this;
    }

    /** What is known so far of what could not be read. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Blank titles are not taken. */
    public DocumentBuilder title(@Nullable String words) {
        if (words != null && !words.isBlank()) title = Characters.oneLine(Characters.clean(words));
        return this;
    }

    /** The title so far, "" when there is none. */
    String title() {
        return title;
    }

    /** Takes String, Number, Boolean and List of String; null and blank values are left out. */
    public DocumentBuilder metadata(String key, @Nullable Object value) {
        if (value instanceof String words) {
            if (!words.isBlank()) metadata.put(key, Characters.oneLine(Characters.clean(words)));
        } else if (value instanceof List<?> list) {
            var items = list.stream()
                    .map(item -> Characters.oneLine(Characters.clean(item.toString())))
                    .filter(item -> !item.isEmpty())
                    .toList();
            if (!items.isEmpty()) metadata.put(key, items);
        } else if (value instanceof Number || value instanceof Boolean) {
            metadata.put(key, value);
        }
        return this;
    }

    /** @throws LoadException NO_TEXT when there is nothing to be found in it, with what else is known of the reason */
    public Document build(Source source) throws LoadException {
        if (blocks.isEmpty()) {
            throw new LoadException(
                    DocumentState.NO_TEXT, problems.isEmpty() ? "there is no text in it" : String.join("; ", problems));
        }
        String name = !title.isEmpty() ? title : !firstHeading.isEmpty() ? firstHeading : source.stem();
        return new Document(
                name, type, metadata, text.toString(), blocks, pages, List.copyOf(images.values()), problems);
    }

    /** Cuts empty lines at both ends, not the indentation of the first line. */
    private static String stripEnds(String words) {
        int start = 0;
        for (int i = 0; i < words.length() && Character.isWhitespace(words.charAt(i)); i++) {
            if (words.charAt(i) == '\n') start = i + 1;
        }
        return words.substring(start).stripTrailing();
    }
}
