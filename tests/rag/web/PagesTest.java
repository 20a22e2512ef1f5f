package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.engine.Jobs;
import rag.engine.Search;
import rag.eval.GoldenReader;
import rag.model.Query;

/** What the pages say, asked without a browser. */
class PagesTest {

    @TempDir
    Path folder;

    private Web web;

    @AfterEach
    void close() {
        if (web != null) web.close();
    }

    private Web withDocuments(String... namesAndTexts) {
        web = new Web(folder);
        for (int i = 0; i < namesAndTexts.length; i += 2) web.corpus().write(namesAndTexts[i], namesAndTexts[i + 1]);
        web.corpus().ingest("knowledge_hub");
        return web;
    }

    private Web withPumps() {
        return withDocuments(
                "pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.",
                "dome.md", "# Dome\n\nClose the dome by hand with the crank.",
                "snow.md", "# Snow\n\nSnow on the dome is swept off before it is opened.");
    }

    /** Asks in the dashboard; the path of the page with the stages. */
    private String ask(String question, String... fields) {
        var all = new java.util.ArrayList<>(List.of("query", question));
        all.addAll(List.of(fields));
        var answer = web.post("/queries/run", all.toArray(String[]::new));
        assertEquals(303, answer.statusCode(), answer.body());
        return answer.headers().firstValue("Location").orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/data", "/ingest", "/ingestions", "/queries", "/evaluation", "/mcp"})
    void anEmptyStoreLeadsOn(String path) {
        web = new Web(folder);
        var page = web.page(path);
        assertTrue(page.contains("/ingest") && page.contains("class=\"hint\"") || page.contains("three steps"), page);
        assertFalse(Files.exists(folder.resolve("data/rag.db")), "a look makes nothing");
    }

    @Test
    void anIndexThatCannotBeReadIsSaidAndIsNotTakenForNoPassage() throws Exception {
        withPumps().close();
        try (var files = Files.walk(folder.resolve("data/index"))) {
            for (var file : files.filter(f -> f.toString().endsWith(".cfs")).toList()) Files.write(file, new byte[9]);
        }
        web = new Web(folder);
        var page = web.page("/data?text=dome");
        assertTrue(page.contains("dome.md") && page.contains("No passages were looked through: "), page);
    }

    @Test
    void theTableOfRanksIsTheTrace() {
        withPumps();
        var page = web.page(ask("how do I close the dome by hand"));
        var trace = new Search(web.corpus().engine())
                .run(Query.of("how do I close the dome by hand", 10))
                .trace();
        var fused = (List<?>) trace.stages().stream()
                .filter(stage -> stage.stage().equals("fusion"))
                .findFirst()
                .orElseThrow()
                .data()
                .get("results");
        assertEquals(3, fused.size());
        for (var change : fused) {
            var c = (rag.trace.RankChange) change;
            var row = Pattern.compile("(?s)<tr id=\"row-" + c.chunkId() + "\">.*?</tr>")
                    .matcher(page);
            assertTrue(row.find(), c.chunkId());
            assertTrue(row.group().contains("data-column=\"fused\" data-rank=\"" + c.rank() + "\""), row.group());
            assertTrue(row.group().contains("data-column=\"dense\" data-rank=\"" + c.denseRank() + "\""), row.group());
        }
    }

    @Test
    void aMissIsExplained() {
        withPumps();
        var path = ask("how do I close the dome by hand", "top_k", "1");
        var page = web.post(path + "/explain", "passage", "needs oil every ten days")
                .body();
        assertTrue(page.contains("Lost at: cut"), page);
        assertTrue(page.contains("ask for more hits"), page);
        var unknown = web.post(path + "/explain", "passage", "the moon is made of cheese")
                .body();
        assertTrue(unknown.contains("Lost at: not ingested"), unknown);
    }

    @Test
    void whatADocumentSaysIsTextWhereverItStands() {
        var evil = "<img src=x onerror=alert(1)>";
        withDocuments(
                evil + ".md",
                "# " + evil + "\n\n<script>alert(2)</script> The \"quoted\" & 'odd' pump {{ 7919 * 7907 }} needs oil.",
                "other.md",
                "# Other\n\nNothing here.");
        var path = ask(evil + " pump needs oil");
        var document = Pattern.compile("href=\"(/data/knowledge_hub/doc_[0-9a-f]{16})\" title=\"[^\"]*onerror")
                .matcher(web.page("/data"));
        assertTrue(document.find());
        var ingestion =
                Pattern.compile("href=\"(/ingestions/[0-9a-f-]{36})\"").matcher(web.page("/ingestions?text=onerror"));
        assertTrue(ingestion.find());
        for (var page : List.of(
                "/",
                "/data",
                "/data?text=pump",
                "/queries",
                "/ingestions",
                path,
                document.group(1),
                ingestion.group(1),
                "/queries?text=" + Url.encode(evil),
                "/queries?query=" + Url.encode(evil))) {
            var html = web.page(page);
            assertFalse(html.contains("<img src=x"), page);
            assertFalse(html.contains("<script>"), page);
            assertFalse(html.contains("62615533"), page); // the product, as a template would give it
        }
        assertTrue(web.page(document.group(1)).contains("&lt;script&gt;alert(2)&lt;/script&gt;"));
    }

    @Test
    void listsArePagedFilteredAndLinked() {
        var texts = new String[120];
        for (int i = 0; i < 60; i++) {
            texts[2 * i] = "note-%02d.md".formatted(i);
            texts[2 * i + 1] = "# Note " + i + "\n\nNumber " + i + " of sixty.";
        }
        withDocuments(texts);
        assertTrue(web.page("/data").contains("1–50 of 60 documents"));
        assertTrue(web.page("/data?page=2").contains("51–60 of 60 documents"));
        assertTrue(web.page("/data?page=99").contains("51–60 of 60 documents"));
        assertTrue(web.page("/data?text=note-1").contains("1–10 of 10 documents"));
        assertTrue(web.page("/data?state=failed").contains("Show all"));
        assertTrue(web.page("/ingestions?outcome=ready").contains("1–25 of 60 ingestions"));
        assertTrue(web.page("/ingestions?text=NOTE-07").contains("1–1 of 1 ingestions"));
        assertTrue(web.page("/ingestions?from=2999-01-01T00:00").contains("Show all"));
        assertTrue(web.page("/ingestions?page=2&outcome=ready").contains("outcome=ready&amp;page=3"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/data?page=x", "/queries?least_ms=-1", "/ingestions?from=yesterday", "/queries/compare?trace=a"
            })
    void nonsenseIsSaidInWords(String path) {
        web = new Web(folder);
        var answer = web.get(path);
        assertEquals(400, answer.statusCode());
        assertTrue(answer.body().contains("role=\"alert\""), answer.body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/data/knowledge_hub/doc_0000000000000000",
                "/queries/none",
                "/ingestions/none",
                "/nowhere",
                "/evaluation/none"
            })
    void whatIsNotThereIsSaidAndLeadsBack(String path) {
        web = new Web(folder);
        var answer = web.get(path);
        assertEquals(404, answer.statusCode());
        assertTrue(answer.body().contains("href=\"/\""), answer.body());
        assertFalse(answer.body().contains("Exception"), answer.body());
    }

    @Test
    void aMistakeInAQuestionIsSaidAndNothingBreaks() {
        withPumps();
        var answer = web.post("/queries/run", "query", "   ");
        assertEquals(400, answer.statusCode());
        assertTrue(answer.body().contains("the query is empty"), answer.body());
        assertTrue(web.post("/queries/run", "query", "x", "in", "nosuch").body().contains("knowledge_hub"));
        assertTrue(
                web.post("/queries/run", "query", "x", "filter", "type").body().contains("key=value"));
    }

    @Test
    void aQueryBecomesACaseThatKeepsTheWords() {
        withPumps();
        var path = ask("when does the pump need oil");
        var chunk = Pattern.compile("name=\"chunk\" value=\"([^\"]+)\"").matcher(web.page(path));
        assertTrue(chunk.find());
        var trace = path.substring(path.lastIndexOf('/') + 1);
        var made = web.post("/cases", "trace", trace, "chunk", chunk.group(1));
        assertEquals(303, made.statusCode(), made.body());
        assertTrue(web.page(made.headers().firstValue("Location").orElseThrow()).contains("is in the golden set"));
        var golden = GoldenReader.read(folder.resolve("data/golden.json"));
        assertEquals(1, golden.cases().size());
        var one = golden.cases().getFirst();
        assertEquals("when does the pump need oil", one.query());
        assertTrue(one.evidence().getFirst().text().contains("The cooling pump needs oil every ten days."));
        web.post("/cases", "trace", trace, "chunk", chunk.group(1));
        assertEquals(
                1, GoldenReader.read(folder.resolve("data/golden.json")).cases().size(), "the same case once");
        assertEquals(400, web.post("/cases", "trace", trace).statusCode(), "no truth, no case");
    }

    @Test
    void aFileIsUploadedIngestedFoundAndDeleted() {
        withPumps();
        var answer = web.upload(
                "../../../etc/wind mill.md", "# Mill\n\nThe windmill turns at night.".getBytes(StandardCharsets.UTF_8));
        assertEquals(303, answer.statusCode(), answer.body());
        var id = answer.headers().firstValue("Location").orElseThrow().replaceFirst(".*#", "");
        try (var jobs = new Jobs(web.corpus().engine())) {
            assertEquals(
                    "done",
                    jobs.await(id, Duration.ofSeconds(60)).orElseThrow().state().key());
        }
        assertTrue(Files.isRegularFile(folder.resolve("data/uploads/knowledge_hub/wind mill.md")));
        assertTrue(web.page("/ingest").contains("data-state=\"done\""));
        assertTrue(web.page(ask("windmill at night")).contains("wind mill.md #1"));
        var document = Pattern.compile("href=\"/data/knowledge_hub/(doc_[0-9a-f]{16})\" title=\"[^\"]*wind mill")
                .matcher(web.page("/data"));
        assertTrue(document.find());
        var deleted = web.post("/ingest/delete", "collection", "knowledge_hub", "document", document.group(1));
        assertEquals(303, deleted.statusCode(), deleted.body());
        assertTrue(web.page(deleted.headers().firstValue("Location").orElseThrow())
                .contains("Deleted wind mill.md: 1 chunk "));
        assertFalse(web.page(ask("windmill at night")).contains("wind mill"));
    }

    @Test
    void whatIsNotReadIsNotTaken() {
        web = new Web(folder);
        var answer = web.upload("virus.exe", new byte[10]);
        assertEquals(400, answer.statusCode());
        assertTrue(answer.body().contains("is of no kind that is read"), answer.body());
        assertFalse(Files.exists(folder.resolve("data/uploads/knowledge_hub/virus.exe")));
        var archive = web.upload("all.tar.GZ", new byte[10]);
        assertTrue(archive.body().contains("Unpack it"), archive.body());
    }

    @Test
    void tooLargeAFileIsRefusedInWords() {
        web = new Web(folder, Map.of("ingestion.max_file_mb", "1"));
        var answer = web.upload("large.txt", new byte[2_500_000]);
        assertEquals(413, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("1 MB"), answer.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../x", "/etc", "a/b", "CON", ".hidden"})
    void aCollectionIsNamedByTheRules(String name) {
        web = new Web(folder);
        var answer = web.post("/ingest/folder", "path", folder.toString(), "new_collection", name);
        assertEquals(400, answer.statusCode());
        assertTrue(
                answer.body().contains("can&#39;t name a collection")
                        || answer.body().contains("name a collection"),
                answer.body());
    }

    @Test
    void twoQueriesStandSideBySide() {
        withPumps();
        var a = ask("close the dome by hand").substring(9);
        var b = ask("snow on the dome").substring(9);
        var page = web.page("/queries/compare?trace=" + a + "&trace=" + b);
        assertTrue(page.contains("snow.md #1") && page.contains("dome.md #1"), page);
        assertTrue(page.contains("▲"), page);
    }
}
