package rag.load.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;

/** Sockets that ask {@link Addresses} at the moment they connect. */
final class GuardedSockets extends SocketFactory {

    private final Addresses addresses;

    GuardedSockets(Addresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public Socket createSocket() {
        return new Socket() {
            @Override
            public void connect(SocketAddress endpoint) throws IOException {
                connect(endpoint, 0);
            }

            @Override
            public void connect(SocketAddress endpoint, int timeout) throws IOException {
                if (!(endpoint instanceof InetSocketAddress address))
                    throw new ForbiddenAddress("not an internet address: " + endpoint);
                addresses.check(address);
                super.connect(endpoint, timeout);
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
            throws IOException {
        return connected(new InetSocketAddress(address, port));
    }

    private Socket connected(InetSocketAddress address) throws IOException {
        var socket = createSocket();
        socket.connect(address);
        return socket;
    }
}
