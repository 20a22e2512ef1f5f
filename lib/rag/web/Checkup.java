package rag.web;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import rag.config.WholeAnswer;
import rag.engine.Jobs;
import rag.model.Failure;
import rag.store.Job;
import rag.text.Visible;

/**
 * Opens every page of a running dashboard over HTTP, as a browser does, and one link of each kind that stands in them.
 * Changes nothing, unless it is told to bring a folder in.
 */
public final class Checkup {

    private static final List<String> PAGES =
            List.of("/", "/collections", "/data", "/ingest", "/ingestions", "/queries", "/evaluation", "/mcp");
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"(/[^\"#]*|\\?[^\"#]*)");
    private static final Pattern MARK = Pattern.compile("name=\"(trace|run)\" value=\"([^\"]+)\"");
    private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([0-9a-f]+)\"");

    /** A file need not be there any more, and may be large: that says nothing of the pages. */
    private static final Set<String> LEFT_OUT = Set.of("originals");

    /** Kinds of links end; should names of a key be without end, this ends them. */
    private static final int MOST = 200;

    /** Two, so that they can be compared. */
    private static final List<String> QUESTIONS = List.of("What is in these documents?", "What happened, and why?");

    private static final int MOST_TURNS = 120;
    private static final int TURN_MS = 500;

    /** For a page to its last byte. */
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final URI home;
    private final Duration limit;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Checkup(URI home) {
        this(home, LIMIT);
    }

    Checkup(URI home, Duration limit) {
        this.home = home;
        this.limit = limit;
    }

    /**
     * One page that was opened.
     *
     * @param status 200 when it is as it should be, 0 when there was no answer
     * @param ms to its last byte
     * @param problem what was wrong with it, "" for nothing
     */
    public record Visit(String page, int status, double ms, String problem) {

        public boolean good() {
            return problem.isEmpty();
        }

        /** For a terminal. */
        public String line() {
            return "%9s  %s%s".formatted(Filters.ms(ms), Visible.line(page), good() ? "" : "  FAILED: " + problem);
        }
    }

    private record Answer(int status, String body, String location) {}

    /** Opens every page. The order is that of the menu, then that in which links were met. */
    List<Visit> visit() {
        var visits = new ArrayList<Visit>();
        var waiting = new ArrayDeque<>(PAGES);
        var kinds = new HashSet<>(PAGES);
        while (!waiting.isEmpty() && visits.size() < MOST) {
            var page = waiting.remove();
            visits.add(visit(page, body -> {
                if (page.startsWith("/assets/")) return;
                for (var link : links(page, body)) if (kinds.add(kind(link))) waiting.add(link);
            }));
        }
        return visits;
    }

    Visit visit(String page) {
        return visit(page, body -> {});
    }

    /** @param look is shown what the page holds */
    private Visit visit(String page, Consumer<String> look) {
        long start = System.nanoTime();
        try {
            var answer = patiently(page);
            double ms = (System.nanoTime() - start) / 1e6;
            look.accept(answer.body());
            boolean good = answer.status() == HttpURLConnection.HTTP_OK;
            return new Visit(page, answer.status(), ms, good ? "" : "status " + answer.status());
        } catch (IOException e) {
            return new Visit(page, 0, (System.nanoTime() - start) / 1e6, "no answer: " + e);
        }
    }

    /** A page that is not ready says 503 and comes again by itself. */
    private Answer patiently(String page) throws IOException {
        var answer = send(page, "");
        for (int turn = 0; answer.status() == HttpURLConnection.HTTP_UNAVAILABLE && turn < MOST_TURNS; turn++) {
            pause();
            answer = send(page, "");
        }
        return answer;
    }

    /** Where a page leads to within this server, and the view of the first two things that it lets be compared. */
    static Set<String> links(String page, String body) {
        var links = new LinkedHashSet<String>();
        var path = page.replaceFirst("\\?.*", "");
        for (var match = LINK.matcher(body); match.find(); ) {
            var link = match.group(1).replace("&amp;", "&");
            links.add(link.startsWith("?") ? path + link : link);
        }
        var marks = MARK.matcher(body)
                .results()
                .map(match -> match.group(1) + "=" + match.group(2))
                .distinct()
                .limit(2)
                .toList();
        if (marks.size() == 2) links.add(path.replaceFirst("(?<=.)/.*", "") + "/compare?" + String.join("&", marks));
        return links;
    }

    /** What stays of an address when names and values are left out; files of the program each are one. */
    static String kind(String link) {
        var parts = link.split("\\?", 2);
        var steps = parts[0].split("/");
        if (steps.length > 1 && LEFT_OUT.contains(steps[1])) return PAGES.getFirst(); // known already
        if (parts[0].startsWith("/assets/")) return parts[0];
        boolean named = steps.length > 2;
        var kind = named ? "/" + steps[1] + "/" + (steps.length - 2) : parts[0];
        if (parts.length < 2 || parts[1].isEmpty()) return kind;
        var keys = new TreeSet<String>();
        for (var part : parts[1].split("&")) keys.add(part.replaceFirst("=.*", ""));
        return kind + (parts[0].endsWith("/compare") ? "/compare" : "") + "?" + String.join("&", keys);
    }

    /**
     * Brings a folder in and asks something of it, by the forms.
     *
     * @param jobs says how far that is
     * @throws Failure when a form is refused or the ingestion fails
     */
    void bringIn(Path folder, Jobs jobs) throws IOException {
        var job = post("/ingest/folder", "path", folder.toAbsolutePath().toString())
                .location()
                .replaceAll(".*[?&]job=|#.*", "");
        while (jobs.status(job).filter(found -> found.finishedAt() == null).isPresent()) pause();
        var ended = jobs.status(job).orElseThrow();
        if (ended.state() != Job.State.DONE) throw new Failure("nothing came in: " + ended.reason());
        for (var question : QUESTIONS) post("/queries/run", "query", question);
    }

    private Answer post(String page, String name, String value) throws IOException {
        var token = TOKEN.matcher(send("/ingest", "").body());
        if (!token.find()) throw new Failure("the page of ingestion holds no token");
        var answer = send(page, name + "=" + Url.encode(value) + "&token=" + token.group(1));
        if (answer.status() != HttpURLConnection.HTTP_SEE_OTHER) {
            throw new Failure("%s gave status %d".formatted(page, answer.status()));
        }
        return answer;
    }

    /** @param form what is posted; "" only reads */
    private Answer send(String page, String form) throws IOException {
        var request = HttpRequest.newBuilder(home.resolve(page));
        if (!form.isEmpty()) {
            request.header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form));
        }
        try {
            var answer = WholeAnswer.within(limit, http, request.build(), BodyHandlers.ofString());
            var location = answer.headers().firstValue("Location").orElse("");
            return new Answer(answer.statusCode(), answer.body(), location);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(TURN_MS);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static Failure interrupted() {
        Thread.currentThread().interrupt();
        return new Failure("interrupted");
    }
}
