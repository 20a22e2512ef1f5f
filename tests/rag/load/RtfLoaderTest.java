package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RtfLoaderTest {

    @TempDir
    Path folder;

    private String read(String rtf) throws Exception {
        Path file = folder.resolve("a.rtf");
        Files.write(file, ("{\\rtf1\\ansi\\ansicpg1252 " + rtf + "}").getBytes(StandardCharsets.ISO_8859_1));
        return Blocks.of(Loaders.standard().load(file));
    }

    /** @param rtf with ^ for each backslash */
    private String commands(String rtf) throws Exception {
        return read(rtf.replace('^', '\\'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Caf\\'e9 \\u8364?5 \\'93so\\'94|Café €5 “so”",
                "{\\f1\\fcharset0}He{\\deleted said }{\\revised  told}\\~us\\_all|He told\u00a0us-all",
                "10{\\super 6} m{\\*\\unknown words of a later version} up|10^6 m up",
                "{\\field{\\*\\fldinst HYPERLINK \"http://x.example/\"}{\\fldrslt the link}}|the link",
                "{\\header Running head}{\\footer 7}Body{\\*\\bkmkstart here}|Body",
                "\\u-10240?\\u-8398?|\ud800\udf32"
            })
    void wordsAreReadAsShown(String rtf, String words) throws Exception {
        assertEquals("PARAGRAPH: " + words, read(rtf + "\\par"));
    }

    @Test
    void bytesAreDecodedByTheirFont() throws Exception {
        assertEquals(
                "PARAGRAPH: Привет 日本",
                read("{\\fonttbl{\\f0\\fcharset204 A;}{\\f1\\fcharset128 B;}}{\\f0 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2"
                        + " }{\\f1 \\'93\\'fa\\'96\\'7b}\\par"));
    }

    @Test
    void headingsListsNotesAndHiddenWordsHaveTheirKinds() throws Exception {
        assertEquals(
                """
                HEADING1: Upkeep
                LIST: - oil
                LIST:   2. the seal
                PARAGRAPH: Monthly[1] work
                PARAGRAPH [hidden text]: secret
                NOTE: [1] Never in winter.\
                """,
                commands("{^stylesheet{^s0 Normal;}{^s1 heading 1;}}^pard^s1 Upkeep^par^pard^s0"
                        + "{^listtext^pard^plain ^'b7^tab}^ilvl0 oil^par^pard{^pntext 2.^tab}^ilvl1 the seal^par"
                        + "^pard Monthly{^footnote^pard Never in^par winter.} work{^v secret}^par"));
    }

    @Test
    void cellsOfNestedTablesStayInTheirCell() throws Exception {
        assertEquals(
                "TABLE: | before; deep A; deep B; after | right | / | --- | --- | / | x | y |\nPARAGRAPH: behind",
                commands("^trowd^pard^intbl before^par^pard^intbl^itap2 deep A^nestcell deep"
                    + " B^nestcell{^*^nesttableprops^trowd^nestrow}{^nonesttables FALLBACK^par}^pard^intbl after^cell"
                    + " right^cell^row^trowd^pard^intbl x^cell {^listtext^pard^tab}y^cell^row^pard behind^par"));
    }

    @Test
    void aTextBoxIsReadOnceBehindItsParagraph() throws Exception {
        assertEquals(
                "PARAGRAPH: Around the box\nPARAGRAPH: Boxed",
                commands("Around {^shp{^*^shpinst{^sp{^sn fType}{^sv 1}}{^shptxt ^pard"
                        + " Boxed^par}}{^shprslt{^*^do{^dptxbx{^dptxbxtext Boxed}}}}}the box^par"));
    }
}
