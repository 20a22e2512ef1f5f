package rag.store.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.analysis.Terms.assertFound;
import static rag.store.analysis.Terms.positions;
import static rag.store.analysis.Terms.terms;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextAnalysisTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        getUserById           | user by id
        getUserById           | getUserById
        getUserById           | GETUSERBYID
        snake_case_name       | snake_case_name
        snake_case_name       | case name
        __init__              | init
        HTTP_200              | 200
        HTTP_200              | http_200
        parseHTTPResponse     | response http parse
        XMLHttpRequest        | xml request
        utf8                  | UTF-8
        covid19               | COVID 19
        v1.2.3                | 1.2
        v1.2.3                | 1.2.3
        v1.2.3                | v1.2.3
        V1.2.3                | v1.2.3
        10.0.0.1              | 10.0.0
        App.java:42           | App.java
        App.java:42           | app
        App.java:42           | 42
        std::vector           | vector
        std::vector           | std::vector
        C++                   | c++
        C++17                 | C++
        C#                    | c#
        .NET                  | .net
        .NET                  | net
        use .gitignore        | .gitignore
        /usr/local/lib/a.conf | local conf
        https://docs.example.org/guide?page=2 | example guide
        https://docs.example.org/guide?page=2 | docs.example.org
        jo@example.org        | example.org
        the U.S. economy      | US
        1,000 genomes         | 1000
        kebab-case-name       | case
        --dry-run             | dry run
        $HOME/.config         | home config
        getURLs               | URLs
        e.preventDefault()    | prevent default
        """)
    void anIdentifierIsFoundWholeAndByItsParts(String text, String question) throws IOException {
        assertFound(text, question);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        C++         | C
        C           | C++
        C#          | C
        mRNA        | m
        p53         | p
        v1.2.3      | 2.3
        v1.2.3      | 1
        3.14        | 14
        """)
    void whatOnlyLooksAlikeIsNotFound(String text, String question) throws IOException {
        assertTrue(terms("en", text).stream().noneMatch(terms("en", question)::contains));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        café                     | cafe
        cafe                     | CAFÉ
        cafés                    | cafe
        nai\u0308ve              | naive
        ﬁnding                   | finding
        soft\u00adhy\u00adphen   | softhyphen
        ＡＰＩ　ｖ１．２           | api 1.2
        Ｃ＋＋                    | C++
        ﾃﾞｰﾀﾍﾞｰｽ                  | データベース
        H₂O                      | H2O
        5 µm                     | 5 μm
        Ёлка                     | елка
        can’t                    | can't
        résumé                   | resume
        Zoë's                    | zoe
        Müller’s                 | muller
        १२३                      | 123
        Straße                   | strasse
        \u1112\u1161\u11ab\u1100\u116e\u11a8 | 한국
        ⼈⼝                       | 人口
        """)
    void accentsWidthAndCompositionDoNotMatter(String text, String question) throws IOException {
        assertFound(text, question);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        重跑gen-itgc后50条       | 重跑
        重跑gen-itgc后50条       | gen
        重跑gen-itgc后50条       | itgc
        重跑gen-itgc后50条       | 后
        重跑gen-itgc后50条       | 50
        重跑gen-itgc后50条       | 条
        中华人民共和国成立于1949年   | 共和国
        繁體中文資料庫            | 資料庫
        繁體中文資料庫            | 资料库
        简体中文资料库            | 資料庫
        中文café菜单             | cafe
        東京都の人口              | 東京
        東京都の人口              | 人口
        Tシャツを買う             | シャツ
        サーバーの設定             | サーバー
        서울에서 만난 사람         | 서울
        물이 차갑다              | 물
        한국어를 배우다            | 한국어
        ภาษาไทยง่ายมาก          | ไทย
        ພາສາລາວ                 | ພາສາ
        𠀀𠀁𠀂                   | 𠀁
        """)
    void wordsAreFoundInScriptsThatPartNone(String text, String question) throws IOException {
        for (var language : List.of("und", "zh", "en")) {
            var held = Set.copyOf(terms(language, text));
            var asked = TextAnalysis.question(question, List.of(language)).words();
            assertTrue(
                    asked.stream()
                            .filter(QueryTerms.Word::exact)
                            .allMatch(word -> word.variants().stream().anyMatch(held::contains)),
                    language + ": " + held + " lacks some of " + asked);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        en | connections      | connected
        de | Häuser           | Haus
        de | Mueller          | Müller
        fr | l'avion          | avions
        es | máquinas         | maquina
        it | dell'ingegnere   | ingegneri
        pt | máquinas         | máquina
        nl | fietsen          | fiets
        sv | bilarna          | bilar
        ru | машинами         | машина
        fi | taloissa         | talossa
        ar | والكتاب          | كتاب
        el | μηχανές          | μηχανή
        hi | किताबें          | किताब
        tr | Ankara'nın       | Ankara
        """)
    void inflectedFormsOfALanguageAreOneTerm(String language, String text, String question) throws IOException {
        assertEquals(terms(language, text), terms(language, question));
    }

    @Test
    void plainEnglishIsAnalysedAsByLucenesEnglishAnalyzer() throws IOException {
        var text =
                "The dog's owners weren't running; they had been connecting all the relational databases of Smith's, "
                        + "and the results (in 1999) were surprising: 37 generalizations!";
        assertEquals(terms(new EnglishAnalyzer(), text), terms("en", text));
    }

    @Test
    void aStopWordLeavesItsPlaceEmpty() throws IOException {
        assertEquals(List.of(0, 2), positions("winner of races"));
        assertEquals(
                List.of(0, 2),
                TextAnalysis.question("winner of races", List.of("en")).words().stream()
                        .map(QueryTerms.Word::position)
                        .toList());
    }

    @Test
    void partsOfANameStandWhereWordsWouldStand() throws IOException {
        assertEquals(List.of(0, 0, 1, 3, 4), positions("getUserById now"));
        assertEquals(List.of(0, 1, 1, 1, 2), positions("x v1.2.3 y"));
    }

    @Test
    void ofALongerRunOfLettersOnlyTheFirst255AreKept() throws IOException {
        assertEquals(List.of("b".repeat(255), "tail"), terms("und", "b".repeat(50_000) + " tail"));
    }

    @Test
    void aForeignWordIsStemmedByItsOwnScript() throws IOException {
        assertEquals(List.of("run", "машин"), terms("zh", "running машинами"));
        assertEquals(List.of("run", "машин"), terms("ru", "running машинами"));
    }

    @Test
    void aGreekLetterInAFormulaIsNoStopWord() throws IOException {
        assertEquals(List.of("η", "κ"), terms("en", "η κ"));
    }

    @Test
    void aSpanishQuestionWordIsTheStopWordThatItIsWithoutItsAccent() throws IOException {
        assertEquals(List.of("llam", "rio"), terms("es", "¿Cómo se llama el río y dónde está?"));
    }

    @Test
    void offsetsPointIntoTheText() throws IOException {
        var text = "see .NET and getUserById, 重跑 ﾃﾞｰﾀ";
        try (var stream = TextAnalysis.analyzer("en").tokenStream("", text)) {
            var offset = stream.getAttribute(OffsetAttribute.class);
            stream.reset();
            var shown = new ArrayList<String>();
            int last = 0;
            while (stream.incrementToken()) {
                assertTrue(offset.startOffset() >= last, "offsets go forward");
                last = offset.startOffset();
                shown.add(text.substring(offset.startOffset(), offset.endOffset()));
            }
            assertTrue(
                    shown.containsAll(List.of("see", ".NET", "NET", "getUserById", "重", "重跑", "跑", "ﾃﾞｰﾀ")),
                    shown.toString());
        }
    }

    @Test
    void severalThreadsGetTheSameTerms() throws Exception {
        var text = "getUserById Häuser машинами 中华人民共和国 資料庫 データ ไทยง่าย running houses";
        var expected = terms("de", text);
        try (var pool = java.util.concurrent.Executors.newFixedThreadPool(4)) {
            var all = new ArrayList<java.util.concurrent.Future<List<String>>>();
            for (int i = 0; i < 200; i++) all.add(pool.submit(() -> terms("de", text)));
            for (var terms : all) assertEquals(expected, terms.get());
        }
    }
}
