package rag.mcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HttpReplyTest {

    /** The worker may see the cancellation, and be done, before the reply is told of it. */
    @Test
    void anAnswerThatComesInTheMidstOfACancellationIsNotSent() throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", http -> {
            var ticket = new Ticket();
            var reply = new AtomicReference<HttpReply>();
            ticket.onCancel(() -> {
                reply.get().event(Rpc.notification("notifications/progress", Map.of("progress", 1)));
                reply.get().answer(Rpc.result(7, Map.of()), 200);
            });
            reply.set(new HttpReply(http, ticket));
            ticket.cancel();
        });
        server.start();
        try (var client = HttpClient.newHttpClient()) {
            var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            var got = client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
            assertEquals("", got.body());
        } finally {
            server.stop(0);
        }
    }
}
