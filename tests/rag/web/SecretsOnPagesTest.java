package rag.web;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.config.Secrets;

/** A secret stands on no page, whatever signs it holds, and in nothing that is sent to one that is open. */
class SecretsOnPagesTest extends WithWeb {

    private static final String SECRET = "wk<7>&\"h'/Qr93";

    private static void clean(String page) {
        assertTrue(page.contains("****"), page);
        assertFalse(page.contains("Qr93"), page);
    }

    @Test
    void aSecretWithSignsIsMaskedOnAPage() {
        Secrets.register(SECRET);
        web.corpus().write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        web.corpus().ingest("knowledge_hub");
        clean(web.page("/queries?query=" + Url.encode("what is " + SECRET)));
    }

    @Test
    void aSecretIsMaskedInPiecesThatAreSentOnTheirOwn() {
        Secrets.register(SECRET);
        var site = new Site(web.corpus().engine(), new Guard("localhost"), Duration.ZERO);
        clean(site.text("jobs", Live.model(site, List.of(), SECRET)));
        clean(site.text(
                "running", Map.of("run", new EvaluationRun.State(false, "", 0, 0, "", "no answer from " + SECRET))));
    }
}
