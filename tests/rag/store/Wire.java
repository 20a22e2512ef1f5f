package rag.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The way to a server: passes on what is said, counts how often one side waits for the other, and can be cut or hang. */
public final class Wire implements AutoCloseable {

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final String host;
    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger trips = new AtomicInteger();
    private volatile boolean hangs;
    private volatile Duration lettingIn = Duration.ZERO;

    /** @param server HOST:PORT */
    public Wire(String server) throws IOException {
        host = server.split(":")[0];
        port = Integer.parseInt(server.split(":")[1]);
        Thread.ofVirtual().start(this::listen);
    }

    /** HOST:PORT of this end. */
    public String at() {
        return "127.0.0.1:" + door.getLocalPort();
    }

    /** How often the client said something and waited for an answer since this was asked last. */
    public int trips() {
        return trips.getAndSet(0);
    }

    /** From here on nothing is passed on, and nothing is closed: as of a machine that hangs. */
    public void hang() {
        hangs = true;
    }

    /** From here on the server's first answer on each new connection comes that much later: it is slow to let anybody in. */
    public void letInAfter(Duration time) {
        lettingIn = time;
    }

    /** Passes on again what comes from now on. */
    public void heal() {
        cut();
        hangs = false;
    }

    /** Closes all connections; new ones are let in. */
    public void cut() {
        for (var socket : sockets) shut(socket);
        sockets.clear();
    }

    private void listen() {
        while (!door.isClosed()) {
            try {
                var client = door.accept();
                var server = new Socket(host, port);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                var asked = new AtomicInteger(); // whether the client has spoken since the server did
                Thread.ofVirtual().start(() -> pass(client, server, asked, true));
                Thread.ofVirtual().start(() -> {
                    LockSupport.parkNanos(lettingIn.toNanos());
                    pass(server, client, asked, false);
                });
            } catch (IOException e) {
                // closed, or the server is not there
            }
        }
    }

    private void pass(Socket from, Socket to, AtomicInteger asked, boolean question) {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            var bytes = new byte[1 << 16];
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                if (hangs) continue;
                if (question) asked.set(1);
                else if (asked.getAndSet(0) == 1) trips.incrementAndGet();
                out.write(bytes, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            // cut
        } finally {
            shut(from);
            shut(to);
        }
    }

    private static void shut(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
    }
}
