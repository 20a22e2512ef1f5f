package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.store.PostgresServer;
import rag.store.Wire;

/** Questions while the ledger that machines share can't be had: answers come without what is there, and say so. */
@Tag("engine")
class LedgerDownTest {

    private static final String SETTINGS = """
        vector_store: {provider: pgvector, hosts: ["%1$s"], user: postgres, namespace: "%3$s"}
        ledger: {url: "postgresql://%2$s/postgres", user: postgres, schema: "%3$s_ledger", timeout_s: 1}
        """;

    /** What a question may wait for the ledger, over all that it asks of it, with room for a busy machine. */
    private static final Duration BOUND = Duration.ofSeconds(6);

    @TempDir
    Path folder;

    private Wire wire;
    private HubFixture hub;

    @BeforeEach
    void fill() throws IOException {
        wire = new Wire(PostgresServer.host());
        var name = "down_" + Long.toHexString(System.nanoTime());
        hub = new HubFixture(folder, false, SETTINGS.formatted(PostgresServer.host(), wire.at(), name));
        ImageIO.write(
                new BufferedImage(90, 60, BufferedImage.TYPE_INT_RGB),
                "png",
                hub.docs().resolve("dial.png").toFile());
        hub.write("dials.md", "# Dials\n\nThe dials of the pump.\n\n![the left dial](dial.png)\n");
        hub.ingest("knowledge_hub");
        hub.ingest("second");
        var whole = ask("knowledge_hub");
        assertEquals(1, pictures(whole).size());
        assertTrue(Talk.text(whole).contains("the left dial"), Talk.text(whole));
        assertEquals(null, Talk.data(whole).get("notes"));
    }

    @AfterEach
    void close() throws IOException {
        if (hub != null) hub.close();
        if (wire != null) wire.close();
    }

    private Map<String, Object> ask(String collection) throws IOException {
        return hub.call("query_knowledge_hub", Map.of("query", "dials of the pump", "collection", collection));
    }

    private static List<Map<String, Object>> pictures(Map<String, Object> result) {
        return Talk.maps(result.get("content")).stream()
                .filter(block -> block.get("type").equals("image"))
                .toList();
    }

    private interface Question {
        Map<String, Object> ask() throws IOException;
    }

    private static Map<String, Object> within(Duration bound, Question question) throws IOException {
        long start = System.nanoTime();
        var result = question.ask();
        var took = Duration.ofNanos(System.nanoTime() - start);
        assertTrue(took.compareTo(bound) < 0, "it took " + took);
        return result;
    }

    private static void answersWithout(Map<String, Object> result, String why) {
        assertNotEquals(true, result.get("isError"));
        assertTrue(Talk.text(result).contains("The dials of the pump."), Talk.text(result));
        assertEquals(List.of(), pictures(result));
        var notes = "" + Talk.data(result).get("notes");
        assertTrue(notes.contains("pictures of the passages and their captions are missing: "), notes);
        assertTrue(notes.contains(why), notes);
        assertTrue(Talk.text(result).contains(why), "text and data say the same");
    }

    @Test
    void aLedgerThatHangsIsWaitedForOnceAndWhatIsMissingIsSaid() throws IOException {
        wire.hang();
        answersWithout(within(BOUND, () -> ask("knowledge_hub")), "did not answer within 1 s");
        answersWithout(within(Duration.ofSeconds(1), () -> ask("knowledge_hub")), "did not answer within 1 s");
        var calls = Files.readString(
                hub.engine().settings().observability().traceFile().resolveSibling("mcp_calls.jsonl"));
        assertTrue(calls.contains("captions are missing"), calls);
    }

    @Test
    void aChoiceOfCollectionsGoesOnWithoutWhatIsSaidOfThem() throws IOException {
        wire.hang();
        var result = within(BOUND, () -> ask("auto"));
        answersWithout(result, "did not answer within 1 s");
        var notes = "" + Talk.data(result).get("notes");
        assertTrue(notes.contains("collections were chosen by what they hold alone"), notes);
        hub.engine().close(); // which writes the traces
        var traces = Files.readString(hub.engine().settings().observability().traceFile());
        assertTrue(traces.contains("collections were chosen by what they hold alone"), "the trace says it too");
    }

    @Test
    void aLedgerThatIsNotThereTakesNoTime() throws IOException {
        wire.close();
        answersWithout(within(Duration.ofSeconds(2), () -> ask("knowledge_hub")), "can't be reached");
    }

    @Test
    void aPictureThatIsAskedForByItselfSaysWhatIsTheMatter() throws IOException {
        var named = Talk.text(ask("knowledge_hub"));
        var id = named.replaceAll("(?s).*(img_[0-9a-f]{16}).*", "$1");
        wire.hang();
        var result = within(BOUND, () -> hub.call("get_image", Map.of("image_id", id)));
        assertTrue(Talk.text(result).contains("the ledger at 127.0.0.1"), Talk.text(result));
        assertFalse(Talk.text(result).contains("" + folder), Talk.text(result));
    }

    @Test
    void connectionsThatWereCutAreReplacedUnnoticed() throws IOException {
        wire.cut();
        assertEquals(1, pictures(ask("knowledge_hub")).size());
    }
}
