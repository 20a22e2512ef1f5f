///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Writes the example PDF, DOCX and PNG files from their sources: jbang examples/make.java [FOLDER]
//JAVA 25+
//SOURCES make/Block.java make/Figure.java make/Flow.java make/Furniture.java make/Pages.java make/Sheet.java make/Source.java
//SOURCES make/Word.java
//DEPS org.apache.pdfbox:pdfbox:3.0.8
//DEPS org.apache.poi:poi-ooxml:5.5.1

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TimeZone;

/**
 * Sources are a small subset of Markdown below a head of {@code key: value} lines. The same sources, libraries and fonts
 * give the same bytes, so that a change in Git is a change of content.
 */
class make {

    static void main(String... args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        System.setProperty("log4j2.loggerContextFactory", "org.apache.logging.log4j.simple.SimpleLoggerContextFactory");
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        var folder = Path.of(args.length > 0 ? args[0] : "examples");
        for (var set : List.of(folder, folder.resolve("admissions"))) documents(set);
        var plot = folder.resolve("documents/manuals/images/reflectivity.png");
        Files.createDirectories(plot.getParent());
        Files.write(plot, Figure.png("reflectivity"));
        IO.println(plot + ": " + Files.size(plot) + " bytes");
    }

    private static void documents(Path folder) throws Exception {
        var documents = folder.resolve("documents");
        try (var paths = Files.list(folder.resolve("sources"))) {
            for (var path :
                    paths.filter(p -> p.toString().endsWith(".md")).sorted().toList()) {
                var source = Source.parse(Files.readString(path));
                var output = documents.resolve(source.get("output"));
                if (source.get("font").equals("cjk") && Sheet.cjkFont().isEmpty()) {
                    IO.println(output + ": left as it is, Droid Sans Fallback is not installed"
                            + " (Debian: fonts-droid-fallback)");
                    continue;
                }
                Files.createDirectories(output.getParent());
                Files.write(output, output.toString().endsWith(".pdf") ? Pages.write(source) : Word.write(source));
                IO.println(output + ": " + Files.size(output) + " bytes");
            }
        }
    }
}
