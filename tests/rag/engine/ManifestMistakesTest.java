package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import rag.model.Failure;

/** What refuses a manifest. */
class ManifestMistakesTest extends WithManifest {

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
                        "manifest.jsonl:6: valid_until 2025-12-31 lies before valid_from 2026-02-01",
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
                                                ", \"published_at\": \"2026-01-01\", \"valid_from\": \"2026-02-01\","
                                                        + " \"valid_until\": \"2025-12-31\"}"),
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
    void aPathThatLeadsOutOfTheFolderIsAMistakeAndNothingThereIsLookedAt() throws IOException {
        Files.createDirectories(folder.resolve("secret/deep"));
        Files.writeString(folder.resolve("secret/deep/key.md"), "# Key\n\nThe fee is secret.");
        Files.writeString(folder.resolve("secret/other.md"), "# Other\n\nNobody named it.");
        Files.createSymbolicLink(corpus.docs().resolve("linked"), folder.resolve("secret/deep"));
        var mend = "; put the manifest into a folder that holds all its documents";
        assertEquals(
                List.of(
                        "manifest.jsonl:2: document_path ../secret/deep/key.md leads out of the manifest's folder"
                                + mend,
                        "manifest.jsonl:3: document_path sub/../../secret/deep/key.md leads out of the manifest's"
                                + " folder"
                                + mend,
                        "manifest.jsonl:4: document_path linked/key.md leads out of the manifest's folder through a"
                                + " link"
                                + mend),
                refused(
                        OPEN,
                        line("a.md"),
                        line("../secret/deep/key.md"),
                        line("sub/../../secret/deep/key.md"),
                        line("linked/key.md")));
        assertEquals(1, ingest(OPEN, line("sub/../a.md")).counts().get("new"), "a path may go up within the folder");
    }

    @Test
    void manyFilesWithoutALineDoNotBuryWhatIsWrongWithTheLines() {
        for (int i = 0; i < 40; i++) corpus.write("n%02d.md".formatted(i), "N");
        var request = request(OPEN, line("a.md"), line("gone.md"));
        var failure = assertThrows(
                Failure.class, () -> new Ingestion(corpus.engine()).run(request, Progress.NONE, () -> false));
        var told = failure.getMessage().lines().toList();
        assertEquals("41 mistakes in the manifest; nothing was written:", told.getFirst());
        assertEquals("manifest.jsonl:2: gone.md is not there", told.get(1));
        assertEquals("manifest.jsonl: 30 more files have no line", told.getLast());
        assertEquals(13, told.size());
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
}
