package rag.load.web;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRules.RobotRulesMode;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** What a host allows a crawler, as its {@code robots.txt} says (RFC 9309). */
final class Robots {

    private static final int MOST_REDIRECTS = 5;

    /** No site may make a crawl wait longer than this between two pages. */
    private static final long LONGEST_DELAY_MS = 30_000;

    private final BaseRobotRules rules;
    private final String trouble;

    private Robots(BaseRobotRules rules, String trouble) {
        this.rules = rules;
        this.trouble = trouble;
    }

    /**
     * Asks a host for its rules. None there: all is allowed. Not to be had: nothing is.
     *
     * @throws ForbiddenAddress when the host is none that may be asked
     */
    static Robots of(Fetcher fetcher, String page, String agent) throws ForbiddenAddress {
        var url = WebAddress.origin(page) + "/robots.txt";
        try {
            var at = url;
            for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
                var answer = fetcher.get(at, "", "");
                if (answer.status() == 200) return parsed(url, answer, agent);
                if (answer.status() >= 300 && answer.status() < 400) {
                    var next = WebAddress.of(at, answer.location());
                    if (next.isPresent()) {
                        at = next.get();
                        continue;
                    }
                }
                if (answer.status() >= 500 || answer.status() == 429) return closed("HTTP " + answer.status());
                break;
            }
            return open();
        } catch (ForbiddenAddress e) {
            throw e;
        } catch (IOException e) {
            return closed(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    /** No rules at all. */
    static Robots open() {
        return new Robots(new SimpleRobotRules(RobotRulesMode.ALLOW_ALL), "");
    }

    private static Robots closed(String why) {
        return new Robots(new SimpleRobotRules(RobotRulesMode.ALLOW_NONE), why);
    }

    private static Robots parsed(String url, Fetcher.Answer answer, String agent) {
        var parser = new SimpleRobotRulesParser();
        parser.setMaxCrawlDelay(Long.MAX_VALUE); // its own bound would turn a long pause into "nothing is allowed"
        var name = agent.replaceFirst("[/ ].*$", "").toLowerCase(Locale.ROOT);
        return new Robots(parser.parseContent(url, answer.body(), answer.contentType(), List.of(name)), "");
    }

    boolean allows(String url) {
        return rules.isAllowed(url);
    }

    /** Why the rules could not be had, so that nothing is allowed; "" when they could. */
    String trouble() {
        return trouble;
    }

    List<String> sitemaps() {
        return rules.getSitemaps();
    }

    /** Milliseconds between two requests that the host asks for; 0 for none. */
    long delayMs() {
        return Math.clamp(rules.getCrawlDelay(), 0, LONGEST_DELAY_MS);
    }
}
