package rag.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes packed documents for tests out of their parts. */
final class Zips {

    static final String RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    private final Map<String, byte[]> parts = new LinkedHashMap<>();

    Zips part(String name, String text) {
        return part(name, text.getBytes(StandardCharsets.UTF_8));
    }

    Zips part(String name, byte[] bytes) {
        parts.put(name, bytes);
        return this;
    }

    /** The relations of a part of an Office file: id, last word of the type, target; three by three. */
    Zips relations(String part, String... triples) {
        var xml = new StringBuilder(
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">");
        for (int i = 0; i < triples.length; i += 3) {
            xml.append("<Relationship Id=\"%s\" Type=\"%s/%s\" Target=\"%s\"/>"
                    .formatted(triples[i], RELATION, triples[i + 1], triples[i + 2]));
        }
        int slash = part.lastIndexOf('/') + 1;
        return part(part.substring(0, slash) + "_rels/" + part.substring(slash) + ".rels", xml + "</Relationships>");
    }

    Path save(Path folder, String name) throws IOException {
        if (name.matches(".*\\.(pptx|xlsx)")) {
            part(
                    "[Content_Types].xml",
                    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default"
                            + " Extension=\"rels\""
                            + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default"
                            + " Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"png\""
                            + " ContentType=\"image/png\"/></Types>");
        }
        Path file = folder.resolve(name);
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (var part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue());
                zip.closeEntry();
            }
        }
        return file;
    }
}
