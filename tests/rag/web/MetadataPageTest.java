package rag.web;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Progress;

class MetadataPageTest {

    @TempDir
    Path folder;

    @Test
    void aDocumentsMetadataIsWhatWasGivenAndNothingOfTheProgramsOwn() {
        try (var web = new Web(folder)) {
            web.corpus().write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
            var manifest = web.corpus().write("m.jsonl", "{\"document_path\": \"pump.md\", \"owner\": \"Ann\"}");
            var patience = Duration.ofSeconds(5);
            var request = new IngestRequest("notes", List.of(), false, false, false, patience, "test", manifest);
            new Ingestion(web.corpus().engine()).run(request, Progress.NONE, () -> false);

            var link = Pattern.compile("/data/notes/doc_[0-9a-f]{16}").matcher(web.page("/data?collection=notes"));
            assertTrue(link.find());
            var page = web.page(link.group());
            assertTrue(page.contains("<dt>owner</dt><dd>Ann</dd>"), page);
            assertFalse(page.contains("_given"), page);
        }
    }
}
