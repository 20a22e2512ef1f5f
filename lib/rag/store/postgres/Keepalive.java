package rag.store.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketOption;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;

/**
 * Sockets that ask after a silent half minute whether the other machine is still there: one that is gone, or a
 * connection that a firewall forgot, is known after a minute, however long an answer may take. The driver makes it.
 */
public final class Keepalive extends SocketFactory {

    private static final int SILENT_S = 30;
    private static final int BETWEEN_S = 10;
    private static final int TIMES = 3;

    @Override
    public Socket createSocket() throws IOException {
        var socket = new Socket();
        set(socket, ExtendedSocketOptions.TCP_KEEPIDLE, SILENT_S);
        set(socket, ExtendedSocketOptions.TCP_KEEPINTERVAL, BETWEEN_S);
        set(socket, ExtendedSocketOptions.TCP_KEEPCOUNT, TIMES);
        return socket;
    }

    /** Where a system lacks it, its own, longer time holds. */
    private static void set(Socket socket, SocketOption<Integer> option, int value) throws IOException {
        if (socket.supportedOptions().contains(option)) socket.setOption(option, value);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw new UnsupportedOperationException("the driver connects by itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket("", port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return createSocket("", port);
    }
}
