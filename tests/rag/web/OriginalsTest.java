package rag.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import rag.model.Ids;
import rag.store.Ledger;

/** The files behind the documents: which are sent, and as what. */
class OriginalsTest extends WithWeb {

    private static final Path PDF = Path.of("examples/documents/manuals/dome-closing.pdf");

    private Path written(String name, String text) {
        var file = web.corpus().write(name, text);
        web.corpus().ingest("knowledge_hub");
        return file;
    }

    private static String path(Path file) {
        return "/originals/knowledge_hub/"
                + Ids.document("knowledge_hub", file.toString().replace('\\', '/'));
    }

    private HttpResponse<byte[]> bytes(String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(web.address().resolve(path))
                    .header("Accept-Encoding", "gzip, deflate, br") // as browsers send it
                    .build();
            return client.send(request, BodyHandlers.ofByteArray());
        }
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void aPdfIsShownByteForByteAndCanDoNothing() throws Exception {
        var file = web.corpus().docs().resolve("dome closing \"ä\".pdf");
        Files.copy(PDF, file);
        web.corpus().ingest("knowledge_hub");
        var answer = bytes(path(file));
        assertEquals(200, answer.statusCode());
        assertArrayEquals(Files.readAllBytes(PDF), answer.body());
        assertEquals("application/pdf", header(answer, "Content-Type"));
        assertEquals("nosniff", header(answer, "X-Content-Type-Options"));
        assertTrue(header(answer, "Content-Security-Policy").contains("sandbox"));
        assertEquals("" + Files.size(PDF), header(answer, "Content-Length"));
        assertEquals(
                "inline; filename=\"dome closing ___.pdf\"; filename*=UTF-8''dome%20closing%20%22%C3%A4%22.pdf",
                header(answer, "Content-Disposition"));
        var page = web.page(path(file).replace("/originals/", "/data/"));
        assertTrue(page.contains("href=\"" + path(file) + "#page=1\""), page);
        assertTrue(page.contains("Open the original"), page);
    }

    @Test
    void anythingElseIsKeptAndNeverShown() throws Exception {
        var file = written("evil.html", "<html><body><p>A pump.</p><script>alert(1)</script></body></html>");
        var answer = bytes(path(file));
        assertEquals(200, answer.statusCode());
        assertEquals("application/octet-stream", header(answer, "Content-Type"));
        assertTrue(header(answer, "Content-Disposition").startsWith("attachment; filename=\"evil.html\""));
        assertTrue(header(answer, "Content-Security-Policy").contains("sandbox"));
        assertTrue(web.page(path(file).replace("/originals/", "/data/")).contains("Download the original"));
    }

    @Test
    void aFileThatIsGoneSaysSo() throws Exception {
        var file = written("note.md", "# Note\n\nThe pump.");
        Files.delete(file);
        var answer = web.get(path(file));
        assertEquals(404, answer.statusCode());
        assertTrue(answer.body().contains("is gone: it was moved or deleted"), answer.body());
        var page = web.page(path(file).replace("/originals/", "/data/"));
        assertTrue(page.contains("not where it was ingested from"), page);
        assertFalse(page.contains("Download the original"), page);
    }

    @Test
    void aFileThatChangedSaysSoAndIsNotSent() throws Exception {
        var file = written("note.md", "# Note\n\nThe pump A.");
        Files.writeString(file, "# Note\n\nThe pump B."); // as long as before
        var answer = web.get(path(file));
        assertEquals(409, answer.statusCode());
        assertTrue(answer.body().contains("was changed since it was ingested"), answer.body());
        assertFalse(answer.body().contains("pump B"), answer.body());
        web.corpus().ingest("knowledge_hub");
        assertEquals("# Note\n\nThe pump B.", web.get(path(file)).body());
    }

    @Test
    void aLinkThatLeadsOutOfWhatWasIngestedIsNotFollowed() throws Exception {
        var file = written("note.md", "# Note\n\nThe pump.");
        var outside = Files.copy(file, folder.resolve("outside.md"));
        Files.delete(file);
        Files.createSymbolicLink(file, outside); // even with the same bytes
        var answer = web.get(path(file));
        assertEquals(403, answer.statusCode());
        assertTrue(answer.body().contains("leads out of the folder"), answer.body());
    }

    @Test
    void aFolderThatWasSwappedForALinkIsNotFollowed() throws Exception {
        var file = written("deep/note.md", "# Note\n\nThe pump.");
        try (var ledger = Ledger.open(web.corpus().engine().data())) {
            assertEquals("", ledger.history("knowledge_hub").getFirst().root());
        }
        var outside = folder.resolve("outside");
        Files.move(web.corpus().docs(), outside);
        Files.createSymbolicLink(web.corpus().docs(), outside);
        assertTrue(Files.exists(file));
        assertEquals(403, web.get(path(file)).statusCode());
    }

    @Test
    void onlyDocumentsHaveOriginals() throws Exception {
        written("note.md", "# Note\n\nThe pump.");
        var other = Files.writeString(web.corpus().docs().resolve("secret.key"), "not ingested");
        for (var path : new String[] {
            path(other),
            "/originals/knowledge_hub/..%2F..%2Fetc%2Fpasswd",
            "/originals/knowledge_hub/%2Fetc%2Fpasswd",
            "/originals/other/" + path(web.corpus().docs().resolve("note.md")).replaceFirst(".*/", "")
        }) {
            int status = web.get(path).statusCode();
            assertTrue(status == 404 || status == 400, path + " gave " + status);
        }
    }
}
