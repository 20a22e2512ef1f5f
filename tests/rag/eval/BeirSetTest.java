package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Failure;

class BeirSetTest {

    @TempDir
    Path folder;

    @BeforeEach
    void files() throws IOException {
        Files.writeString(folder.resolve("corpus.jsonl"), """
            {"_id": "Ann Lee", "title": "A title", "text": "some text", "url": "x"}
            {"_id": "2", "text": "no title"}
            """);
        Files.writeString(folder.resolve("queries.jsonl"), """
            {"_id": "q1", "text": "who?", "metadata": {"answers": ["Ann", "Lee"]}}
            {"_id": "q2", "text": "not judged"}
            """);
        Files.writeString(folder.resolve("qrels.tsv"), "query-id\tcorpus-id\tscore\nq1\tAnn Lee\t2\nq1\t2\t0\n");
    }

    @Test
    void readsTextsQueriesWithTheirMetadataAndGrades() {
        var set = BeirSet.read(folder);
        assertEquals("A title some text", set.corpus().get("Ann Lee").full());
        assertEquals("no title", set.corpus().get("2").full());
        assertEquals(List.of("Ann", "Lee"), set.queries().get("q1").metadata().get("answers"));
        assertEquals(Map.of(), set.queries().get("q2").metadata());
        assertEquals(Map.of("q1", Map.of("Ann Lee", 2, "2", 0)), set.qrels());
        assertEquals(folder.getFileName().toString(), set.name());
    }

    @Test
    void theFolderOfQrelsThatBeirToolsWriteGoesFirst() throws IOException {
        Files.createDirectory(folder.resolve("qrels"));
        Files.writeString(folder.resolve("qrels/test.tsv"), "query-id\tcorpus-id\tscore\nq2\t2\t1\n");
        assertEquals(Map.of("q2", Map.of("2", 1)), BeirSet.read(folder).qrels());
    }

    @Test
    void theMarkThatSomeEditorsPutFirstIsNoPartOfTheFirstLine() throws IOException {
        var before = BeirSet.read(folder);
        for (var name : List.of("corpus.jsonl", "queries.jsonl", "qrels.tsv"))
            Files.writeString(folder.resolve(name), "\uFEFF" + Files.readString(folder.resolve(name)));
        assertEquals(before, BeirSet.read(folder));
    }

    @Test
    void aBrokenLineIsNamedByFileAndNumber() throws IOException {
        Files.writeString(folder.resolve("corpus.jsonl"), "{\"_id\": \"1\", \"text\": \"t\"}\n{\"_id\": \n");
        var failure = assertThrows(Failure.class, () -> BeirSet.read(folder));
        assertTrue(failure.getMessage().contains("corpus.jsonl, line 2"), failure.getMessage());
    }

    @Test
    void aLineOfQrelsWithoutThreeColumnsIsNamed() throws IOException {
        Files.writeString(folder.resolve("qrels.tsv"), "query-id\tcorpus-id\tscore\nq1 0 2 1\n");
        var failure = assertThrows(Failure.class, () -> BeirSet.read(folder));
        assertTrue(failure.getMessage().contains("qrels.tsv, line 2"), failure.getMessage());
    }

    @Test
    void aMissingFileSaysWhatAFolderHolds() throws IOException {
        Files.delete(folder.resolve("queries.jsonl"));
        var failure = assertThrows(Failure.class, () -> BeirSet.read(folder));
        assertTrue(failure.getMessage().contains("queries.jsonl and qrels/test.tsv"), failure.getMessage());
    }

    @Test
    void qrelsOfAnUnknownQueryAreRefused() throws IOException {
        Files.writeString(folder.resolve("qrels.tsv"), "query-id\tcorpus-id\tscore\nq7\t2\t1\n");
        var failure = assertThrows(Failure.class, () -> BeirSet.read(folder));
        assertTrue(failure.getMessage().contains("q7"), failure.getMessage());
    }
}
