package rag.load.web;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which addresses may be connected to: public ones, and of others those that a setting names. What is asked is the
 * address that a connection is about to be made to and not what its name stood for before, so a name server that changes
 * its answer gains nothing.
 */
final class Addresses {

    /** Ranges that no public host has (RFC 6890 and the IANA registries), beside those that Java itself knows. */
    private static final List<Network> SPECIAL = networks(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "::/96",
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "100::/64",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "fc00::/7",
            "fe80::/10",
            "fec0::/10",
            "ff00::/8");

    private final Set<String> names = new HashSet<>();
    private final List<Network> networks = new ArrayList<>();

    /** A range of addresses. @param bits how many of the first ones all share */
    private record Network(byte[] start, int bits) {

        static Network of(String text) throws UnknownHostException {
            int slash = text.indexOf('/');
            var address = literal(slash < 0 ? text : text.substring(0, slash)).getAddress();
            int bits = slash < 0 ? address.length * 8 : Integer.parseInt(text.substring(slash + 1));
            if (bits < 0 || bits > address.length * 8) throw new UnknownHostException(text);
            return new Network(address, bits);
        }

        boolean holds(byte[] address) {
            if (address.length != start.length) return false;
            int whole = bits / 8;
            if (!Arrays.equals(address, 0, whole, start, 0, whole)) return false;
            int rest = bits % 8;
            int mask = 0xff << (8 - rest);
            return rest == 0 || (address[whole] & mask) == (start[whole] & mask);
        }
    }

    /** @param allowed names, name:port, addresses, or networks in CIDR form */
    Addresses(List<String> allowed) {
        for (var entry : allowed) {
            try {
                networks.add(Network.of(entry.strip()));
            } catch (UnknownHostException | NumberFormatException e) {
                names.add(entry.strip().toLowerCase(Locale.ROOT));
            }
        }
    }

    private static List<Network> networks(String... texts) {
        try {
            var networks = new ArrayList<Network>();
            for (var text : texts) networks.add(Network.of(text));
            return List.copyOf(networks);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An address that is written as numbers; no name is ever looked up. */
    private static InetAddress literal(String text) throws UnknownHostException {
        if (!text.matches("[0-9.]+|[0-9a-fA-F.:]*:[0-9a-fA-F.:]*")) throw new UnknownHostException(text);
        return InetAddress.getByName(text);
    }

    /**
     * Refuses a connection that must not be made.
     *
     * @param address with the name it was looked up by
     */
    void check(InetSocketAddress address) throws ForbiddenAddress {
        var host = address.getAddress();
        if (host == null || isPublic(host)) return; // one without an address fails by itself
        var bytes = host.getAddress();
        if (networks.stream().anyMatch(network -> network.holds(bytes))) return;
        var name = address.getHostString().toLowerCase(Locale.ROOT);
        var number = host.getHostAddress();
        boolean named = names.contains(name)
                || names.contains(name + ":" + address.getPort())
                || names.contains(number + ":" + address.getPort());
        // A name server could make any name mean the service that gives out a cloud machine's keys.
        if (named && (!host.isLinkLocalAddress() || name.equals(number))) return;
        throw new ForbiddenAddress(
                "%s is an address of this machine or a private network; the setting crawl.private_hosts may name it"
                        .formatted(name.equals(number) ? number : name + " (" + number + ")"));
    }

    private static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) return false;
        var bytes = address.getAddress();
        return SPECIAL.stream().noneMatch(network -> network.holds(bytes));
    }
}
