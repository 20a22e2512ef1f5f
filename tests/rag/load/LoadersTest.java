package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

class LoadersTest {

    @TempDir
    Path folder;

    private final Loaders loaders = Loaders.standard();

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private LoadException failure(Path file) {
        return assertThrows(LoadException.class, () -> loaders.load(file));
    }

    @Test
    void knowsTheKindsItReadsByName() {
        assertEquals(
                Set.of(("pdf docx pptx xlsx xls doc ppt rtf odt epub markdown html csv ipynb json xml eml image code"
                                + " text")
                        .split(" ")),
                loaders.types());
        for (String name :
                new String[] {"a.pdf", "A.PDF", "b.docx", "c.md", "d.html", "e.java", "f.txt", "README", "Licence"}) {
            assertTrue(loaders.supports(Path.of(name)), name);
        }
        for (String name : new String[] {"a.exe", "b.zip", "nothing", ".gitignore"})
            assertFalse(loaders.supports(Path.of(name)), name);
    }

    @ParameterizedTest
    @CsvSource({
        "a.txt, <!DOCTYPE html><html><body><p>Words of a page</p></body></html>, html",
        "a.md, '<html> is how a page begins, say the rules of the language.', markdown",
        "a.pdf, '<html><body>404: there is no such document here</body></html>', html",
        "a.pdf, 'plain words under a false name', text",
        "README, 'plain words without any ending', text"
    })
    void whatAFileHoldsBeatsItsName(String name, String text, String type) throws Exception {
        assertEquals(type, loaders.load(file(name, text)).type());
    }

    @Test
    void aDocumentIsKnownByItsContentWhateverItsEnding() throws Exception {
        try (var pdf = new Pdfs().page().text(60, 700, "Found")) {
            Path file = pdf.save(folder, "scan.001");
            assertTrue(loaders.supports(file));
            assertEquals("pdf", loaders.load(file).type());
        }
        Path rtf = file("letter", "{\\rtf1 Dear all\\par}");
        assertTrue(loaders.supports(rtf));
        assertEquals("Dear all", loaders.load(rtf).text());
        assertFalse(loaders.supports(file("core.123", "some words")));
    }

    @Test
    void readsAPdfWhateverItIsCalled() throws Exception {
        try (var pdf = new Pdfs().page().text(60, 700, "Under a false name")) {
            assertEquals(
                    "Under a false name",
                    loaders.load(pdf.save(folder, "notes.txt")).text());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "notes.md, 'A PDF begins with `%PDF-1.7` and a line of four bytes.', markdown",
        "PdfTest.java, 'class PdfTest { String head = \"%PDF-1.4\\n\"; }', code",
        "a.eml, 'Subject: broken file\n\nIts first line is %PDF-1.5 as it should be.', eml",
        "gif.txt, 'GIF89 is how some name it', text",
        "id3.txt, 'ID3 tags stand at the front of an MP3.', text",
        "ogg.txt, 'OggS begins each page of an Ogg file.', text",
        "bzip.txt, 'BZh9 is how bzip2 begins.', text",
        "mp4.txt, 'The ftyp box comes first.', text",
        "webp.txt, 'RIFF and WEBP are two signatures.', text"
    })
    void aTextThatSpeaksOfABinaryFormatIsNone(String name, String text, String type) throws Exception {
        assertEquals(type, loaders.load(file(name, text)).type());
    }

    @Test
    void aProgramWithoutAnEndingThatSpeaksOfPdfIsNoDocument() throws Exception {
        assertFalse(loaders.supports(file("show", "#!/bin/sh\nhead -c 5 \"$1\" | grep -q %PDF- || exit 1\n")));
    }

    @Test
    void whatStandsBeforeTheHeadOfAPdfMakesItNoText() throws Exception {
        try (var pdf = new Pdfs().page().text(60, 700, "Behind the rest")) {
            byte[] whole = Files.readAllBytes(pdf.save(folder, "whole.pdf"));
            for (String[] junk : new String[][] {
                {"a.pdf", "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n"},
                {"b.txt", "\u00ef\u00bb\u00bf\r\n"},
                {"c.txt", "\0\u0004junk\0\0\1\0\0"},
                {"d", "\n\n "}
            }) {
                var bytes = new ByteArrayOutputStream();
                bytes.writeBytes(junk[1].getBytes(StandardCharsets.ISO_8859_1));
                bytes.writeBytes(whole);
                Path file = Files.write(folder.resolve(junk[0]), bytes.toByteArray());
                assertTrue(loaders.load(file).text().contains("Behind the rest"), junk[0]);
            }
        }
    }

    @Test
    void saysWhatAnUnknownFileSeemsToBe() throws Exception {
        Path picture = folder.resolve("picture.txt");
        Files.write(picture, "RIFF....WEBPVP8 ".getBytes(StandardCharsets.US_ASCII));
        assertEquals(
                "not a format that is read: it is a WebP picture, named .txt",
                failure(picture).getMessage());
        Path zip = folder.resolve("sheet.docx");
        try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String name : new String[] {"one.txt", "two.txt"}) {
                out.putNextEntry(new ZipEntry(name));
                out.closeEntry();
            }
        }
        var e = failure(zip);
        assertEquals(DocumentState.UNSUPPORTED, e.state());
        assertTrue(e.getMessage().contains("a zip archive"), e.getMessage());
        Path noise = folder.resolve("noise.txt");
        byte[] bytes = new byte[4000];
        new java.util.Random(1).nextBytes(bytes);
        Files.write(noise, bytes);
        assertEquals(DocumentState.UNSUPPORTED, failure(noise).state());
        assertEquals(
                DocumentState.UNSUPPORTED, failure(file("a.unknown", "words")).state());
    }

    @Test
    void anEncryptedOfficeFileNeedsAPassword() throws Exception {
        Path file = folder.resolve("a.docx");
        try (var ole = new POIFSFileSystem();
                OutputStream out = Files.newOutputStream(file)) {
            ole.createDocument(new java.io.ByteArrayInputStream(new byte[5000]), "EncryptedPackage");
            ole.writeFilesystem(out);
        }
        assertEquals(DocumentState.ENCRYPTED, failure(file).state());
    }

    @Test
    void emptyAndBlankFilesHaveNoText() throws Exception {
        for (String text : new String[] {"", " \n\t\n"}) {
            for (String name : new String[] {"a.txt", "a.md", "a.html", "a.py", "a.pdf"}) {
                assertEquals(DocumentState.NO_TEXT, failure(file(name, text)).state(), name);
            }
        }
    }

    @Test
    void aBrokenZipNamedDocxFails() throws Exception {
        Path file = folder.resolve("a.docx");
        Files.write(file, "PK\3\4 and then nothing that makes sense".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(DocumentState.FAILED, failure(file).state());
    }

    @Test
    void aThirdPartysLoaderComesFirst() throws Exception {
        var upper = new DocumentLoader() {
            @Override
            public String type() {
                return "shout";
            }

            @Override
            public Set<String> extensions() {
                return Set.of("txt");
            }

            @Override
            public Document load(Source source) throws IOException, LoadException {
                String text = new String(source.bytes(), StandardCharsets.UTF_8);
                return new DocumentBuilder(type())
                        .add(Kind.PARAGRAPH, text.toUpperCase(java.util.Locale.ROOT))
                        .build(source);
            }
        };
        var both = new Loaders(List.of(upper, new TextLoader()));
        assertEquals("WORDS", both.load(file("a.txt", "words")).text());
        assertEquals("shout", both.load(file("a.txt", "words")).type());
    }

    @Test
    void whateverALoaderThrowsBecomesAFailureOfThatFile() throws Exception {
        var broken = new DocumentLoader() {
            @Override
            public String type() {
                return "bad";
            }

            @Override
            public Set<String> extensions() {
                return Set.of("bad");
            }

            @Override
            public Document load(Source source) {
                throw new IllegalStateException("the parser stumbled");
            }
        };
        var e = assertThrows(LoadException.class, () -> new Loaders(List.of(broken)).load(file("a.bad", "x")));
        assertEquals(DocumentState.FAILED, e.state());
        assertEquals("could not be read as bad: the parser stumbled", e.getMessage());
    }

    @Test
    void nothingThatALibraryPrintsReachesStandardOutput() throws Exception {
        var caught = new ByteArrayOutputStream();
        var out = System.out;
        System.setOut(new PrintStream(caught, true, StandardCharsets.UTF_8));
        try (var pdf = new Pdfs().page().text(60, 700, "Words")) {
            byte[] whole = Files.readAllBytes(pdf.save(folder, "a.pdf"));
            loaders.load(folder.resolve("a.pdf"));
            Files.write(folder.resolve("cut.pdf"), java.util.Arrays.copyOf(whole, whole.length - 200));
            loaders.load(folder.resolve("cut.pdf"));
            failure(file("bad.docx", "PK\3\4"));
        } finally {
            System.setOut(out);
        }
        assertEquals("", caught.toString(StandardCharsets.UTF_8));
    }
}
