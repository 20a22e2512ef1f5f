package rag.load.web;

import crawlercommons.filters.basic.BasicURLNormalizer;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** One spelling for the many of an address: small host, no default port, no fragment, no parameters that only track. */
final class WebAddress {

    private static final int LONGEST = 2000;

    private static final List<String> TRACKING = List.of(
            "utm_source",
            "utm_medium",
            "utm_campaign",
            "utm_term",
            "utm_content",
            "gclid",
            "fbclid",
            "msclkid",
            "mc_cid",
            "mc_eid",
            "phpsessid",
            "jsessionid",
            "sid");

    private static final BasicURLNormalizer NORMALIZER =
            BasicURLNormalizer.newBuilder().queryParamsToRemove(TRACKING).build();

    /** A part of the path that comes three times: a relative link that leads deeper into itself at each step. */
    private static final Pattern TREADMILL = Pattern.compile("(/[^/]+)(?:/[^/]+)*?\\1(?:/[^/]+)*?\\1(?=/|$)");

    private static final Pattern PAGE = Pattern.compile("(?i)https?://[^/?#@]+(?:[/?#]|$)");

    private WebAddress() {}

    /** Empty for what is no page of the web or can only be a trap. */
    static Optional<String> of(String text) {
        var plain = text.strip().replaceFirst("(?i);jsessionid=[^?#]*", "");
        // a name and password in it would go to the site, and into every citation
        if (!PAGE.matcher(plain).lookingAt()) return Optional.empty();
        var normal = NORMALIZER.filter(plain);
        if (normal == null || normal.length() > LONGEST) return Optional.empty();
        try {
            var uri = new URI(normal);
            if (uri.getHost() == null) return Optional.empty();
            if (TREADMILL.matcher(uri.getRawPath()).find()) return Optional.empty();
            return Optional.of(normal);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** @param link as it stands in a page or a header */
    static Optional<String> of(String base, String link) {
        try {
            return of(url(base, link).toString());
        } catch (MalformedURLException e) {
            return Optional.empty();
        }
    }

    /** URL takes what browsers take, where URI refuses a blank or a bar; of a query alone it drops the page's name. */
    @SuppressWarnings("deprecation")
    private static URL url(String base, String link) throws MalformedURLException {
        var plain = link.strip();
        if (plain.startsWith("?")) return new URL(base.replaceFirst("[?#].*$", "") + plain);
        return new URL(new URL(base), plain);
    }

    /** Host and port; both usual ports are one, so that a step from http to https stays on its host. */
    static String host(String url) {
        var uri = URI.create(url);
        var host = uri.getHost().toLowerCase(Locale.ROOT);
        return uri.getPort() < 0 || uri.getPort() == 80 || uri.getPort() == 443 ? host : host + ":" + uri.getPort();
    }

    /** The other name that a site of this host commonly has: with {@code www} or without. */
    static String twin(String host) {
        return host.startsWith("www.") ? host.substring(4) : "www." + host;
    }

    static boolean twins(String url, String other) {
        return host(url).equals(twin(host(other)));
    }

    /** Scheme, host and port. */
    static String origin(String url) {
        var uri = URI.create(url);
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }

    /** The folder that an address lies in, with its closing slash. */
    static String folder(String url) {
        var plain = url.replaceFirst("[?#].*$", "");
        return plain.substring(0, plain.lastIndexOf('/') + 1);
    }
}
