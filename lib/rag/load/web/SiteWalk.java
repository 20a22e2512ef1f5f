package rag.load.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import rag.config.CrawlSettings;
import rag.load.web.Crawl.Outcome;
import rag.load.web.Crawl.WebPage;
import rag.load.web.CrawlOrder.KnownPage;
import rag.load.web.Fetcher.Answer;
import rag.load.web.Frontier.Target;
import rag.model.Ids;

/** One walk through a site: from the first page along links and the site's own lists, then to what was there before. */
final class SiteWalk {

    private static final int MOST_REDIRECTS = 10;

    /** A site that does not answer so many times in a row is left alone. */
    private static final int MOST_SILENT = 5;

    private final Host host;
    private final CrawlSettings settings;
    private final CrawlOrder order;
    private final Path folder;
    private final Crawler.Listener listener;
    private final BooleanSupplier cancelled;
    private final Frontier frontier;
    private final Map<String, KnownPage> known = new HashMap<>();
    private final Map<String, WebPage> pages = new LinkedHashMap<>();
    private final Map<String, String> sourceByHash = new HashMap<>();
    private final LeftOut left = new LeftOut();

    /** The first page, after redirects. */
    private String front;

    private int had;
    private int visits;
    private int silent;

    SiteWalk(
            Host host,
            CrawlSettings settings,
            CrawlOrder order,
            Path folder,
            Crawler.Listener listener,
            BooleanSupplier cancelled) {
        this.host = host;
        this.settings = settings;
        this.order = order;
        this.folder = folder;
        this.listener = listener;
        this.cancelled = cancelled;
        this.front = order.start();
        this.frontier = new Frontier(order.start());
        for (var page : order.known()) known.put(page.url(), page);
    }

    Crawl run() throws IOException {
        frontier.add(order.start(), 0, "");
        int mostVisits = order.maxPages() * 5 + 20; // dead links are no pages, but cost as much
        boolean bound = false;
        for (var target = frontier.next(); target != null && goesOn(); target = frontier.next()) {
            bound = had >= order.maxPages() || visits >= mostVisits;
            if (bound) break;
            visit(target);
            if (target.depth() == 0 && order.maxPages() > 1 && goesOn()) addListed();
        }
        int more = bound ? frontier.waiting() + 1 : 0;
        for (var page : order.known()) {
            if (goesOn() && frontier.settle(page.url())) visit(new Target(page.url(), Integer.MAX_VALUE, "", false, 0));
        }
        return new Crawl(List.copyOf(pages.values()), left.addresses(), notes(more));
    }

    private boolean goesOn() {
        return !cancelled.getAsBoolean() && silent < MOST_SILENT;
    }

    private void addListed() {
        var lists = new Sitemaps(file -> host.get(file, "", ""), front);
        for (var url : lists.pages(host.sitemaps())) follow(url, 1, "");
        left.lists.addAll(lists.unread());
    }

    private void follow(String url, int depth, String from) {
        if (depth > settings.maxDepth() || !PageFile.mayBeDocument(url)) return;
        if (!host.holds(url)) {
            if (WebAddress.twins(url, front) && frontier.meet(url)) left.twin(url);
        } else if (host.allows(url)) frontier.add(url, depth, from);
        else if (frontier.meet(url)) left.forbidden++;
    }

    private void visit(Target target) throws IOException {
        visits++;
        var url = target.url();
        var chain = new HashSet<String>();
        while (true) {
            if (!chain.add(url) || chain.size() > MOST_REDIRECTS + 1) {
                failed(target, chain.size() > MOST_REDIRECTS ? "redirects without end" : "redirects in a circle");
                return;
            }
            var why = closed(target, url);
            if (!why.isEmpty()) {
                refused(target, url, why);
                return;
            }
            if (target.depth() == 0) front = url;
            listener.page(url, had, order.maxPages());
            var answer = ask(target, url);
            if (answer == null) return;
            if (answer.status() < 300 || answer.status() == 304 || answer.status() >= 400) {
                take(target, url, answer);
                return;
            }
            var next = WebAddress.of(url, answer.location()).orElse("");
            if (next.isEmpty()) {
                failed(target, "redirects to what is no page");
                return;
            }
            forget(url, "now leads to " + next);
            // another way to what was fetched before; what only waits is fetched here
            if (!chain.contains(next) && host.holds(next) && !frontier.settle(next)) return;
            url = next;
        }
    }

    /** Why an address may not be asked; "" when it may. The first page may name another host as the site's own. */
    private String closed(Target target, String url) {
        if (!host.holds(url)) {
            if (target.depth() > 0) return "leads to another host";
            try {
                host.enter(url);
            } catch (IOException e) {
                return "leads to %s: %s".formatted(url, words(e));
            }
        }
        return host.allows(url) ? "" : "robots.txt forbids it";
    }

    private void refused(Target target, String url, String why) {
        if (target.depth() == 0) failed(target, why);
        else if (host.holds(url)) left.forbidden++;
        else left.elsewhere.add(target.url());
    }

    private @Nullable Answer ask(Target target, String url) {
        var before = known.get(url);
        try {
            var answer = before == null ? host.get(url, "", "") : host.get(url, before.etag(), before.lastModified());
            silent = 0;
            return answer;
        } catch (IOException e) {
            if (cancelled.getAsBoolean()) return null;
            if (!(e instanceof ForbiddenAddress)) silent++;
            failed(target, words(e));
            return null;
        }
    }

    private static String words(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private void take(Target target, String url, Answer answer) throws IOException {
        var before = known.get(url);
        var source = before == null ? url : before.source();
        if (answer.status() == 304 && before != null) {
            had++;
            sourceByHash.putIfAbsent(before.contentHash(), source);
            var tag = answer.etag().isEmpty() ? before.etag() : answer.etag();
            pages.put(
                    source,
                    new WebPage(url, source, Outcome.UNCHANGED, null, "", tag, before.lastModified(), before.links()));
            followAll(before.links(), target, url);
        } else if ((answer.status() == 404 || answer.status() == 410) && before != null) {
            forget(url, "HTTP " + answer.status());
        } else if (answer.status() != 200) {
            failed(target, "HTTP " + answer.status());
        } else if (answer.tooLarge()) {
            var reason = "over crawl.max_page_mb (%d)".formatted(settings.maxPageMb());
            pages.put(source, WebPage.without(url, source, Outcome.TOO_LARGE, reason));
        } else {
            content(target, url, answer);
        }
    }

    private void content(Target target, String url, Answer answer) throws IOException {
        var ending = PageFile.ending(answer.contentType(), url);
        if (ending.isEmpty()) {
            var reason = "its type is " + answer.contentType();
            pages.put(url, WebPage.without(url, url, Outcome.UNSUPPORTED, reason));
            return;
        }
        var links = ending.equals("html") || ending.equals("xhtml")
                ? HtmlLinks.of(answer.body(), url, RobotsTag.of(answer.robots(), settings.userAgent()))
                : HtmlLinks.none(RobotsTag.of(answer.robots(), settings.userAgent()));
        if (links.follow()) followAll(links.links(), target, url);
        if (!links.index()) {
            left.unwanted++;
            forget(url, "asks not to be kept");
            return;
        }
        var file = PageFile.write(
                folder.resolve(String.format(Locale.ROOT, "%04d", visits)),
                url,
                ending,
                answer.contentType(),
                answer.body());
        var hash = Ids.sha256(Files.readAllBytes(file));
        var source = links.canonical();
        if (source.isEmpty() || !host.holds(source) || !host.allows(source)) source = url;
        var twin = sourceByHash.get(hash);
        if (!source.equals(url) && !frontier.settle(source) || twin != null) {
            left.copies++;
            Files.delete(file);
            forget(url, "is a copy of " + (twin == null ? source : twin));
            return;
        }
        had++;
        sourceByHash.put(hash, source);
        if (!source.equals(url)) forget(url, "wants to be known as " + source);
        pages.put(
                source,
                new WebPage(
                        url,
                        source,
                        Outcome.FETCHED,
                        file,
                        "",
                        answer.etag(),
                        answer.lastModified(),
                        links.follow() ? links.links() : List.of()));
    }

    private void followAll(List<String> links, Target target, String url) {
        if (order.maxPages() == 1 || target.depth() == Integer.MAX_VALUE) return;
        for (var link : links) follow(link, target.depth() + 1, url);
    }

    private void failed(Target target, String why) {
        var before = known.get(target.url());
        var source = before == null ? target.url() : before.source();
        var reason = target.from().isEmpty() ? why : "%s (linked from %s)".formatted(why, target.from());
        pages.putIfAbsent(source, WebPage.without(target.url(), source, Outcome.FAILED, reason));
    }

    /** A page that was known by this address is one no longer. */
    private void forget(String url, String why) {
        var before = known.get(url);
        if (before == null) return;
        pages.putIfAbsent(before.source(), WebPage.without(url, before.source(), Outcome.GONE, why));
    }

    private List<String> notes(int more) {
        var notes = new ArrayList<String>();
        if (silent >= MOST_SILENT) notes.add("the site stopped answering; the rest is left to the next crawl");
        if (more > 0) {
            notes.add((had >= order.maxPages()
                            ? "%d pages were fetched, the most that was asked for; %d more addresses are known"
                            : "stopped with %d pages, since too many addresses gave none; %d more are known")
                    .formatted(had, more));
        }
        notes.addAll(left.notes());
        return notes;
    }
}
