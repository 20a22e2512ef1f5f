package rag.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class VisibleTest {

    @Test
    void whatSteersATerminalOrTurnsTheDirectionIsWrittenOut() {
        assertEquals("a\\u001b[31mb\\u0007", Visible.of("a\u001b[31mb\u0007"));
        assertEquals("\\u202etxt.exe\\u2066\\u009b\\u007f", Visible.of("\u202etxt.exe\u2066\u009b\u007f"));
        assertEquals("\\udb40\\udc41", Visible.of("\uDB40\uDC41"));
    }

    @Test
    void lettersEmojiAndLineEndsStay() {
        var text = "Müller\t望远镜 👩‍🔬\r\nnext\n";
        assertEquals(text, Visible.of(text));
        assertEquals("end\\u000d", Visible.of("end\r"));
    }

    @Test
    void aNameStaysOnOneLine() {
        assertEquals("a\\u000ab\\u0009c", Visible.line("a\nb\tc"));
    }

    @Test
    void whatATagHoldsGoesBackAsItWas() {
        assertEquals(
                "<input value=\"a\u202eb\">a\\u202eb</p>", Visible.html("<input value=\"a\u202eb\">a\u202eb</p>"));
    }
}
