package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainStartTest {

    @Test
    void whatClientsStartWithIsReadWithoutPicocli() {
        var plain = PlainStart.of("--data", "d", "--tools", "admin", "--config", "c.yaml")
                .orElseThrow();
        assertTrue(plain.admin());
        assertEquals(Optional.of(Path.of("c.yaml")), plain.common().settingsFile());
        assertTrue(PlainStart.of().isPresent());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--help", "--data", "--tools all", "--data=d", "--http 1", "-v", "--tool admin", "--data d x"})
    void everythingElseIsForPicocliToRead(String line) {
        assertTrue(PlainStart.of(line.split(" ")).isEmpty());
    }
}
