package rag.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextsTest {

    private static final String FAMILY = "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67";

    @Test
    void whatDeceivesAReaderIsNotShown() {
        assertEquals("user admin", Texts.visible("user\u202e \u2066admin\u2069\u200b"));
        assertEquals("F-13", Texts.visible("F\u0000-1\u001b\u00ad3"));
        assertEquals("plain", Texts.visible("plain\udb40\udc41\udb40\udc42"));
        assertEquals("half", Texts.visible("ha\ud83dlf"));
        assertEquals("half", Texts.visible("half\udc00"));
    }

    @Test
    void joinersStayWhereTheyShapeWhatIsSeen() {
        assertEquals(FAMILY, Texts.visible(FAMILY));
        assertEquals("نمی\u200cشد", Texts.visible("نمی\u200cشد"));
        assertEquals("क्\u200dष", Texts.visible("क्\u200dष"));
        assertEquals("password", Texts.visible("pass\u200d\u200cword"));
    }

    @Test
    void tabsLinesAndLettersOfAnyScriptStay() {
        var text = "a\tb\nc \u00e9 \u4e2d \ud840\udc00 \ud83d\ude80";
        assertEquals(text, Texts.visible(text));
        assertSame("plain", Texts.visible("plain"));
    }

    @Test
    void aCutSplitsNoEmojiAccentOrFlagAtAnyLength() {
        var clusters = List.of(
                "a",
                "\ud83d\ude80",
                "e\u0301",
                FAMILY,
                "\ud83c\uddeb\ud83c\uddf7",
                "\ud83d\udc4d\ud83c\udffd",
                "中",
                "\r\n",
                "한",
                "z");
        var text = String.join("", clusters);
        var whole = new ArrayList<Integer>(List.of(0));
        for (var cluster : clusters) whole.add(whole.getLast() + cluster.length());
        for (int length = 0; length <= text.length(); length++) {
            int max = length;
            int expected = whole.stream()
                    .filter(end -> end <= max)
                    .max(Integer::compare)
                    .orElseThrow();
            assertEquals(text.substring(0, expected), Texts.cut(text, length), "cut at " + length);
        }
    }

    @Test
    void aClusterThatNeverEndsIsCutBetweenCodePoints() {
        var endless = "a" + "\u0301".repeat(500);
        assertEquals(300, Texts.cut(endless, 300).length());
        var rockets = "\ud83d\ude80\u200d".repeat(200);
        var cut = Texts.cut(rockets, 301);
        assertEquals(rockets.substring(0, cut.length()), cut);
        assertEquals(false, Character.isHighSurrogate(cut.charAt(cut.length() - 1)));
    }

    @Test
    void theEndsOfATextAreBoundaries() {
        assertEquals(0, Texts.boundary("abc", 0));
        assertEquals(3, Texts.boundary("abc", 3));
        assertEquals(3, Texts.boundary("abc", 9));
        assertEquals("abc", Texts.cut("abc", 9));
        assertThrows(IllegalArgumentException.class, () -> Texts.cut("abc", -1));
    }

    @Test
    void aRowOfATableIsNotCutInTwo() {
        var table = "| a | b |\n| - | - |\n| one | two |\nrest";
        assertEquals("| a | b |\n| - | - |", Texts.cutRows(table, 25));
        assertEquals("| a | b |\n| - | - |\n| one | two |", Texts.cutRows(table, 33));
        assertEquals("| a | b |\n| - | - |\n| one | two |\nre", Texts.cutRows(table, 36));
        assertEquals("| a |", Texts.cutRows(table, 5), "a first row is better cut than left out");
        assertEquals(table, Texts.cutRows(table, 100));
    }
}
