package rag.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import rag.model.ForeignDigits;

/** Traces as a collector gets them: read by OpenTelemetry's own messages, which refuse any field they do not know. */
class OtlpExportTest {

    private final List<ExportTraceServiceRequest> got = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private volatile int status = 200;
    private HttpServer receiver;

    @BeforeEach
    void open() throws IOException {
        read("{}"); // loads what reads messages, which takes longer than an exporter waits on a busy machine
        receiver = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        receiver.createContext("/v1/traces", exchange -> {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("application/json", exchange.getRequestHeaders().getFirst("Content-Type"));
            got.add(read(body));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
    }

    /** OTLP writes ids in hex where protobuf's JSON has base64. */
    private static ExportTraceServiceRequest read(String json) throws IOException {
        var ids = Pattern.compile("(\"(?:traceId|spanId|parentSpanId)\":\")([0-9a-f]+)\"");
        var plain = ids.matcher(json)
                .replaceAll(match -> match.group(1)
                        + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(match.group(2))) + "\"");
        var request = ExportTraceServiceRequest.newBuilder();
        JsonFormat.parser().merge(plain, request);
        return request.build();
    }

    private OtlpExport export() {
        return new OtlpExport("http://localhost:" + receiver.getAddress().getPort(), warnings::add);
    }

    private static Trace query() {
        var clock = Clock.fixed(Instant.parse("2026-05-06T10:00:00.25Z"), ZoneOffset.UTC);
        var trace = new Trace(Trace.Type.QUERY, clock).put("query", "why?").put("verdict", "ok");
        trace.put("hits", List.of(Map.of("chunk_id", "b", "text", "Because.")));
        trace.stage("dense_retrieval")
                .put("model", "m")
                .put(
                        "results",
                        List.of(
                                Map.of("chunk_id", "a", "rank", 1, "score", 0.75),
                                Map.of("chunk_id", "b", "rank", 2, "score", 0.5)))
                .close(4);
        trace.stage("sparse_retrieval").fail("no index").close(1);
        trace.stage("rerank")
                .put("model", "judge")
                .put(
                        "results",
                        List.of(
                                RankChange.of("b", 1, 2, null, null, 0.9),
                                RankChange.of("a", null, 1, null, null, 0.1)))
                .close(2);
        return trace;
    }

    private static Map<String, Object> attributes(Span span) {
        return span.getAttributesList().stream().collect(Collectors.toMap(a -> a.getKey(), a -> switch (a.getValue()
                .getValueCase()) {
            case STRING_VALUE -> a.getValue().getStringValue();
            case DOUBLE_VALUE -> a.getValue().getDoubleValue();
            case INT_VALUE -> a.getValue().getIntValue();
            default -> a.getValue().getBoolValue();
        }));
    }

    @Test
    void timesAreInDigitsThatEveryCollectorReads() {
        try (var _ = new ForeignDigits()) {
            export().send(query().finish());
        }
        var spans = got.getFirst().getResourceSpans(0).getScopeSpans(0).getSpansList();
        assertEquals(1_778_061_600_250_000_000L, spans.getFirst().getStartTimeUnixNano());
    }

    @Test
    void aCollectorGetsRetrievalAndRerankingUnderTheNamesOfOpenInference() {
        var trace = query();
        export().send(trace.finish());
        assertEquals(List.of(), warnings);
        var resource = got.getFirst().getResourceSpans(0);
        assertEquals("service.name", resource.getResource().getAttributes(0).getKey());
        var spans = resource.getScopeSpans(0).getSpansList();
        assertEquals(
                List.of("query", "dense_retrieval", "sparse_retrieval", "rerank"),
                spans.stream().map(Span::getName).toList());
        var root = spans.getFirst();
        assertEquals(
                trace.id().replace("-", ""),
                HexFormat.of().formatHex(root.getTraceId().toByteArray()));
        assertEquals(1_778_061_600_250_000_000L, root.getStartTimeUnixNano());
        for (var stage : spans.subList(1, 4)) assertEquals(root.getSpanId(), stage.getParentSpanId());
        assertEquals("why?", attributes(root).get("input.value"));
        assertEquals("Because.", attributes(root).get("output.value"));

        var dense = attributes(spans.get(1));
        assertEquals(4_000_000, spans.get(1).getEndTimeUnixNano() - spans.get(1).getStartTimeUnixNano());
        assertEquals("RETRIEVER", dense.get("openinference.span.kind"));
        assertEquals("a", dense.get("retrieval.documents.0.document.id"));
        assertEquals(0.75, dense.get("retrieval.documents.0.document.score"));
        assertEquals("Because.", dense.get("retrieval.documents.1.document.content"));

        assertEquals(StatusCode.STATUS_CODE_ERROR, spans.get(2).getStatus().getCode());
        assertEquals("no index", spans.get(2).getStatus().getMessage());

        var rerank = attributes(spans.get(3));
        assertEquals("RERANKER", rerank.get("openinference.span.kind"));
        assertEquals("judge", rerank.get("reranker.model_name"));
        assertEquals("a", rerank.get("reranker.input_documents.0.document.id"));
        assertEquals("b", rerank.get("reranker.input_documents.1.document.id"));
        assertEquals("b", rerank.get("reranker.output_documents.0.document.id"));
        assertEquals(1L, rerank.get("reranker.top_k"));
    }

    @Test
    void aCollectorThatDoesNotAnswerIsSaidOnceAndLeftAlone() {
        status = 503;
        var export = export();
        export.send(query().finish());
        export.send(query().finish());
        assertEquals(1, got.size());
        assertEquals(1, warnings.size());
        assertTrue(warnings.getFirst().contains("it answers 503"), warnings.getFirst());
    }

    @Test
    void whatIsSecretInItsAddressIsNotSaid() {
        status = 401;
        var port = receiver.getAddress().getPort();
        var address = "http://anna:bittern-9@localhost:%d/v1/traces?api_key=curlew-3".formatted(port);
        new OtlpExport(address, warnings::add).send(query().finish());
        assertEquals(
                List.of("traces are not sent to http://localhost:%d/v1/traces: it answers 401".formatted(port)),
                warnings);
    }

    @Test
    @Timeout(20)
    void aCollectorThatSendsHeadersAndNothingMoreHoldsNobodyUp() throws IOException {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (var each = server.accept()) {
                    each.getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    each.getInputStream().transferTo(OutputStream.nullOutputStream()); // until the client goes
                } catch (IOException e) {
                    // the test has what it wanted
                }
            });
            new OtlpExport("http://127.0.0.1:" + server.getLocalPort(), warnings::add).send(query().finish());
        }
        assertTrue(warnings.getFirst().contains("no answer within"), warnings.getFirst());
    }
}
