package rag.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/** EPUB books (2 and 3): chapters in the order of the spine, named by the table of contents where they name themselves not. */
public final class EpubLoader implements DocumentLoader {

    @Override
    public String type() {
        return "epub";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("epub");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        try (var zip = new ZipParts(source)) {
            var container = page(zip, "META-INF/container.xml");
            var root = container == null ? null : container.selectFirst("*|rootfile[full-path]");
            if (root == null) throw new LoadException(DocumentState.FAILED, "the book names no content");
            String name = root.attr("full-path");
            var content = page(zip, name);
            if (content == null) throw new LoadException(DocumentState.FAILED, "the book's content is missing");
            about(content, builder);
            var items = new HashMap<String, Element>();
            for (var item : content.select("*|manifest > *|item")) items.put(item.id(), item);
            var labels = labels(zip, name, items.values());
            var locked = locked(zip);
            var read = new HashSet<String>();
            for (var reference : content.select("*|spine > *|itemref")) {
                var item = items.get(reference.attr("idref"));
                if (item == null
                        || !read.add(item.id())
                        || item.attr("properties").contains("nav")) continue;
                String path = ZipParts.resolve(name, item.attr("href"));
                if (locked.contains(path))
                    throw new LoadException(DocumentState.ENCRYPTED, "the book is locked to its owner's reader (DRM)");
                chapter(zip, path, labels.getOrDefault(path, ""), builder);
            }
            return builder.build(source);
        } catch (java.util.zip.ZipException e) {
            throw new LoadException(DocumentState.FAILED, "not a readable book: " + e.getMessage(), e);
        }
    }

    private static org.jsoup.nodes.@org.jspecify.annotations.Nullable Document page(ZipParts zip, String name)
            throws IOException {
        byte[] bytes = zip.bytes(name);
        if (bytes == null) return null;
        String text = Encodings.decode(bytes, HtmlLoader.declared(bytes)).text();
        return Jsoup.parse(text, "", Parser.xmlParser()); // <title/> and <script/> end where they begin
    }

    private static void about(Element content, DocumentBuilder builder) {
        builder.title(words(content, "title"));
        builder.metadata("author", words(content, "creator"));
        builder.metadata("language", words(content, "language"));
        builder.metadata("publisher", words(content, "publisher"));
        builder.metadata("published_at", words(content, "date"));
        builder.metadata(
                "description", Jsoup.parse(words(content, "description")).text());
        builder.metadata("keywords", content.select("*|metadata > *|subject").eachText());
    }

    private static String words(Element content, String name) {
        var found = content.selectFirst("*|metadata > *|" + name);
        return found == null ? "" : found.text();
    }

    /** Names of the chapters by the files in which they begin. */
    private static Map<String, String> labels(ZipParts zip, String from, Iterable<Element> items) throws IOException {
        var labels = new HashMap<String, String>();
        for (var item : items) {
            boolean nav = item.attr("properties").contains("nav");
            if (!nav && !item.attr("media-type").equals("application/x-dtbncx+xml")) continue;
            String name = ZipParts.resolve(from, item.attr("href"));
            var contents = page(zip, name);
            if (contents == null) continue;
            for (var link : contents.select("nav a[href], *|navPoint > *|content[src]")) {
                String target = link.hasAttr("href") ? link.attr("href") : link.attr("src");
                var label = link.hasAttr("href") ? link : link.parent();
                if (label != null && !link.hasAttr("href")) label = label.selectFirst("> *|navLabel");
                if (label != null) labels.putIfAbsent(ZipParts.resolve(name, target), label.text());
            }
        }
        return labels;
    }

    /** Files that only a licence opens; scrambled fonts do not hinder reading. */
    private static Set<String> locked(ZipParts zip) throws IOException {
        var rights = page(zip, "META-INF/encryption.xml");
        if (rights == null) return Set.of();
        var names = new java.util.HashSet<String>();
        for (var reference : rights.getElementsByTag("CipherReference")) names.add(reference.attr("URI"));
        for (var reference : rights.select("*|CipherReference")) names.add(reference.attr("URI"));
        return names;
    }

    private static void chapter(ZipParts zip, String path, String label, DocumentBuilder builder) throws IOException {
        var page = page(zip, path);
        if (page == null) {
            builder.problem("chapter " + path + " is missing");
            return;
        }
        page.select("head").remove();
        var body = page.selectFirst("body");
        var root = body == null ? page : body;
        var images = new LinkedImages(link -> zip.bytes(ZipParts.resolve(path, link)));
        for (var picture : new ArrayList<>(root.select("svg"))) { // covers stand in a drawing
            for (var image : List.copyOf(picture.select("image"))) {
                String link = image.attr("xlink:href").isEmpty() ? image.attr("href") : image.attr("xlink:href");
                picture.before(new Element("img").attr("src", link));
            }
            picture.remove();
        }
        HtmlContent.removeHidden(root);
        boolean named = root.selectFirst("h1,h2,h3,h4,h5,h6") != null;
        if (!named && !label.isBlank() && !root.text().isBlank()) builder.heading(1, label, null);
        new HtmlBlocks(builder, images).append(root);
        images.tell(builder, "chapter " + path + ": ");
    }
}
