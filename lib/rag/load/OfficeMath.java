package rag.load;

import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** Word's equations as a line of text: {@code (a+b)/(c)}, {@code x^2}, {@code √(x)}. */
final class OfficeMath {

    private OfficeMath() {}

    static String linear(@Nullable Element element) {
        if (element == null) return "";
        return switch (Xml.name(element)) {
            case "t" -> element.getTextContent();
            case "f" -> group(element, "num") + "/" + group(element, "den");
            case "sSup" -> part(element, "e") + "^" + group(element, "sup");
            case "sSub" -> part(element, "e") + "_" + group(element, "sub");
            case "sSubSup" -> part(element, "e") + "_" + group(element, "sub") + "^" + group(element, "sup");
            case "sPre" -> "_" + group(element, "sub") + "^" + group(element, "sup") + part(element, "e");
            case "rad" ->
                part(element, "deg").isBlank()
                        ? "√(" + part(element, "e") + ")"
                        : "root(" + part(element, "deg") + ", " + part(element, "e") + ")";
            case "nary" -> nary(element);
            case "d" -> delimited(element);
            case "func" -> part(element, "fName") + " " + part(element, "e");
            case "limLow" -> part(element, "e") + "_" + group(element, "lim");
            case "limUpp" -> part(element, "e") + "^" + group(element, "lim");
            case "m" -> rows(element, "mr");
            case "eqArr" -> rows(element, "e");
            case "acc" -> part(element, "e") + Xml.value(element, "accPr", "chr");
            default -> children(element);
        };
    }

    private static String children(Element element) {
        var out = new StringBuilder();
        for (var child : Xml.children(element)) {
            String name = Xml.name(child);
            if (!name.endsWith("Pr") && !name.equals("del") && !name.equals("moveFrom")) out.append(linear(child));
        }
        return out.toString();
    }

    private static String part(Element element, String name) {
        var child = Xml.child(element, name);
        return child == null ? "" : children(child);
    }

    /** In brackets unless it is one sign or number. */
    private static String group(Element element, String name) {
        String part = part(element, name).strip();
        return part.codePointCount(0, part.length()) == 1 || part.matches("\\d+") ? part : "(" + part + ")";
    }

    private static String nary(Element element) {
        String sign = Xml.value(element, "naryPr", "chr");
        String low = part(element, "sub").isBlank() ? "" : "_" + group(element, "sub");
        String high = part(element, "sup").isBlank() ? "" : "^" + group(element, "sup");
        return (sign.isEmpty() ? "∫" : sign) + low + high + " " + part(element, "e");
    }

    private static String delimited(Element element) {
        var properties = Xml.child(element, "dPr");
        String open = Xml.child(properties, "begChr") == null ? "(" : Xml.value(properties, "begChr");
        String close = Xml.child(properties, "endChr") == null ? ")" : Xml.value(properties, "endChr");
        return open
                + String.join(
                        ", ",
                        Xml.children(element, "e").stream()
                                .map(OfficeMath::children)
                                .toList())
                + close;
    }

    private static String rows(Element element, String row) {
        return String.join(
                "; ",
                Xml.children(element, row).stream()
                        .map(line -> row.equals("mr")
                                ? String.join(
                                        " ",
                                        Xml.children(line, "e").stream()
                                                .map(OfficeMath::children)
                                                .toList())
                                : children(line))
                        .toList());
    }
}
