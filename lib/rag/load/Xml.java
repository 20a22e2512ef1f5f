package rag.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.poi.util.XMLHelper;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * Reads XML by local names, so that the strict and the transitional namespaces of Office files, and prefixes of any kind,
 * are the same. No document type, no entity, nothing outside the stream is read.
 */
final class Xml {

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,8}");

    private Xml() {}

    static Element root(InputStream in) throws IOException {
        try {
            var builder = XMLHelper.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(in).getDocumentElement();
        } catch (SAXException e) {
            if (String.valueOf(e.getMessage()).contains("maxElementDepth"))
                throw new IOException("its parts are nested too deeply", e);
            throw new IOException("not well-formed XML: " + e.getMessage(), e);
        }
    }

    static List<Element> children(Element parent) {
        var children = new ArrayList<Element>();
        for (var node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) children.add(element);
        }
        return children;
    }

    static List<Element> children(Element parent, String name) {
        return children(parent).stream()
                .filter(child -> name(child).equals(name))
                .toList();
    }

    /** The first child, child of a child and so on along these names; null where the path ends. */
    static @Nullable Element child(@Nullable Element parent, String... path) {
        Element at = parent;
        for (String name : path) {
            if (at == null) return null;
            var next = children(at, name);
            at = next.isEmpty() ? null : next.getFirst();
        }
        return at;
    }

    /** The first element of this name anywhere below. */
    static @Nullable Element below(Element parent, String name) {
        for (var child : children(parent)) {
            if (name(child).equals(name)) return child;
            var found = below(child, name);
            if (found != null) return found;
        }
        return null;
    }

    static String name(Element element) {
        String name = element.getLocalName();
        return name == null ? element.getTagName() : name;
    }

    /** An attribute by its local name, "" when it is missing. */
    static String attribute(@Nullable Element element, String name) {
        if (element == null) return "";
        var attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            var attribute = attributes.item(i);
            String local = attribute.getLocalName() == null ? attribute.getNodeName() : attribute.getLocalName();
            if (local.equals(name)) return attribute.getNodeValue();
        }
        return "";
    }

    /** The value of {@code <name val="…">} below, "" when there is none. */
    static String value(@Nullable Element parent, String... path) {
        return attribute(child(parent, path), "val");
    }

    /** An on-off property: there and not switched off. */
    static boolean on(@Nullable Element parent, String... path) {
        var element = child(parent, path);
        if (element == null) return false;
        return switch (attribute(element, "val").toLowerCase(Locale.ROOT)) {
            case "0", "false", "off" -> false;
            default -> true;
        };
    }

    static int number(String digits, int otherwise) {
        return NUMBER.matcher(digits).matches() ? Integer.parseInt(digits) : otherwise;
    }
}
