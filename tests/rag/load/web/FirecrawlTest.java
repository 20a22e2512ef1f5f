package rag.load.web;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.deleteRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.WireMockServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.CrawlSettings;
import rag.load.web.Crawl.Outcome;

class FirecrawlTest {

    @TempDir
    Path folder;

    private final WireMockServer service =
            new WireMockServer(wireMockConfig().dynamicPort().bindAddress("127.0.0.1"));

    @BeforeEach
    void start() {
        service.start();
        service.stubFor(post("/v2/crawl").willReturn(okJson("{\"success\":true,\"id\":\"c1\"}")));
    }

    @AfterEach
    void stop() {
        service.stop();
    }

    private Crawl crawl(AtomicBoolean cancelled) throws IOException {
        var settings =
                new CrawlSettings("firecrawl", service.baseUrl(), "fc-secret", "KnowledgeHub", 3, 0, 30, 20, List.of());
        var order = new CrawlOrder("https://example.org/", 7, List.of());
        try (var crawler = Crawler.of(settings)) {
            return crawler.crawl(order, folder, (url, done, most) -> {}, cancelled::get);
        }
    }

    @Test
    void itsPagesBecomeMarkdownFilesUnderTheirAddresses() throws IOException {
        service.stubFor(get("/v2/crawl/c1").willReturn(okJson("""
            {"status":"completed","completed":3,"next":"%s/v2/crawl/c1?skip=2","data":[
             {"markdown":"About oil.","metadata":{"title":"Pump: \\"A\\"","sourceURL":"https://example.org/a#x","statusCode":200}},
             {"markdown":"","metadata":{"sourceURL":"https://example.org/dead","statusCode":404}}]}
            """.formatted(service.baseUrl()))));
        service.stubFor(get("/v2/crawl/c1?skip=2").willReturn(okJson("""
            {"status":"completed","next":"http://127.0.0.2:1/steal","data":[
             {"markdown":"About water.","metadata":{"sourceURL":"https://example.org/b","statusCode":200}}]}
            """)));

        var pages = crawl(new AtomicBoolean()).pages();

        assertEquals(
                List.of("https://example.org/a", "https://example.org/dead", "https://example.org/b"),
                pages.stream().map(Crawl.WebPage::source).toList());
        assertEquals(
                List.of(Outcome.FETCHED, Outcome.FAILED, Outcome.FETCHED),
                pages.stream().map(Crawl.WebPage::outcome).toList());
        var file = pages.getFirst().file();
        assertTrue(file != null);
        assertEquals("---\ntitle: \"Pump: \\\"A\\\"\"\n---\n\nAbout oil.", Files.readString(file));
        service.verify(postRequestedFor(urlPathEqualTo("/v2/crawl"))
                .withHeader("Authorization", equalTo("Bearer fc-secret"))
                .withRequestBody(matchingJsonPath("$.url", equalTo("https://example.org/")))
                .withRequestBody(matchingJsonPath("$.limit", equalTo("7")))
                .withRequestBody(matchingJsonPath("$.maxDiscoveryDepth", equalTo("3"))));
    }

    @Test
    void aRefusalSaysWhatToDoAndHoldsNoKey() {
        service.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(401).withBody("{\"error\":\"bad token\"}")));
        var refusal = assertThrows(IOException.class, () -> crawl(new AtomicBoolean()));

        assertTrue(refusal.getMessage().contains("check crawl.api_key"), refusal.getMessage());
        assertTrue(!refusal.getMessage().contains("fc-secret"), refusal.getMessage());
    }

    @Test
    void whatFailsThereFailsHereWithItsReason() {
        service.stubFor(get("/v2/crawl/c1").willReturn(okJson("{\"status\":\"failed\",\"error\":\"no such site\"}")));
        var failure = assertThrows(IOException.class, () -> crawl(new AtomicBoolean()));

        assertTrue(failure.getMessage().contains("no such site"), failure.getMessage());
    }

    @Test
    void aCancelledCrawlIsCancelledThereToo() throws IOException {
        service.stubFor(get("/v2/crawl/c1").willReturn(okJson("{\"status\":\"scraping\",\"completed\":0}")));
        service.stubFor(any(urlPathEqualTo("/v2/crawl/c1")).atPriority(9).willReturn(okJson("{}")));

        assertEquals(List.of(), crawl(new AtomicBoolean(true)).pages());
        service.verify(deleteRequestedFor(urlPathEqualTo("/v2/crawl/c1")));
    }
}
