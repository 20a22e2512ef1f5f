package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.model.Document;

/** Tables as text: what parts their cells and rows. */
class CsvLoaderTest {

    @TempDir
    Path folder;

    private Document load(String name, String text) throws Exception {
        return Loaders.standard().load(Files.writeString(folder.resolve(name), text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "2024-01-01 10:00;21,5;45,2 ! ;",
                "12,5;13,7;14,2 ! ;",
                "12,5|13,7|14,2 ! |",
                "12,5\t13,7\t14,2 ! '\t'",
                "Smith, John;12,5 ! ;",
                "1,200\t3,400,000 ! '\t'",
                "1,2,3 ! ,",
                "1,2,a|b ! ,",
                "a, b, c ! ,",
                "a;b,c ! ,"
            })
    void aCommaInAFigureOrANamePartsNoCells(String row, char separator) {
        assertEquals(separator, CsvLoader.separator((row + "\n").repeat(5)));
    }

    @Test
    void theLineThatTellsExcelTheSeparatorIsNoRow() throws Exception {
        String table = "TABLE: | a,b | c | / | --- | --- | / | 1 | 2 |";
        assertEquals(table, Blocks.of(load("a.csv", "sep=;\na,b;c\n1;2\n")));
        assertEquals(table, Blocks.of(load("b.csv", "\ufeffsep=;\r\na,b;c\r\n1;2\r\n")));
        assertEquals(table, Blocks.of(load("c.csv", "\"sep=\t\"\na,b\tc\n1\t2\n")));
        assertEquals(table, Blocks.of(load("d.csv", "SEP=^\na,b^c\n1^2\n")));
    }

    @Test
    void anOpenQuoteInTheMiddleTakesNoRowsWithIt() throws Exception {
        var text = new StringBuilder("id\tsize\tnote\n");
        for (int i = 1; i <= 60; i++) {
            String size = i == 5 || i == 20 ? "\"3 inch" : i == 40 ? "\"wide\"" : i == 50 ? "\"two\nlines\"" : "small";
            text.append(i).append('\t').append(size).append("\tn").append(i).append('\n');
        }
        var document = load("a.tsv", text.toString());
        assertEquals(1, document.blocks().size(), Blocks.of(document));
        for (int i = 1; i <= 60; i++) assertTrue(document.text().contains("| n" + i + " |"), "row " + i);
        for (String row : new String[] {"| 5 | 3 inch | n5 |", "| 20 | 3 inch | n20 |", "| 40 | wide | n40 |"})
            assertTrue(document.text().contains(row), document.text());
        assertTrue(document.text().contains("| 50 | two lines | n50 |"), document.text());
        assertEquals(List.of("quotes in rows 6, 21 are never closed and are left out"), document.problems());
    }

    @Test
    void aCellOfManyLinesStaysWhole() throws Exception {
        String address = "\"Pump House\nMill Lane 3, Lower Town, Kent\nBehind the church\nRing twice\"";
        String poem = "\"" + "Some rain, some wind\nno comma here\n".repeat(40) + "\"";
        var document = load("a.csv", "name,address,poem\nAda,%s,%s\nBob,here,none\n".formatted(address, poem));
        assertEquals(List.of(), document.problems());
        assertTrue(document.text().contains("| Bob | here | none |"), document.text());
        assertEquals(4, document.text().lines().count(), document.text());
    }
}
