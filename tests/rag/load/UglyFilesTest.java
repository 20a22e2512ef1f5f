package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocumentNameDictionary;
import org.apache.pdfbox.pdmodel.PDEmbeddedFilesNameTreeNode;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.filespecification.PDComplexFileSpecification;
import org.apache.pdfbox.pdmodel.common.filespecification.PDEmbeddedFile;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;
import org.apache.poi.hssf.record.crypto.Biff8EncryptionKey;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/** Files as people have them: under false names, locked, made by programs that bend the rules. */
class UglyFilesTest {

    @TempDir
    Path folder;

    private Document load(String name, String text) throws Exception {
        return load(name, text, StandardCharsets.UTF_8);
    }

    private Document load(String name, String text, Charset charset) throws Exception {
        return Loaders.standard().load(Files.write(folder.resolve(name), text.getBytes(charset)));
    }

    private static LoadException refused(Path file) {
        return assertThrows(LoadException.class, () -> Loaders.standard().load(file));
    }

    /** What a wiki writes as a Word document. */
    @Test
    void aDocThatIsAWebArchiveIsReadAsThePageInIt() throws Exception {
        var document = load("export.doc", """
            Date: Mon, 1 Jan 2024 10:00:00 +0000
            Message-ID: <1.2@wiki>
            Subject: Exported From Wiki
            MIME-Version: 1.0
            Content-Type: multipart/related; boundary="=_b"

            --=_b
            Content-Type: text/html; charset=UTF-8
            Content-Transfer-Encoding: quoted-printable
            Content-Location: file:///C:/exported.html

            <html><body><h1>Release plan</h1><p>Ship on =E2=82=AC day, not bef=
            ore.</p></body></html>
            --=_b--
            """.replace("\n", "\r\n"));
        assertTrue(document.text().contains("Ship on € day, not before."), document.text());
        assertFalse(document.text().contains("=E2"), document.text());
    }

    @Test
    void anXlsThatIsXmlShowsItsCellsAndNoTags() throws Exception {
        var document = load("report.xls", """
            <?xml version="1.0"?>
            <?mso-application progid="Excel.Sheet"?>
            <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
             xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
             <Worksheet ss:Name="Costs"><Table><Row><Cell><Data ss:Type="String">Rent</Data></Cell>
             <Cell><Data ss:Type="Number">1200</Data></Cell></Row></Table></Worksheet></Workbook>
            """);
        assertTrue(document.text().contains("Rent") && document.text().contains("1200"), document.text());
        assertFalse(document.text().contains("</"), document.text());
    }

    @Test
    void anXlsThatIsAPageOrTabbedTextIsReadAsThat() throws Exception {
        var page = load(
                "a.xls",
                "<html><body><table><tr><th>Item</th><th>Price</th></tr><tr><td>Rent</td><td>1200</td></tr></table>");
        assertEquals("| Item | Price |\n| --- | --- |\n| Rent | 1200 |", page.text());
        assertTrue(load("b.xls", "Item\tPrice\nRent\t1200\n").text().contains("Rent\t1200"));
    }

    @Test
    void aDocThatIsRtfIsReadAsRtf() throws Exception {
        var document = load("letter.doc", "{\\rtf1\\ansi Dear \\b Ms Gray\\b0,\\par thank you.\\par}");
        assertEquals("Dear Ms Gray,\n\nthank you.", document.text());
    }

    /** What Excel saves as "Unicode text". */
    @Test
    void aTableInUtf16IsATable() throws Exception {
        var document = load("a.csv", "\ufeffname\tcity\nZoë\tŁódź\n", StandardCharsets.UTF_16LE);
        assertEquals("| name | city |\n| --- | --- |\n| Zoë | Łódź |", document.text());
    }

    @Test
    void changesInATableWithinATableAreTakenAsAccepted() throws Exception {
        Path file = new Docx()
                .body("<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Fee</w:t></w:r></w:p></w:tc><w:tc><w:tbl><w:tr><w:tc><w:p>"
                        + "<w:del><w:r><w:delText>100</w:delText></w:r></w:del><w:ins><w:r><w:t>250</w:t></w:r></w:ins>"
                        + "</w:p></w:tc><w:tc><w:p><w:r><w:t>euro</w:t></w:r></w:p></w:tc></w:tr>"
                        + "<w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p><w:del><w:r><w:delText>gone row</w:delText></w:r>"
                        + "</w:del></w:p></w:tc></w:tr></w:tbl><w:p/></w:tc></w:tr></w:tbl>")
                .save(folder.resolve("a.docx"));
        assertEquals(
                "| Fee | 250; euro |\n| --- | --- |",
                Loaders.standard().load(file).text());
    }

    @Test
    void aPageThatIsAllScriptHasNoText() throws Exception {
        Path file = Files.writeString(
                folder.resolve("app.html"),
                "<!doctype html><html><head><title>App</title></head><body><div id=root></div><script>"
                        + "render('words that nobody sees');</script></body></html>");
        assertEquals(DocumentState.NO_TEXT, refused(file).state());
    }

    @Test
    void aMailNamesItsPackedAttachmentsAndKeepsItsBody() throws Exception {
        var document = load("a.eml", """
            From: a@example.org
            Subject: Minutes
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=XX

            --XX
            Content-Type: text/plain

            See the minutes.
            --XX
            Content-Type: application/ms-tnef; name="winmail.dat"
            Content-Transfer-Encoding: base64
            Content-Disposition: attachment; filename="winmail.dat"

            %s
            --XX--
            """.formatted(
                        Base64.getEncoder().encodeToString(new byte[] {0x78, (byte) 0x9f, 0x3e, 0x22, 1, 0})));
        assertTrue(document.text().contains("See the minutes."), document.text());
        assertEquals(List.of("winmail.dat"), document.metadata().get("attachments"));
    }

    /** Many forms leave it to the reader to paint their fields. */
    @Test
    void fieldsWithoutALookOfTheirOwnAreRead() throws Exception {
        try (var pdf = new Pdfs().page()) {
            var form = new PDAcroForm(pdf.document);
            pdf.document.getDocumentCatalog().setAcroForm(form);
            var fonts = new PDResources();
            fonts.put(COSName.HELV, Pdfs.PLAIN);
            form.setDefaultResources(fonts);
            form.setDefaultAppearance("/Helv 11 Tf 0 g");
            var field = new PDTextField(form);
            field.setPartialName("name");
            var widget = field.getWidgets().getFirst();
            widget.setRectangle(new PDRectangle(60, 700, 200, 20));
            widget.setPage(pdf.page);
            widget.setPrinted(true);
            pdf.page.getAnnotations().add(widget);
            form.getFields().add(field);
            field.getCOSObject().setString(COSName.V, "Ada Lovelace");
            form.setNeedAppearances(true);
            var document = Loaders.standard().load(pdf.save(folder, "form.pdf"));
            assertEquals("Ada Lovelace", document.text());
        }
    }

    @Test
    void aPortfolioSaysThatItsFilesAreNotRead() throws Exception {
        try (var pdf = new Pdfs().page().text(60, 700, "Open this portfolio in another reader.")) {
            var specification = new PDComplexFileSpecification();
            specification.setFile("offer.pdf");
            specification.setEmbeddedFile(new PDEmbeddedFile(
                    pdf.document, new ByteArrayInputStream("%PDF".getBytes(StandardCharsets.UTF_8))));
            var files = new PDEmbeddedFilesNameTreeNode();
            files.setNames(Map.of("offer.pdf", specification));
            var catalog = pdf.document.getDocumentCatalog();
            var names = new PDDocumentNameDictionary(catalog);
            names.setEmbeddedFiles(files);
            catalog.setNames(names);
            catalog.getCOSObject().setItem("Collection", new COSDictionary());
            var document = Loaders.standard().load(pdf.save(folder, "a.pdf"));
            assertEquals(List.of("a portfolio: the files in it are not read (offer.pdf)"), document.problems());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.docx", "a.xlsx", "a.pptx"})
    void aPasswordIsTheReasonWhateverTheProgram(String name) throws Exception {
        Path file = folder.resolve(name);
        try (var ole = new POIFSFileSystem()) {
            var encryptor = new EncryptionInfo(EncryptionMode.agile).getEncryptor();
            encryptor.confirmPassword("secret");
            try (var out = encryptor.getDataStream(ole)) {
                out.write(new byte[5000]);
            }
            try (var out = Files.newOutputStream(file)) {
                ole.writeFilesystem(out);
            }
        }
        assertEquals(DocumentState.ENCRYPTED, refused(file).state());
    }

    @Test
    void anOldWorkbookWithAPasswordIsLockedAndNotBroken() throws Exception {
        Path file = folder.resolve("a.xls");
        try (var workbook = new HSSFWorkbook();
                var out = Files.newOutputStream(file)) {
            workbook.createSheet("S").createRow(0).createCell(0).setCellValue("secret sum");
            Biff8EncryptionKey.setCurrentUserPassword("word");
            workbook.write(out);
        } finally {
            Biff8EncryptionKey.setCurrentUserPassword(null);
        }
        assertEquals(DocumentState.ENCRYPTED, refused(file).state());
    }

    @Test
    void aQuoteThatIsNeverClosedCostsItsRowAndNotTheRest() throws Exception {
        var text = new StringBuilder("name,note\nA,fine\nB,\"open\n");
        for (int i = 0; i < 100; i++) text.append("row").append(i).append(",n\n");
        var document = load("a.csv", text.toString());
        assertTrue(document.text().contains("| B | open |\n| row0 | n |"), document.text());
        assertTrue(document.text().endsWith("| row99 | n |"), document.text());
        assertEquals(List.of("a quote in row 3 is never closed and is left out"), document.problems());
        assertEquals(Kind.TABLE, document.blocks().getLast().kind());
    }
}
