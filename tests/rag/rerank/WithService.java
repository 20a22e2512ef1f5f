package rag.rerank;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.exactly;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A service on this machine that a reranker asks about three passages. */
abstract class WithService {

    static final List<Listed> ABC = Stream.of("a", "b", "c")
            .map(id -> new Listed(id, "passage " + id, 0.5))
            .toList();

    final WireMockServer server = new WireMockServer(options().dynamicPort());
    private final String path;

    WithService(String path) {
        this.path = path;
    }

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    /** The passages in the order that the service gives them. */
    abstract String order(int timeoutS) throws RerankException;

    static String order(Reranker reranker) throws RerankException {
        return String.join(
                " ", Order.of(ABC, reranker.judge("why?", ABC).scores()).ids());
    }

    void answer(ResponseDefinitionBuilder response) {
        server.stubFor(post(urlEqualTo(path)).willReturn(response));
    }

    /** Answers with an error and a wish to wait a second, then well. */
    void busyOnce(int status, ResponseDefinitionBuilder well) {
        var first = aResponse().withStatus(status).withHeader("Retry-After", "1");
        server.stubFor(post(urlEqualTo(path))
                .inScenario("busy")
                .whenScenarioStateIs(Scenario.STARTED)
                .willReturn(first)
                .willSetStateTo("well"));
        server.stubFor(post(urlEqualTo(path))
                .inScenario("busy")
                .whenScenarioStateIs("well")
                .willReturn(well));
    }

    /** Why there is no order. */
    String refused(int timeoutS) {
        return "" + assertThrows(RerankException.class, () -> order(timeoutS)).getMessage();
    }

    void calls(int count) {
        server.verify(exactly(count), postRequestedFor(urlEqualTo(path)));
    }
}
