package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Maintenance;
import rag.engine.Progress;
import rag.engine.Reembedding;
import rag.engine.Site;
import rag.store.Consistency;
import rag.store.Ledger;

/** Tools that change something, and what the store holds afterwards. */
class AdminTest {

    @TempDir
    Path folder;

    private HubFixture hub;

    @BeforeEach
    void open() throws IOException {
        hub = new HubFixture(folder, true);
    }

    @AfterEach
    void agree() throws IOException {
        if (Files.exists(hub.engine().data())) {
            try (var ledger = Ledger.open(hub.engine().data())) {
                var faults = Consistency.check(hub.engine().data(), hub.engine().store(), ledger);
                assertEquals(List.of(), faults);
            }
        }
        hub.close();
    }

    private List<Map<String, Object>> passages(String query) throws IOException {
        return Talk.maps(hub.data("query_knowledge_hub", Map.of("query", query)).get("passages"));
    }

    @Test
    void aFolderIsInspectedThenIndexedAndSearched() throws IOException {
        hub.write("pump.md", "# Pump\n\nThe pump needs oil.").write("app.bin", "x");
        var path = Map.<String, Object>of("path", hub.docs().toString());
        var before = hub.data("inspect_directory", path);
        assertEquals(Map.of("new", 1, "unsupported", 1), before.get("counts"));
        assertEquals(List.of(1, 0), List.of(before.get("passages"), before.get("llm_calls")));
        assertTrue(((Number) before.get("seconds")).doubleValue() < 1, "" + before.get("seconds"));
        assertFalse(Files.exists(hub.engine().data().resolve("index")), "looking writes nothing");

        var done = hub.data("index_documents", path);
        assertEquals("done", done.get("state"));
        assertEquals(Map.of("new", 1, "ready", 1, "unsupported", 1), done.get("counts"));
        assertEquals(
                "app.bin",
                Path.of("" + Talk.maps(done.get("troubles")).getFirst().get("source"))
                        .getFileName()
                        .toString());
        assertEquals(done, hub.data("ingestion_status", Map.of("job_id", "" + done.get("job_id"))));
        assertEquals(1, passages("oil").size());
        assertEquals(
                Map.of("unchanged", 1, "unsupported", 1),
                hub.data("index_documents", path).get("counts"));
    }

    @Test
    void aSiteIsCrawledAndItsPagesAreCitedByTheirAddresses() throws IOException {
        try (var site = new Site()) {
            site.links("/", "The pump", "/oil", "/sand")
                    .links("/oil", "The pump needs oil")
                    .links("/sand", "No sand");
            var done = hub.data("crawl_website", Map.of("url", site.at("/"), "max_pages", 2));
            assertEquals("done", done.get("state"), "" + done);
            assertEquals(List.of(site.at("/")), done.get("paths"));
            assertEquals(Map.of("new", 2, "ready", 2), done.get("counts"));
            var hits =
                    passages("oil").stream().map(hit -> "" + hit.get("source")).toList();
            assertTrue(hits.contains(site.at("/oil")), "" + hits);
            assertFalse(hits.contains(site.at("/sand")), "" + hits);
            new Maintenance(hub.engine(), Duration.ofSeconds(5), "test").delete("knowledge_hub", site.at("/oil"));
            assertEquals(
                    Map.of("new", 1, "unchanged", 1, "ready", 1),
                    hub.data("crawl_website", Map.of("url", site.at("/"), "max_pages", 2))
                            .get("counts"));
        }
        var wrong = hub.call("crawl_website", Map.of("url", "file:///etc/passwd"));
        assertEquals(true, wrong.get("isError"));
        assertTrue(Talk.text(wrong).contains("no address of a web page"), Talk.text(wrong));
    }

    @Test
    void aLinkOutOfTheRootsIsNotFollowedAndNothingIsSaidOfWhatLiesThere() throws IOException {
        var secret = Files.createDirectories(hub.root().resolve("secret"));
        Files.writeString(secret.resolve("a.md"), "secret");
        Files.createSymbolicLink(hub.docs().resolve("link"), secret);
        var link = hub.call(
                "index_documents", Map.of("path", hub.docs().resolve("link").toString()));
        var dots = hub.call("index_documents", Map.of("path", hub.docs() + "/../secret"));
        var absent = hub.call("index_documents", Map.of("path", hub.docs() + "/../nothing"));
        for (var result : List.of(link, dots, absent)) {
            assertEquals(true, result.get("isError"));
            assertTrue(Talk.text(result).startsWith("There is no file or folder"), Talk.text(result));
        }
    }

    @Test
    void aJobIsCancelledByTheStatusTool() throws Exception {
        for (int i = 0; i < 400; i++) hub.write("f%03d.md".formatted(i), "# F\n\nText number " + i + " of many words.");
        var job = hub.data("index_documents", Map.of("path", hub.docs().toString(), "wait_s", 0));
        assertTrue(List.of("queued", "running").contains("" + job.get("state")), "" + job);
        var id = "" + job.get("job_id");
        hub.call("ingestion_status", Map.of("job_id", id, "cancel", true));
        Map<String, Object> now = Map.of("state", "running");
        for (int i = 0; i < 100 && List.of("queued", "running").contains("" + now.get("state")); i++) {
            Thread.sleep(100);
            now = hub.data("ingestion_status", Map.of("job_id", id));
        }
        assertEquals("cancelled", now.get("state"), "" + now);
    }

    @Test
    void anAddedTextIsKeptSoThatItCanBeReadAndEmbeddedAgain() throws IOException {
        var added = hub.data(
                "add_text",
                Map.of(
                        "text",
                        "---\n\nThe pump is serviced every year in June.",
                        "title",
                        "Doors: \"main\"",
                        "metadata",
                        Map.of("owner", "Ann: \"A\"", "floor", 2, "tags", List.of("doors", "x y"))));
        assertTrue(("" + added.get("source")).matches("text:doors-main-[0-9a-f]{8}"), "" + added.get("source"));
        assertEquals(1, added.get("chunks"));
        var hit = passages("when is the pump serviced").getFirst();
        assertEquals("Doors: \"main\"", hit.get("title"));
        assertEquals("The pump is serviced every year in June.", hit.get("text"));
        var summary = hub.data("get_document_summary", Map.of("doc_id", "" + added.get("source")));
        assertEquals("Ann: \"A\"", Talk.map(summary.get("metadata")).get("owner"));
        var filtered = hub.data(
                "query_knowledge_hub",
                Map.of("query", "pump", "filters", Map.of("floor", 2, "owner", List.of("Ann: \"A\""))));
        assertEquals(1, Talk.maps(filtered.get("passages")).size());

        new Reembedding(hub.engine(), Duration.ofSeconds(5), "test").run("knowledge_hub", true, Progress.NONE);
        var texts = hub.engine().data().resolve("texts");
        var again = new Ingestion(hub.engine())
                .run(
                        new IngestRequest(
                                "knowledge_hub", List.of(texts), true, true, false, Duration.ofSeconds(5), "t"),
                        Progress.NONE,
                        () -> false);
        assertEquals(1, again.counts().get("changed"), "" + again);
        assertEquals(0, again.counts().get("new"));
        assertEquals(
                hit.get("chunk_id"),
                passages("when is the pump serviced").getFirst().get("chunk_id"));
    }

    @Test
    void aTextOfTheSameNameReplacesAndOneWithTheBytesOfALostFileIsADocumentOfItsOwn() throws IOException {
        hub.call("add_text", Map.of("text", "The pump is serviced every year in June.", "name", "pump"));
        hub.call("add_text", Map.of("text", "The pump is serviced every year in July.", "name", "pump"));
        assertEquals(1, passages("pump serviced").size());
        assertTrue(("" + passages("pump serviced").getFirst().get("text")).contains("July"));
        hub.write("b.md", "---\n---\nThe pump is serviced every year in July.");
        hub.ingest("knowledge_hub");
        assertEquals(2, hub.data("list_documents", Map.of()).get("total"), "the file did not take the text's place");
    }

    @Test
    void deletingNeedsTheNameAndTakesAKeptTextAlong() throws IOException {
        var added = hub.data("add_text", Map.of("text", "The pump is serviced every year in June.", "name", "pump"));
        var asked = hub.call("delete_document", Map.of("source", "text:pump"));
        assertEquals("confirm", Talk.data(asked).get("action_required"));
        assertEquals(1, Talk.data(asked).get("chunks"));
        assertEquals(1, passages("pump serviced").size());
        var gone = hub.call("delete_document", Map.of("source", "text:pump", "confirm", "text:pump"));
        assertNull(gone.get("isError"), Talk.text(gone));
        assertEquals(added.get("document_id"), Talk.data(gone).get("document_id"));
        assertEquals(List.of(), passages("pump serviced"));
        assertFalse(Files.exists(hub.engine().data().resolve("texts/knowledge_hub/pump.md")));
    }

    @Test
    void aCollectionIsMadeDescribedFilledClearedAndRemoved() throws IOException {
        hub.call(
                "manage_collection", Map.of("action", "create", "collection", "notes", "description", "What I noted."));
        var empty = hub.data("query_knowledge_hub", Map.of("query", "door", "collection", "notes"));
        assertEquals("empty", empty.get("verdict"));
        hub.call("add_text", Map.of("text", "The pump is serviced every year in June.", "collection", "notes"));
        hub.call("manage_collection", Map.of("action", "update", "collection", "notes", "display_name", "My notes"));
        var listed = Talk.maps(hub.data("list_collections", Map.of()).get("collections"))
                .getFirst();
        assertEquals(
                List.of("notes", "My notes", "What I noted.", 1),
                List.of(
                        listed.get("collection"),
                        listed.get("display_name"),
                        listed.get("description"),
                        listed.get("documents")));

        hub.call("clear_collection", Map.of("collection", "notes", "confirm", "notes"));
        assertEquals(
                0,
                Talk.maps(hub.data("list_collections", Map.of()).get("collections"))
                        .getFirst()
                        .get("documents"));
        assertFalse(Files.exists(hub.engine().data().resolve("texts/notes")));
        hub.call("manage_collection", Map.of("action", "delete", "collection", "notes", "confirm", "notes"));
        assertEquals(List.of(), hub.data("list_collections", Map.of()).get("collections"));
    }

    @Test
    void analyzeCountsFormatsStatesLanguagesTokensAndWords() throws IOException {
        hub.write("a.md", "---\ntags: [lamp]\n---\n# Lamp\n\nThe zirconium lamp of the harbour is green.");
        hub.write("b.md", "# Gate\n\nThe zirconium gate of the garden is closed at night.");
        hub.write("c.txt", "Die Schleuse am Hafen wird im Winter nicht bedient, und der Hafen bleibt geschlossen.");
        hub.write("d.md", "");
        hub.ingest("notes");
        var found = hub.data("manage_collection", Map.of("action", "analyze", "collection", "notes"));
        assertEquals(Map.of("markdown", 2, "text", 1, "unread", 1), found.get("formats"), "" + found);
        assertEquals("3 ready, 1 no_text", found.get("states"));
        assertEquals(List.of(4, 3, 0), List.of(found.get("documents"), found.get("chunks"), found.get("images")));
        assertEquals(Map.of("en", 2, "de", 1), found.get("languages"));
        var terms = Talk.map(found.get("top_terms"));
        assertEquals(2, terms.get("zirconium"));
        assertEquals(1, terms.get("harbour"));
        assertEquals(1, terms.get("hafen"), "chunks are counted, not places");
        assertFalse(terms.containsKey("the") || terms.containsKey("und"), "" + terms);
        assertTrue(Talk.map(found.get("top_tags")).get("lamp").equals(1), "" + found.get("top_tags"));
        int tokens = (Integer) found.get("tokens");
        assertTrue(tokens > 30 && tokens < 90, "" + tokens);
        long bytes = 0;
        for (var name : List.of("a.md", "b.md", "c.txt", "d.md"))
            bytes += Files.size(hub.docs().resolve(name));
        assertEquals(bytes, ((Number) found.get("source_bytes")).longValue());
        assertTrue(((Number) found.get("index_bytes")).longValue() > 1000);
        hub.call("manage_collection", Map.of("action", "create", "collection", "bare"));
        var bare = hub.data("manage_collection", Map.of("action", "analyze", "collection", "bare"));
        assertEquals("0 documents, 0 chunks, about 0 tokens.", bare.get("summary"));
    }

    @Test
    void whileAnotherProcessWritesAJobWaitsItsTurn() throws Exception {
        hub.write("pump.md", "# Pump\n\nThe pump needs oil.");
        Map<String, Object> job;
        var lock = rag.store.WriterLock.acquire(hub.engine().data(), "ingest.java", Duration.ZERO);
        try (lock) {
            job = hub.data("index_documents", Map.of("path", hub.docs().toString(), "wait_s", 1));
            assertEquals("queued", job.get("state"));
        }
        for (int i = 0; i < 100 && !"done".equals(job.get("state")); i++) {
            Thread.sleep(100);
            job = hub.data("ingestion_status", Map.of());
        }
        assertEquals("done", job.get("state"));
        assertEquals(1, passages("oil").size());
    }

    @Test
    void whatALaterRunReadsUnaskedLiesInTheFoldersThatMayBeRead() throws Exception {
        hub.call("manage_collection", Map.of("action", "create", "collection", "notes"));
        var outside = hub.call(
                "manage_collection", Map.of("action", "update", "collection", "notes", "paths", List.of("/etc")));
        assertEquals(true, outside.get("isError"));
        assertTrue(Talk.text(outside).contains("inside the folders that this server may read"), Talk.text(outside));
        var inside = hub.data(
                "manage_collection",
                Map.of(
                        "action",
                        "update",
                        "collection",
                        "notes",
                        "paths",
                        List.of(hub.docs().toString(), "https://example.org/")));
        assertEquals(List.of(hub.docs().toRealPath().toString(), "https://example.org/"), inside.get("paths"));
    }
}
