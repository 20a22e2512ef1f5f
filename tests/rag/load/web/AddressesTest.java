package rag.load.web;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {

    private static InetSocketAddress at(String name, String number, int port) throws UnknownHostException {
        return new InetSocketAddress(
                InetAddress.getByAddress(name, InetAddress.getByName(number).getAddress()), port);
    }

    private static void refused(List<String> allowed, InetSocketAddress address) {
        var refusal = assertThrows(ForbiddenAddress.class, () -> new Addresses(allowed).check(address));
        assertTrue(refusal.getMessage().contains("crawl.private_hosts"), refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.8.8",
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "100.100.100.200",
                "192.0.0.192",
                "198.18.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "::127.0.0.1",
                "::ffff:10.0.0.1",
                "fe80::1",
                "fc00::1",
                "fd00:ec2::254",
                "fec0::1",
                "ff02::1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::",
                "2001::1"
            })
    void whatIsNotPublicIsRefusedWhateverItsName(String number) throws UnknownHostException {
        refused(List.of(), at("rebound.example.org", number, 80));
        refused(List.of(), at(number, number, 443));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "172.15.0.1", "172.32.0.1", "100.128.0.1", "192.167.1.1", "2606:4700::1111"})
    void publicAddressesAreNot(String number) throws UnknownHostException {
        var address = at("example.org", number, 80);
        assertDoesNotThrow(() -> new Addresses(List.of()).check(address));
    }

    @Test
    void aSettingOpensWhatItNamesAndNothingBeside() throws UnknownHostException {
        var allowed = List.of("10.1.0.0/16", "Wiki.intern", "127.0.0.1:8080", "fd12::/16");
        for (var open : List.of(
                at("any", "10.1.255.1", 80),
                at("wiki.intern", "192.168.0.5", 443),
                at("127.0.0.1", "127.0.0.1", 8080),
                at("any", "fd12:3::1", 80))) {
            assertDoesNotThrow(() -> new Addresses(allowed).check(open));
        }
        refused(allowed, at("any", "10.2.0.1", 80));
        refused(allowed, at("other.intern", "192.168.0.5", 443));
        refused(allowed, at("127.0.0.1", "127.0.0.1", 8081));
        refused(allowed, at("any", "fd13::1", 80));
    }

    @Test
    void aNameNeverOpensTheAddressThatGivesOutKeysOfACloudMachine() throws UnknownHostException {
        refused(List.of("wiki.intern"), at("wiki.intern", "169.254.169.254", 80));
        var named = at("169.254.1.1", "169.254.1.1", 80);
        assertDoesNotThrow(() -> new Addresses(List.of("169.254.1.1")).check(named));
    }
}
