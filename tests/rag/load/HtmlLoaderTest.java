package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Block.Kind;
import rag.model.Document;

class HtmlLoaderTest {

    @TempDir
    Path folder;

    private static final String PROSE =
            "The tide comes in twice a day and goes out as often, and whoever walks on the flats has to know when. "
                    .repeat(4);

    private Document load(String html) throws Exception {
        return Loaders.standard().load(Files.writeString(folder.resolve("page.html"), html));
    }

    private static List<String> texts(Document document, Kind kind) {
        return document.blocks().stream()
                .filter(block -> block.kind() == kind)
                .map(document::text)
                .toList();
    }

    @Test
    void keepsTheMainPartAndDropsTheFrame() throws Exception {
        var document = load("<html lang=en><head><title>Tides</title><meta name=description content='On tides'><meta"
                + " name=keywords content='sea, moon'><style>p{color:red}</style><script>var x ="
                + " 1;</script></head><body><header><a href=/>Home</a></header><nav><ul><li><a href=a>One</a><li><a"
                + " href=b>Two</a></ul></nav><div id=cookie-banner>We use cookies."
                + " <button>Accept</button></div><main><h1>About tides</h1><p>" + PROSE
                + "</p><aside>Read also this</aside></main><footer>Imprint</footer></body></html>");
        for (String gone :
                new String[] {"Home", "One", "cookies", "Accept", "Read also", "Imprint", "var x", "color"}) {
            assertFalse(document.text().contains(gone), gone + " in " + document.text());
        }
        assertEquals(List.of("About tides"), texts(document, Kind.HEADING));
        assertEquals("Tides", document.title());
        assertEquals("On tides", document.metadata().get("description"));
        assertEquals(List.of("sea", "moon"), document.metadata().get("keywords"));
        assertEquals("en", document.metadata().get("language"));
    }

    @Test
    void findsTheFrameOfAPageThatNamesNothing() throws Exception {
        var links = new StringBuilder();
        for (int i = 0; i < 12; i++)
            links.append("<a href=p").append(i).append(">Link ").append(i).append("</a> ");
        var document =
                load("<body><div class=x>" + links + "</div><div><h2>Tides</h2><p>" + PROSE + "</p></div></body>");
        assertFalse(document.text().contains("Link 3"), document.text());
        assertTrue(document.text().contains("The tide comes in"));
    }

    @Test
    void keepsTheWholeBodyWhenTooLittleWouldBeLeft() throws Exception {
        var document = load(
                "<body><header>Opening hours: nine to five on all days of the week</header><p>Call us.</p></body>");
        assertTrue(document.text().contains("Opening hours"), document.text());
    }

    @Test
    void dropsWhatIsNotShown() throws Exception {
        var document =
                load("<body><p>" + PROSE + "</p><p hidden>secret one</p><p style='DISPLAY : none'>secret two</p><div"
                        + " style='visibility:hidden'>secret three</div><!-- secret four"
                        + " --><template>secret five</template></body>");
        assertFalse(document.text().contains("secret"), document.text());
    }

    @Test
    void writesListsTablesAndCodeInPlainForm() throws Exception {
        var document = load(
                "<body><ul><li>one<ol><li>first</li><li>second</li></ol></li><li><p>two</p></li></ul><table><tr><th>Name</th><th>Size</th><th>Note</th></tr><tr><td"
                    + " rowspan=2>chunk</td><td>256</td><td></td></tr><tr><td colspan=2>both"
                    + " <b>bold</b></td></tr><tr><td>a|b</td><td><ul><li>x</li><li>y</li></ul></td><td>z</td></tr></table><pre"
                    + " class=language-java>int a;\n"
                    + "  int b;</pre><blockquote><p>said</p></blockquote><dl><dt>Term</dt><dd>what it"
                    + " means</dd></dl><p>10<sup>6</sup> and H<sub>2</sub>O<br>next line</p></body>");
        assertEquals(
                List.of("- one", "  1. first", "  2. second", "- two", "- Term: what it means"),
                texts(document, Kind.LIST));
        assertEquals(List.of("""
            | Name | Size | Note |
            | --- | --- | --- |
            | chunk | 256 | |
            | chunk | both bold | |
            | a\\|b | x; y | z |\
            """), texts(document, Kind.TABLE));
        assertEquals(List.of("int a;\n  int b;"), texts(document, Kind.CODE));
        assertEquals(
                "java",
                document.blocks().stream()
                        .filter(block -> block.kind() == Kind.CODE)
                        .findFirst()
                        .orElseThrow()
                        .name());
        assertEquals(List.of("said"), texts(document, Kind.QUOTE));
        assertEquals(List.of("10^6 and H2O\nnext line"), texts(document, Kind.PARAGRAPH));
    }

    @Test
    void aTableThatArrangesThePageIsReadAsText() throws Exception {
        var document = load("<body><table><tr><td><h1>Tides</h1><p>" + PROSE
                + "</p></td><td><p>Beside it</p></td></tr></table></body>");
        assertEquals(List.of("Tides"), texts(document, Kind.HEADING));
        assertEquals(List.of(), texts(document, Kind.TABLE));
        assertTrue(document.text().contains("Beside it"));
    }

    @Test
    void readsTheEncodingThatFitsNotTheOneThatIsClaimed() throws Exception {
        String words = "Летом на севере долго не темнеет, и люди гуляют по набережной до поздней ночи.";
        for (String claim : new String[] {"windows-1251", "utf-8"}) {
            Path file = folder.resolve("ru.html");
            Files.write(file, ("<meta charset=" + claim + "><p>" + words).getBytes(Charset.forName("windows-1251")));
            assertEquals(words, Loaders.standard().load(file).text());
        }
    }

    @Test
    void picturesBesideThePageKeepTheirPlace() throws Exception {
        Files.write(folder.resolve("tide.png"), MarkdownLoaderTest.png(30, 0xff));
        var document = load("<body><p>before</p><img src=tide.png alt='the tide at noon'><p>after</p><img"
                + " src=http://example.org/a.png></body>");
        assertEquals(1, document.images().size());
        assertEquals(
                "before\n\n" + document.images().getFirst().mark() + "\n\nthe tide at noon\n\nafter", document.text());
    }

    @Test
    void whatIsSaidAboutCookiesAndConsentIsNoBanner() throws Exception {
        var document =
                load("<body><section id=cookies><h2>Cookies</h2><p>Kept for a year.</p></section><div id=gdpr><h2>Your"
                        + " rights</h2><p>Ask for your data.</p></div><h3 id=informed-consent>Informed consent</h3><p"
                        + " id=consent>Sign here.</p><dl><dt id=cookie>Cookie</dt><dd>a small file</dd></dl><div"
                        + " class=cookie-bar><h2>We value your privacy</h2><button>Accept</button></div><div"
                        + " id=onetrust-banner>This site uses more of them.</div><main><h1>Privacy</h1><p>"
                        + PROSE + "</p><div class=cookie>Session: one hour.</div></main></body>");
        assertEquals("""
            HEADING1: Privacy
            PARAGRAPH: %s
            PARAGRAPH: Session: one hour.\
            """.formatted(PROSE.strip()), Blocks.of(document));
        var whole =
                load("<body><section id=cookies><h2>Cookies</h2><p>Kept for a year.</p></section><div id=gdpr><h2>Your"
                        + " rights</h2><p>Ask for your data.</p></div><h3 id=informed-consent>Informed consent</h3><p"
                        + " id=consent>Sign here.</p><dl><dt id=cookie>Cookie</dt><dd>a small file</dd></dl><div"
                        + " class=cookie-bar><h2>We value your privacy</h2><button>Accept</button></div><div"
                        + " id=onetrust-banner>This site uses more of them.</div></body>");
        assertEquals("""
            HEADING2: Cookies
            PARAGRAPH: Kept for a year.
            HEADING2: Your rights
            PARAGRAPH: Ask for your data.
            HEADING3: Informed consent
            PARAGRAPH: Sign here.
            LIST: - Cookie: a small file\
            """, Blocks.of(whole));
    }

    @Test
    void asidesOfTheTextStayAndTeasersGo() throws Exception {
        var document = load(
                "<body><main><h1>Tides</h1><p>" + PROSE + "</p><aside class='admonition note'><p>Note</p><p>Mind the"
                        + " fog.</p></aside><aside class=topic><p>On"
                        + " moons</p></aside><aside class='sidebar related-info'><a"
                        + " href=a>Read also this</a></aside><aside"
                        + " class='footnote-list brackets'><aside class='footnote"
                        + " brackets' role=doc-footnote><span>[<a"
                        + " href=#b>1</a>]</span><p>After"
                        + " Kelvin.</p></aside></aside></main></body>");
        for (String kept : new String[] {"Mind the fog.", "On moons", "After Kelvin."}) {
            assertTrue(document.text().contains(kept), kept + " in " + document.text());
        }
        assertFalse(document.text().contains("Read also"), document.text());
    }

    @Test
    void questionsOnButtonsAreTheHeadingsOfTheirAnswers() throws Exception {
        var document =
                load("<body><main><h1>Help</h1><h2><button aria-controls=a1>How do I return goods?</button></h2><div"
                        + " id=a1 hidden>Within 30 days.</div><button class=opener><h2>Who pays?</h2></button><p>We"
                        + " do.</p><dl><dt><button>Fee</button></dt><dd>none</dd></dl><details><summary><button>More on"
                        + " fees</button></summary>They are gone.</details><button class=accordion>Is it"
                        + " safe?</button><p>It is.</p><button>Send now</button><p>" + PROSE + "</p></main></body>");
        assertEquals("""
            HEADING1: Help
            HEADING2: How do I return goods?
            PARAGRAPH: Within 30 days.
            HEADING2: Who pays?
            PARAGRAPH: We do.
            LIST: - Fee: none
            PARAGRAPH: More on fees
            PARAGRAPH: They are gone.
            PARAGRAPH: Is it safe?
            PARAGRAPH: It is.
            PARAGRAPH: %s\
            """.formatted(PROSE.strip()), Blocks.of(document));
    }

    @Test
    void aMergedCellHoldsItsColumnInShorterRowsToo() throws Exception {
        var document = load("<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td>1</td><td>10<sup>6</sup> m<sup><a"
                + " href=#n>2</a></sup></td><td"
                + " rowspan=2>both</td></tr><tr><td>2</td></tr><tr><td>3</td><td>x</td><td>last</td></tr></table>");
        assertEquals(List.of("""
            | A | B | C |
            | --- | --- | --- |
            | 1 | 10^6 m2 | both |
            | 2 | | both |
            | 3 | x | last |\
            """), texts(document, Kind.TABLE));
    }

    @Test
    void columnsThatAreNotReadAreTold() throws Exception {
        var document = load("<table><tr>" + "<th>a</th>".repeat(201) + "</tr></table>");
        assertEquals(List.of("of a table the first 200 columns are read"), document.problems());
        assertEquals(
                List.of(),
                load("<table><tr>" + "<th>a</th>".repeat(200) + "</tr></table>").problems());
    }

    @Test
    void aLabelStandsBesideEveryRowThatItSpans() throws Exception {
        String prose = "long words ".repeat(30).strip();
        var document = load("<table><tr><th>Model</th><th>Load</th><th>Price</th></tr><tr><td rowspan=3>P7</td><td>1"
                + "</td><td colspan=2>10</td></tr><tr></tr><tr><td>2</td><td>20</td></tr><tr><td rowspan=2>" + prose
                + "</td><td>3</td><td>30</td></tr><tr><td>4</td><td>40</td></tr></table>");
        assertEquals(List.of("""
            | Model | Load | Price |
            | --- | --- | --- |
            | P7 | 1 | 10 |
            | P7 | 2 | 20 |
            | %s | 3 | 30 |
            | | 4 | 40 |\
            """.formatted(prose)), texts(document, Kind.TABLE));
    }

    @Test
    void aFrameWithoutLettersOfItsOwnHidesNoneOfItsParts() throws Exception {
        var document = load("<body><div style='font-size:0px;padding:20px'><p style='font-size:13px'>" + PROSE
                + "</p></div><p style='font-size:0'>secret</p></body>");
        assertEquals(PROSE.strip(), document.text());
    }

    @Test
    void aPictureThatIsMissingIsTold() throws Exception {
        var document = load("<body><p>before</p><img src='img/gone.png'><img src='data:image/svg+xml;base64,PHN2Zy8+'"
                + "><img src='/logo.svg'><img src='https://example.org/a.png'></body>");
        assertEquals(List.of("2 pictures that it names were not read: 2 missing"), document.problems());
    }
}
