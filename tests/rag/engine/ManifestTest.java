package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.config.Json;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Query;

/** Metadata from a manifest, over a real store with a real model. */
class ManifestTest extends WithManifest {

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
    void tagsMayBeALineWithCommasHereAsInFrontMatter() {
        corpus.write("a.md", "---\ntags: own, other\n---\n# A\n\nThe fee is 100 thaler.");
        ingest(OPEN, line("a.md", "tags", "\"finance, roof\""));

        assertEquals(
                1, chunks(OPEN, "fee", is("tag", "finance"), is("tag", "roof")).size());
        assertEquals(0, chunks(OPEN, "fee", is("tag", "own")).size());
    }

    @Test
    void whatTheProgramKeepsAmongMetadataIsForItself() {
        ingest(OPEN, line("a.md", "note", "\"x\""));
        var chunk = chunks(OPEN, "fee").getFirst();
        assertTrue(chunk.metadata().containsKey(Chunk.PROVENANCE), "nothing to hide");
        assertEquals(Map.of("note", "x"), chunk.facts());
        var query = new Query("fee", List.of(OPEN), 10, null, Filter.NONE, true, 0, null);
        var run = new Search(corpus.engine()).run(query);
        for (var shown : List.of(Json.pretty(run.answer()), Json.pretty(run), Json.pretty(run.trace()))) {
            assertFalse(shown.contains(Chunk.PROVENANCE), shown);
        }
        assertTrue(Json.pretty(run.answer()).contains("\"note\" : \"x\""), Json.pretty(run.answer()));
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
