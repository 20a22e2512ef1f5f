package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncodingsTest {

    private static final String RUSSIAN =
            "Летом на севере долго не темнеет, и люди гуляют по набережной до поздней ночи. Река течёт медленно.";
    private static final String GREEK =
            "Το καλοκαίρι οι μέρες είναι μεγάλες και οι άνθρωποι περπατούν δίπλα στη θάλασσα μέχρι αργά το βράδυ.";
    private static final String CHINESE = "夏天的北方天黑得很晚，人们在河边散步直到深夜。数据库的连接池大小应当按照并发数来设置。";
    private static final String TRADITIONAL = "夏天的北方天黑得很晚，人們在河邊散步直到深夜。資料庫的連線數量應當按照需要來設定。";
    private static final String JAPANESE = "夏の北国では夜遅くまで明るく、人々は川沿いを散歩します。データベースの接続数を設定してください。";
    private static final String KOREAN = "여름에 북쪽은 늦게까지 밝아서 사람들이 강가를 산책합니다. 데이터베이스의 연결 수를 설정하십시오.";
    private static final String FRENCH =
            "L'été, les journées sont très longues et l'on se promène près de la mer jusqu'à la nuit tombée. Où ça?";
    private static final String ARABIC =
            "في الصيف تكون الأيام طويلة ويمشي الناس على شاطئ البحر حتى وقت متأخر من الليل في كل مدينة.";

    private static String sample(String name) {
        return switch (name) {
            case "ru" -> RUSSIAN;
            case "el" -> GREEK;
            case "zh" -> CHINESE;
            case "tw" -> TRADITIONAL;
            case "ja" -> JAPANESE;
            case "ko" -> KOREAN;
            case "ar" -> ARABIC;
            default -> FRENCH;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "ru,UTF-8", "ru,windows-1251", "ru,KOI8-R", "ru,IBM866", "ru,ISO-8859-5", "el,ISO-8859-7", "el,windows-1253",
                "zh,GB18030",
        "zh,GBK", "tw,Big5", "ja,Shift_JIS", "ja,EUC-JP", "ja,ISO-2022-JP", "ko,EUC-KR", "fr,windows-1252",
                "fr,ISO-8859-1",
        "ar,windows-1256", "ar,ISO-8859-6", "ja,UTF-16", "fr,UTF-16LE", "fr,UTF-16BE", "fr,UTF-32LE", "fr,UTF-32BE",
                "zh,UTF-8"
    })
    void readsRunningTextInTheEncodingItWasWrittenIn(String language, String charset) {
        String text = sample(language);
        assertEquals(
                text, Encodings.decode(text.getBytes(Charset.forName(charset))).text());
    }

    @ParameterizedTest
    @CsvSource({"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void takesTheByteOrderMarkForWhatItIsAndNotForText(String charset) {
        var decoded = Encodings.decode(("\ufeff# Títle\nline").getBytes(Charset.forName(charset)));
        assertEquals("# Títle\nline", decoded.text());
        assertTrue(decoded.sure());
    }

    @Test
    void believesWhatAFileDeclaresOnlyWhereItFits() {
        byte[] bytes = ARABIC.getBytes(Charset.forName("windows-1256"));
        assertEquals(ARABIC, Encodings.decode(bytes, "UTF-8").text());
        assertEquals(ARABIC, Encodings.decode(bytes, "windows-1256").text());
        assertEquals(
                FRENCH,
                Encodings.decode(FRENCH.getBytes(StandardCharsets.UTF_8), "ISO-8859-1")
                        .text());
        assertEquals(
                FRENCH,
                Encodings.decode(FRENCH.getBytes(StandardCharsets.UTF_8), "no-such-charset")
                        .text());
    }

    @Test
    void saysSoWhenTooFewBytesTell() {
        var decoded = Encodings.decode(new byte[] {'a', (byte) 0xe9, (byte) 0xf1, 'x', (byte) 0xb3});
        assertFalse(decoded.sure());
        var builder = new DocumentBuilder("text");
        decoded.tell(builder);
        builder.adopt("x").span(rag.model.Block.Kind.PARAGRAPH, 0, 0, 1, null, "", java.util.List.of());
        assertFalse(decoded.charset().isEmpty());
    }

    @Test
    void keepsNoNulNoControlNoHalfOfAPair() {
        byte[] bytes = "one\0two\u0007\r\nthree\rfour\tfive".getBytes(StandardCharsets.UTF_8);
        assertEquals("onetwo\nthree\nfour\tfive", Encodings.decode(bytes).text());
        assertEquals("a🚀b", Characters.clean("a🚀\ud83db\udc00"));
        assertEquals("exam", Characters.clean("ex\u00adam"));
    }

    @Test
    void theSameStringComesBackWhereThereIsNothingToClean() {
        String text = "Plain text, 中文 and 🚀.";
        String cleaned = Characters.clean("Plain text.");
        assertEquals("Plain text.", cleaned);
        assertEquals(text, Characters.clean(text));
    }

    @Test
    void coloursOfATerminalAndAStrayNulLeaveUtf8WhatItIs() {
        var log = "\u001b[31mERROR\u001b[0m the façade of 東京 fell \u001b]0;title\u0007down\u0000 at noon\n";
        var decoded = Encodings.decode(log.getBytes(java.nio.charset.StandardCharsets.UTF_8));

        assertEquals("UTF-8", decoded.charset());
        assertTrue(decoded.sure());
        assertEquals("ERROR the façade of 東京 fell down at noon\n", decoded.text());
    }

    @ParameterizedTest
    @CsvSource({"ISO-8859-1", "latin1", "us-ascii", "windows-1252"})
    void aLabelOfLatinLettersMeansThoseOfWindowsToo(String label) {
        String words = FRENCH + " Il coûte 20 € – « l’œuvre » de l’année…";
        byte[] bytes = words.getBytes(Charset.forName("windows-1252"));
        assertEquals(words, Encodings.decode(bytes, label).text());
        assertEquals("windows-1252", Encodings.decode(bytes, label).charset());
    }

    @Test
    void aFewSignsProveNoLabelWrong() {
        for (String words : new String[] {"Price: 100 €", "© 2024 Example", "at 20 °C ± 2", "½ cup, £3"}) {
            var decoded = Encodings.decode(words.getBytes(Charset.forName("windows-1252")), "ISO-8859-1");
            assertEquals(words, decoded.text());
            assertTrue(decoded.sure(), words);
        }
    }

    @Test
    void aByteThatMeansNothingLeavesALabelRight() {
        byte[] bytes = (FRENCH + "?").getBytes(StandardCharsets.ISO_8859_1);
        bytes[bytes.length - 1] = (byte) 0x9d;
        assertEquals(FRENCH, Encodings.decode(bytes, "ISO-8859-1").text());
    }

    private static byte[] joined(byte[]... parts) {
        var all = new java.io.ByteArrayOutputStream();
        for (byte[] part : parts) all.writeBytes(part);
        return all.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({"ru,233", "zh,255", "ja,128", "fr,233"})
    void aBadByteLeavesAFileInUtf8WhatItIsAndIsTold(String language, int bad) {
        String text = sample(language).repeat(4);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var decoded = Encodings.decode(joined(bytes, new byte[] {' ', (byte) bad, ' '}, bytes));
        assertEquals(text + "  " + text, decoded.text());
        assertFalse(decoded.sure());
        var builder = new DocumentBuilder("text");
        decoded.tell(builder);
        assertEquals(List.of("one sequence of bytes is not UTF-8 and left out"), builder.problems());
    }

    @ParameterizedTest
    @CsvSource({"ru", "zh", "ja", "fr", "ko", "ar", "el"})
    void aFileThatIsCutInsideItsLastLetterIsWhatItWas(String language) {
        String text = sample(language);
        byte[] whole = (text + "é").getBytes(StandardCharsets.UTF_8);
        var decoded = Encodings.decode(java.util.Arrays.copyOf(whole, whole.length - 1));
        assertEquals(text, decoded.text());
        assertEquals("UTF-8", decoded.charset());
    }

    @Test
    void aLabelDoesNotTurnDamagedUtf8IntoSomethingElse() {
        String text = FRENCH.repeat(5);
        byte[] bytes = joined(text.getBytes(StandardCharsets.UTF_8), new byte[] {(byte) 0xe9, '.'});
        assertEquals(text + ".", Encodings.decode(bytes, "ISO-8859-1").text());
    }

    @ParameterizedTest
    @CsvSource({
        "ru,windows-1251",
        "ru,KOI8-R",
        "el,ISO-8859-7",
        "zh,GBK",
        "tw,Big5",
        "ja,Shift_JIS",
        "ja,EUC-JP",
        "ko,EUC-KR",
        "fr,windows-1252",
        "ar,windows-1256"
    })
    void noBeginningOfATextInAnotherEncodingIsDamagedUtf8(String language, String charset) {
        byte[] bytes = sample(language).getBytes(Charset.forName(charset));
        for (int length = 1; length <= bytes.length; length++) {
            var decoded = Encodings.decode(java.util.Arrays.copyOf(bytes, length));
            assertTrue(decoded.lost() == 0, language + " " + length + ": " + decoded);
        }
    }
}
