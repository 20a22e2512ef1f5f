package rag.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class InterruptionTest {

    /** A part of a server. */
    private record Part(String name) implements AutoCloseable {
        @Override
        public void close() {
            System.out.println(name + " closed");
        }
    }

    /** A server: its parts are closed when it is told to end. */
    static final class Server {
        static void main() throws InterruptedException {
            try (var interruption = new Interruption();
                    var engine = new Part("engine");
                    var door = new Part("door")) {
                System.out.println(engine.name() + " and " + door.name() + " open");
                interruption.await();
            }
        }
    }

    @Test
    void aServerThatIsToldToEndClosesItsPartsFirst() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new String[] {
            java, "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Server.class.getName()
        };
        var server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var said = server.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("engine and door open", said.readLine());
            server.toHandle().destroy(); // SIGTERM, and what it still says can be read
            assertEquals("door closed", said.readLine());
            assertEquals("engine closed", said.readLine());
            assertTrue(server.waitFor(5, TimeUnit.SECONDS));
            assertEquals(143, server.exitValue());
        } finally {
            server.destroyForcibly();
        }
    }
}
