package rag.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResultsTest {

    private static OutputStream refusing(String words) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(words);
            }
        };
    }

    private static String refused(OutputStream out) {
        var results = new Results(out);
        try (var print = new SafeOutput(results, false)) {
            print.println("a result");
        }
        return results.refused();
    }

    @Test
    void whatAFullDiskRefusesIsRemembered() {
        assertEquals("No space left on device", refused(refusing("No space left on device")));
    }

    @Test
    void aReaderThatHasReadEnoughIsNoTrouble() {
        assertEquals("", refused(refusing("Broken pipe")));
    }

    @Test
    void whatIsTakenGoesOutAsItIs() {
        var taken = new ByteArrayOutputStream();
        assertEquals("", refused(taken));
        assertEquals("a result" + System.lineSeparator(), taken.toString(StandardCharsets.UTF_8));
    }
}
