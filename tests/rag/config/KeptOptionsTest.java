package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("what commands carry is the process's")
class KeptOptionsTest {

    @Test
    void aCommandWorksOnTheDataAndSettingsThatTheProcessWasStartedWith() {
        try {
            Command.keep("what", "--data", "my data", "-c", "notes", "--config=other.yaml", "--data");

            assertEquals(
                    "./jbang ingest.java --data 'my data' --config=other.yaml --clear --yes -c notes",
                    Command.of("ingest", "--clear", "--yes", "-c", "notes"));
            assertEquals("./jbang ingest.java --data here", Command.of("ingest", "--data", "here"));
        } finally {
            Command.keep();
        }
    }
}
