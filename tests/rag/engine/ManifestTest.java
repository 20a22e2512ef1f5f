package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Query;
import rag.store.Consistency;
import rag.store.Ledger;

/** Metadata from a manifest, over a real store with a real model. */
class ManifestTest {

    private static final String DOMAIN = "admissions_knowledge";
    private static final String OPEN = "notes";

    private static final String LINE =
            "{\"document_path\": \"a.md\", \"title\": \"Fees\", \"country\": \"Norvia\", \"source_type\":"
                    + " \"brochure\"}";

    @TempDir
    Path folder;

    private Corpus corpus;

    @BeforeEach
    void open() {
        corpus = new Corpus(folder, Map.of());
        corpus.write("a.md", "# A\n\nThe fee is 100 thaler a term.");
    }

    @AfterEach
    void agree() {
        try (var ledger = Ledger.open(corpus.engine().data())) {
            var engine = corpus.engine();
            assertEquals(List.of(), Consistency.check(engine.data(), engine.store(), ledger));
        }
        corpus.close();
    }

    private IngestRequest request(String collection, String... lines) {
        var file = corpus.write("manifest.jsonl", String.join("\n", lines));
        return new IngestRequest(collection, List.of(), false, false, false, Duration.ofSeconds(5), "test", file);
    }

    private IngestReport ingest(String collection, String... lines) {
        return new Ingestion(corpus.engine()).run(request(collection, lines), Progress.NONE, () -> false);
    }

    private List<String> refused(String collection, String... lines) {
        var request = request(collection, lines);
        var ingestion = new Ingestion(corpus.engine());
        var planned = assertThrows(Failure.class, () -> ingestion.plan(request, Progress.NONE));
        var failure = assertThrows(Failure.class, () -> ingestion.run(request, Progress.NONE, () -> false));
        assertEquals(planned.getMessage(), failure.getMessage());
        assertEquals(Failure.USAGE, failure.exitCode());
        assertFalse(Files.exists(corpus.engine().data()), "something was written");
        var told = failure.getMessage().split("\n");
        assertTrue(told[0].matches("[0-9]+ mistakes? in the manifest; nothing was written:"), told[0]);
        assertEquals(told.length - 1, Integer.parseInt(told[0].substring(0, told[0].indexOf(' '))));
        return Arrays.asList(told).subList(1, told.length);
    }

    private List<Chunk> chunks(String collection, String question, Condition... conditions) {
        var filter = new Filter(List.of(conditions));
        var query = new Query(question, List.of(collection), 10, null, filter, true, 0, null);
        return new Search(corpus.engine())
                .ask(query).hits().stream().map(hit -> hit.chunk()).toList();
    }

    private static Condition is(String key, String... values) {
        return new Condition(key, List.of(values));
    }

    private static String line(String path, String... keysAndJson) {
        var fields = new LinkedHashMap<String, String>();
        for (int i = 0; i < keysAndJson.length; i += 2) fields.put(keysAndJson[i], keysAndJson[i + 1]);
        var text = new StringBuilder("{\"document_path\": \"" + path + "\"");
        fields.forEach(
                (key, json) -> text.append(", \"").append(key).append("\": ").append(json));
        return text.append("}").toString();
    }

    @Test
    void allMistakesAreToldAtOnceWithTheirLinesAndNothingIsWritten() {
        corpus.write("b.md", "B");
        corpus.write("c.md", "C");
        corpus.write("unlisted.md", "D");
        assertEquals(
                List.of(
                        "manifest.jsonl:2: not one JSON object: Duplicate field 'country'",
                        "manifest.jsonl:3: unknown field contry; did you mean country?",
                        "manifest.jsonl:3: source_type must be one of official_website, official_document, brochure,"
                                + " faq, policy, form, internal_note, not \"brochures\"; did you mean brochure?",
                        "manifest.jsonl:3: country is missing",
                        "manifest.jsonl:4: ./a.md has a line already: line 1",
                        "manifest.jsonl:6: valid_until 2025-12-31 lies before published_at 2026-01-01",
                        "manifest.jsonl:7: tags must be a list of texts, not \"one, two\"",
                        "manifest.jsonl:7: published_at must be a date such as 2026-01-31, not \"spring\"",
                        "manifest.jsonl:7: title is missing",
                        "manifest.jsonl:7: gone.md is not there",
                        "manifest.jsonl:8: must be one JSON object such as {\"document_path\": \"guide.pdf\"}",
                        "manifest.jsonl:9: not one JSON object: Unexpected",
                        "manifest.jsonl: unlisted.md has no line"),
                refused(
                                DOMAIN,
                                LINE,
                                LINE.replace("}", ", \"country\": \"Suland\"}"),
                                line("b.md", "title", "\"B\"", "contry", "\"Norvia\"", "source_type", "\"brochures\""),
                                LINE.replace("a.md", "./a.md"),
                                "",
                                LINE.replace("a.md", "c.md")
                                        .replace(
                                                "}",
                                                ", \"published_at\": \"2026-01-01\", \"valid_until\": \"2025-12-31\"}"),
                                LINE.replace("a.md", "gone.md")
                                        .replace("\"Fees\"", "\" \"")
                                        .replace("}", ", \"tags\": \"one, two\", \"published_at\": \"spring\"}"),
                                "[1]",
                                LINE.substring(0, 40))
                        .stream()
                        .map(told -> told.replaceFirst("(Unexpected|Duplicate field 'country').*", "$1"))
                        .toList());
    }

    @Test
    void aPathThatLeadsOutOfTheManifestsFolderIsRefusedWithItsLine() {
        var told = refused("notes", line("../outside.md"));
        assertEquals("manifest.jsonl:1: document_path leads out of the manifest's folder: ../outside.md", told.getFirst());
    }

    @Test
    void aPathThatIsMissingAbsoluteOrAFolderIsAMistake() throws IOException {
        Files.createDirectories(folder.resolve("docs/sub"));
        assertEquals(
                List.of(
                        "manifest.jsonl:1: document_path is missing: the document's path, relative to the manifest",
                        "manifest.jsonl:2: document_path must be relative to the manifest, not /etc/passwd",
                        "manifest.jsonl:3: sub is a folder",
                        "manifest.jsonl: a.md has no line"),
                refused(OPEN, "{\"title\": \"x\"}", line("/etc/passwd"), line("sub")));
        assertEquals(List.of("manifest.jsonl: it has no line"), refused(OPEN, "", " "));
    }

    @Test
    void aFileThatIsNotUtf8IsRefused() throws IOException {
        var request = request(OPEN, LINE);
        Files.write(
                corpus.docs().resolve("manifest.jsonl"),
                "{\"document_path\": \"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
        var failure = assertThrows(
                Failure.class, () -> new Ingestion(corpus.engine()).run(request, Progress.NONE, () -> false));
        assertTrue(failure.getMessage().contains("is not UTF-8"), failure.getMessage());
    }

    @Test
    void aByteOrderMarkCarriageReturnsAndEmptyLinesAreNoMistakes() {
        assertEquals(1, ingest(OPEN, "\uFEFF" + LINE + "\r", "\r", "").counts().get("new"));
        assertEquals("Fees", chunks(OPEN, "fee").getFirst().title());
    }

    @Test
    void withoutADomainAnyFieldIsMetadataAndNestedOnesAreRefused() {
        ingest(
                OPEN,
                line("a.md", "colour", "\"red\"", "weight", "2.5", "levels", "[\"one\", \"two\"]", "none", "null"));
        assertEquals(
                1, chunks(OPEN, "fee", is("colour", "RED"), is("levels", "two")).size());
        assertEquals(
                1, chunks(OPEN, "fee", Condition.within("weight", "2", "3")).size());
        assertEquals(0, chunks(OPEN, "fee", Condition.within("weight", "3", "")).size());
        var failure = assertThrows(Failure.class, () -> chunks(OPEN, "fee", is("none", "x")));
        assertTrue(failure.getMessage().contains("unknown filter key 'none'; known are"), failure.getMessage());
        var nested =
                assertThrows(Failure.class, () -> ingest(OPEN, line("a.md", "deep", "{\"a\": 1}", "mixed", "[1]")));
        assertTrue(nested.getMessage().contains("deep must be a text"), nested.getMessage());
        assertTrue(nested.getMessage().contains("mixed must be a text"), nested.getMessage());
    }

    @Test
    void theManifestGoesBeforeFrontMatterAndWhatItTakesBackComesToLightAgain() {
        corpus.write(
                "a.md", "---\ntitle: Own\nCountry: Suland\ncity: Ulm\ntags: [own]\n---\n# A\n\nThe fee is 100 thaler.");
        ingest(OPEN, line("a.md", "title", "\"Given\"", "country", "\"Norvia\"", "tags", "[\"given\"]"));
        var given = chunks(OPEN, "fee", is("country", "Norvia"), is("tag", "given"), is("city", "Ulm"));
        assertEquals("Given", given.getFirst().title());
        assertEquals(0, chunks(OPEN, "fee", is("country", "Suland")).size());
        assertEquals(0, chunks(OPEN, "fee", is("tag", "own")).size());

        var report = ingest(OPEN, line("a.md", "note", "\"x\""));
        assertEquals(1, report.counts().get("metadata"));
        var own = chunks(OPEN, "fee", is("country", "Suland"), is("tag", "own"), is("note", "x"));
        assertEquals("Own", own.getFirst().title());
        assertEquals(given.getFirst().id(), own.getFirst().id());
        assertEquals(0, chunks(OPEN, "fee", is("tag", "given")).size());
    }

    @Test
    void aChangeOfMetadataAloneKeepsIdsAndVectorsAndReadsNothing() throws IOException {
        var first = ingest(DOMAIN, LINE);
        var before = chunks(DOMAIN, "fee");
        assertEquals(0, ingest(DOMAIN, LINE).outcomes().size());

        var changed = LINE.replace("Norvia", "Suland").replace("Fees", "All fees of the term");
        var plan = new Ingestion(corpus.engine()).plan(request(DOMAIN, changed), Progress.NONE);
        assertEquals(
                List.of("metadata"),
                plan.items().stream().map(item -> item.action().key()).toList());
        var second = ingest(DOMAIN, changed);
        var after = chunks(DOMAIN, "fee", is("country", "suland"));

        assertEquals(1, first.embedded());
        assertEquals(1, second.counts().get("metadata"));
        assertEquals(0, second.embedded() + second.cached());
        assertEquals("", second.model());
        assertEquals(before.getFirst().id(), after.getFirst().id());
        assertEquals(before.getFirst().text(), after.getFirst().text());
        assertEquals("All fees of the term", after.getFirst().title());
        assertEquals("study_abroad_admissions", after.getFirst().metadata().get("business_domain"));
        assertEquals(0, chunks(DOMAIN, "fee", is("country", "Norvia")).size());
        assertEquals(0, ingest(DOMAIN, changed).outcomes().size());
    }

    @Test
    void whatAManifestSaidStaysWithAChangedOrMovedFileUntilAnotherSaysOtherwise() throws IOException {
        ingest(DOMAIN, LINE);
        corpus.write("a.md", "# A\n\nThe fee is 250 thaler a term.");
        assertEquals(1, corpus.ingest(DOMAIN).counts().get("changed"));
        Files.move(corpus.docs().resolve("a.md"), corpus.docs().resolve("b.md"));
        assertEquals(1, corpus.ingest(DOMAIN).counts().get("moved"));

        var chunk = chunks(DOMAIN, "fee", is("country", "Norvia")).getFirst();
        assertTrue(chunk.text().contains("250"), chunk.text());
        assertEquals("Fees", chunk.title());
        assertEquals(0, ingest(DOMAIN, LINE.replace("a.md", "b.md")).outcomes().size());
    }

    @Test
    void aNewTextWithNewMetadataIsOneChange() {
        ingest(DOMAIN, LINE);
        var before = chunks(DOMAIN, "fee").getFirst();
        corpus.write("a.md", "# A\n\nThe fee is 250 thaler a term.");
        var report = ingest(DOMAIN, LINE.replace("Norvia", "Suland"));

        assertEquals(1, report.counts().get("changed"));
        assertEquals(0, report.counts().get("metadata"));
        assertNotEquals(
                before.id(),
                chunks(DOMAIN, "fee", is("country", "Suland")).getFirst().id());
    }

    @Test
    void aDocumentWithoutTextTakesNoHarmFromOtherMetadata() {
        corpus.write("a.md", " \n");
        assertEquals(1, ingest(DOMAIN, LINE).states().get("no_text"));
        assertEquals(
                1, ingest(DOMAIN, LINE.replace("Norvia", "Suland")).counts().get("unchanged"));
    }

    @Test
    void aValidityThatCanNotBeReadIsTakenAndSaid() {
        var report = ingest(DOMAIN, LINE.replace("}", ", \"valid_until\": \"until further notice\"}"));

        assertEquals(
                List.of("manifest.jsonl:1: valid_until 'until further notice' is no date such as 2026-01-31: its"
                        + " passages will be marked needs_review"),
                report.notes());
        assertEquals(1, chunks(DOMAIN, "fee", is("country", "Norvia")).size());
    }

    @Test
    void documentsOfManyFoldersAreFoundThroughTheirLines() {
        corpus.write("more/deep/c.md", "# C\n\nThe deposit is 30 thaler.");
        var report = ingest(OPEN, line("a.md", "n", "1"), line("more/deep/c.md", "n", "2"));

        assertEquals(2, report.counts().get("new"));
        assertEquals(
                "# C", chunks(OPEN, "deposit", is("n", "2")).getFirst().text().substring(0, 3));
    }
}
