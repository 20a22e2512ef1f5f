package rag.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes Word documents for tests out of the XML of their parts. */
final class Docx {

    private static final String NAMESPACES = " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""
            + " xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\""
            + " xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\""
            + " xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\""
            + " xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\""
            + " xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\""
            + " xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\""
            + " xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\""
            + " xmlns:dgm=\"http://schemas.openxmlformats.org/drawingml/2006/diagram\""
            + " xmlns:v=\"urn:schemas-microsoft-com:vml\"";
    private static final String RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

    private final Map<String, byte[]> parts = new LinkedHashMap<>();
    private final StringBuilder relations = new StringBuilder();
    private final StringBuilder types = new StringBuilder();

    Docx body(String xml) {
        return part("document", "<w:document" + NAMESPACES + "><w:body>" + xml + "</w:body></w:document>");
    }

    /** A part beside the body: styles, numbering, footnotes. */
    Docx beside(String name, String xml) {
        relations
                .append("<Relationship Id=\"")
                .append(name)
                .append("\" Type=\"")
                .append(RELATION)
                .append(name)
                .append("\" Target=\"")
                .append(name)
                .append(".xml\"/>");
        return part(name, "<w:" + name + NAMESPACES + ">" + xml + "</w:" + name + ">");
    }

    Docx picture(String id, byte[] png) {
        parts.put("word/media/" + id + ".png", png);
        relations
                .append("<Relationship Id=\"")
                .append(id)
                .append("\" Type=\"")
                .append(RELATION)
                .append("image\" Target=\"media/")
                .append(id)
                .append(".png\"/>");
        return this;
    }

    /** A part that the body names by this id: a chart. */
    Docx named(String id, String kind, String xml) {
        parts.put("word/" + id + ".xml", xml.getBytes(StandardCharsets.UTF_8));
        relations.append(
                "<Relationship Id=\"%1$s\" Type=\"%2$s%3$s\" Target=\"%1$s.xml\"/>".formatted(id, RELATION, kind));
        return this;
    }

    private Docx part(String name, String xml) {
        String kind = name.equals("document") ? "document.main" : name;
        types.append("<Override PartName=\"/word/")
                .append(name)
                .append(".xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.")
                .append(kind)
                .append("+xml\"/>");
        parts.put("word/" + name + ".xml", xml.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    Path save(Path file) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            put(
                    zip,
                    "[Content_Types].xml",
                    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default"
                            + " Extension=\"rels\""
                            + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default"
                            + " Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"png\""
                            + " ContentType=\"image/png\"/>"
                            + types + "</Types>");
            String head = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">";
            put(
                    zip,
                    "_rels/.rels",
                    head + "<Relationship Id=\"r\" Type=\"" + RELATION
                            + "officeDocument\" Target=\"word/document.xml\"/></Relationships>");
            put(zip, "word/_rels/document.xml.rels", head + relations + "</Relationships>");
            for (var part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue());
                zip.closeEntry();
            }
        }
        return file;
    }

    private static void put(ZipOutputStream zip, String name, String xml) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(xml.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    static String p(String... runs) {
        return "<w:p>" + String.join("", runs) + "</w:p>";
    }

    static String r(String words) {
        return "<w:r><w:t xml:space=\"preserve\">" + words + "</w:t></w:r>";
    }

    static String styled(String style, String words) {
        return "<w:p><w:pPr><w:pStyle w:val=\"" + style + "\"/></w:pPr>" + r(words) + "</w:p>";
    }
}
