package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Document;

class MailLoaderTest {

    private static final String HEAD = "From: ada@example.org\nSubject: Pumps\nMIME-Version: 1.0\n";
    private static final String FROM = "HEADING1: Pumps\nPARAGRAPH: From: ada@example.org\n";

    @TempDir
    Path folder;

    private Document load(String name, String text) throws Exception {
        return Loaders.standard().load(Files.writeString(folder.resolve(name), text));
    }

    private Document alternative(String plain, String html) throws Exception {
        return load(
                "a.eml",
                HEAD + "Content-Type: multipart/alternative; boundary=C\n\n--C\nContent-Type: text/plain\n\n" + plain
                        + "\n--C\nContent-Type: text/html\n\n" + html + "\n--C--\n");
    }

    @Test
    void aPlainBodyThatOnlyNamesTheOtherIsNotTheMail() throws Exception {
        String words = "The pump of type seven runs dry after an hour and has to be filled before the next turn.";
        assertEquals(
                FROM + "PARAGRAPH: " + words,
                Blocks.of(alternative(
                        "No HTML? View online: https://example.org/" + "x".repeat(300),
                        "<div style='display:none'>preview</div><p>" + words + "</p>")));
        assertEquals(FROM + "PARAGRAPH: " + words, Blocks.of(alternative(words, "<p>" + words + " Kind regards</p>")));
    }

    @Test
    void aTableOfDataIsReadAsOneAndAFrameOfALetterIsNot() throws Exception {
        String table = "<table><tr><td>Type</td><td>Price</td></tr><tr><td>P7</td><td>10</td></tr></table>";
        assertEquals(
                FROM + "TABLE: | Type | Price | / | --- | --- | / | P7 | 10 |",
                Blocks.of(alternative("Type Price P7 10", table)));
        assertEquals(
                FROM + "PARAGRAPH: Dear Ada, it works.",
                Blocks.of(alternative(
                        "Dear Ada, it works.",
                        "<table><tr><td></td><td>Dear Ada,</td></tr><tr><td></td><td>it works.</td></tr></table>")));
    }

    @Test
    void picturesWithinAMailStandInItsText() throws Exception {
        String mail = HEAD + """
            Content-Type: multipart/related; boundary=R

            --R
            Content-Type: multipart/alternative; boundary=C

            --C
            Content-Type: text/plain

            Before [cid:flow@x] after
            --C
            Content-Type: text/html

            <p>Before</p><img src="cid:flow@x" alt="flow"><p>after</p>
            --C--
            --R
            Content-Type: image/png; name="flow.png"
            Content-ID: <flow@x>
            Content-Transfer-Encoding: base64

            %1$s
            --R
            Content-Type: image/png; name="photo.png"
            Content-Transfer-Encoding: base64

            %1$s
            --R--
            """.formatted(Base64.getMimeEncoder().encodeToString(MarkdownLoaderTest.png(40, 9)));
        var document = load("a.eml", mail);
        assertEquals(
                FROM + "PARAGRAPH: Before\nIMAGE: "
                        + document.images().getFirst().mark()
                        + "\nPARAGRAPH: flow\nPARAGRAPH: after\nPARAGRAPH: Attachments: photo.png",
                Blocks.of(document));
        assertEquals(List.of(), document.problems());
    }

    @Test
    void aSavedPageHasItsPicturesByTheirPlace() throws Exception {
        String mail = HEAD
                + """
                Content-Type: multipart/related; boundary=R

                --R
                Content-Type: text/html
                Content-Location: file:///C:/docs/page.htm

                <p>One</p><img src="page_files/a.png"><img src="https://example.org/b.png"><img src="gone.png"><p>Two</p>
                --R
                Content-Type: image/png
                Content-Location: file:///C:/docs/page_files/a.png
                Content-Transfer-Encoding: base64

                %s
                --R
                Content-Type: image/png
                Content-Location: https://example.org/b.png
                Content-Transfer-Encoding: base64

                %s
                --R
                Content-Type: text/css
                Content-Location: https://example.org/b.css

                p { color: red }
                --R--
                """.formatted(
                                Base64.getMimeEncoder().encodeToString(MarkdownLoaderTest.png(40, 9)),
                                Base64.getMimeEncoder().encodeToString(MarkdownLoaderTest.png(40, 10)));
        var document = load("a.mht", mail);
        assertEquals(2, document.images().size());
        assertTrue(document.text().endsWith("Two"), document.text());
        assertEquals(List.of("1 picture that it names was not read: 1 missing"), document.problems());
    }

    @Test
    void anAttachmentIsListedUnderTheNameThatItHasAnywhereElseUnderItsType() throws Exception {
        var document = load("a.eml", HEAD + """
            Content-Type: multipart/mixed; boundary=B

            --B
            Content-Type: text/plain; name="body.txt"

            The words.
            --B
            Content-Type: application/pdf; name="offer.pdf"

            x
            --B
            Content-Type: application/pdf; name="=?utf-8?q?M=C3=BCller.pdf?="

            x
            --B
            Content-Type: application/pdf; name*0*=utf-8''gr%C3%BC; name*1*=n.pdf

            x
            --B
            Content-Type: text/plain; name="notes.txt"
            Content-Disposition: attachment

            x
            --B
            Content-Type: application/zip

            x
            --B--
            """);
        assertEquals(
                List.of("offer.pdf", "Müller.pdf", "grün.pdf", "notes.txt", "application/zip without a name"),
                document.metadata().get("attachments"));
        assertTrue(document.text().contains("The words."), document.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"iso-8859-1", "windows-1251", "gb2312"})
    void bareLettersInAHeadAreReadInTheEncodingOfTheBody(String name) throws Exception {
        String words = name.equals("iso-8859-1") ? "Grüße für alle" : name.equals("gb2312") ? "水泵的说明" : "Новый насос";
        String mail =
                "From: ada@example.org\nSubject: %s\nMIME-Version: 1.0\nContent-Type: text/plain; charset=%s\n\n%s\n"
                        .formatted(words, name, words);
        var document =
                Loaders.standard().load(Files.write(folder.resolve("a.eml"), mail.getBytes(Charset.forName(name))));
        assertEquals(words, document.title());
        assertEquals(List.of(), document.problems());
    }

    @Test
    void anEncodedWordUnderANarrowLabelKeepsTheSignsOfTheWiderOne() throws Exception {
        assertEquals(
                "The “pump” – 5 €",
                load("a.eml", "Subject: =?iso-8859-1?Q?The_=93pump=94_=96_5_=80?=\n\nWords\n")
                        .title());
        String chinese = Base64.getEncoder().encodeToString("镕水".getBytes(Charset.forName("GB18030")));
        assertEquals(
                "镕水",
                load("b.eml", "Subject: =?gb2312?B?" + chinese + "?=\n\nWords\n")
                        .title());
    }

    @Test
    void aBoxOfMailsIsReadMailByMail() throws Exception {
        var document = load("inbox.mbox", """
            From 17@xxx Mon Jan 01 10:00:00 +0000 2024
            From: ada@example.org
            Subject: One

            From here on it works at 10:00 in 2024.
            Second line.

            From ada@example.org Tue Jan  2 10:00:00 2024
            Subject: Two
            Content-Type: application/pdf; name=plan.pdf

            x
            """);
        assertEquals(
                "HEADING1: One\nPARAGRAPH: From: ada@example.org\nPARAGRAPH: From here on it works at 10:00 in 2024. /"
                        + " Second line.\nHEADING1: Two\nPARAGRAPH: Attachments: plan.pdf",
                Blocks.of(document));
        assertEquals("inbox", document.title());
    }

    @Test
    void wordsThatAMailHidesAreNotRead() throws Exception {
        var document = load(
                "a.eml",
                HEAD + "Content-Type: text/html\n\n<p style='display:none'>secret</p><template>secret"
                        + "</template><p>Words</p>");
        assertFalse(document.text().contains("secret"), document.text());
        assertTrue(document.text().getBytes(StandardCharsets.UTF_8).length > 10, document.text());
    }
}
