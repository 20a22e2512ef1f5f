package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ResourcesTest {

    @Test
    void whatIsBuiltInIsReadByItsName() {
        var bytes = Resources.bytes("Resources.class"); // a class file stands on the class path like any other
        assertEquals(0xCAFEBABE, java.nio.ByteBuffer.wrap(bytes).getInt());
    }

    @Test
    void whatIsMissingIsNamed() {
        var e = assertThrows(IllegalStateException.class, () -> Resources.text("stopwords/xx.txt"));
        assertTrue(e.getMessage().contains("config/stopwords/xx.txt"));
    }
}
