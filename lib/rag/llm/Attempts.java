package rag.llm;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import rag.config.Secrets;
import rag.llm.EndpointException.Kind;
import rag.text.Texts;

/**
 * Requests to one service: tried again where that may help, within one time limit over all attempts. Why there is no
 * answer is said in words.
 */
final class Attempts {

    private static final long FIRST_WAIT_MS = 500;
    private static final long LONGEST_WAIT_MS = 8_000;
    private static final int LONGEST_MESSAGE = 300;

    private final Target target;
    private final String name;

    /** One attempt. */
    interface Attempt<T> {
        /** @param left time that it may take */
        T send(Duration left) throws Unanswered, IOException, EndpointException;
    }

    /** A service's answer that is none; what it says may hold the key, so this never becomes a cause. */
    static final class Unanswered extends Exception {

        private static final long serialVersionUID = 1;

        private final int status;
        private final String code;
        private final String retryAfter;
        private final String location;

        /**
         * @param code what it calls the error; "" for nothing
         * @param retryAfter its header of that name; "" for none
         * @param location where it redirects to; "" for nowhere
         * @param said its words, beginning with the status
         */
        Unanswered(int status, String code, String retryAfter, String location, String said) {
            super(shown(said));
            this.status = status;
            this.code = code;
            this.retryAfter = retryAfter;
            this.location = shown(location.replaceFirst("\\?.*$", ""));
        }

        private boolean mayPass() {
            boolean busy = status == 429 && !code.equals("insufficient_quota");
            return busy || status == 408 || status == 409 || status >= 500;
        }
    }

    Attempts(Target target) {
        this.target = target;
        this.name = target.name();
    }

    /** When a request that begins now must be over, on the clock of {@link System#nanoTime}. */
    long end() {
        return System.nanoTime() + Duration.ofSeconds(target.timeoutS()).toNanos();
    }

    /**
     * One request, tried again until it is answered or the time is over.
     *
     * @throws EndpointException when there is no answer, with the reason in words
     */
    <T> T run(long end, Attempt<T> attempt) throws EndpointException {
        for (int tried = 1; ; tried++) {
            EndpointException failure;
            boolean again = tried <= target.retries();
            long wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS << (tried - 1));
            try {
                return attempt.send(Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime())));
            } catch (Unanswered e) {
                again &= e.mayPass();
                wait = waitMs(e.retryAfter, wait);
                failure = failure(e, tried);
            } catch (Capped.TooLong e) {
                throw garbled("" + e.getMessage());
            } catch (IOException e) {
                again &= !(e instanceof InterruptedIOException);
                failure = failure(e, tried);
            }
            if (Thread.interrupted()) throw interrupted();
            if (!again) throw failure;
            if (wait > (end - System.nanoTime()) / 1_000_000) {
                throw new EndpointException(
                        failure.kind(),
                        "%s; to wait %.1f s more is over %s.timeout_s"
                                .formatted(failure.getMessage(), wait / 1000.0, target.section()));
            }
            pause(wait);
        }
    }

    /** An answer that isn't what was asked for. */
    EndpointException garbled(String what) {
        return new EndpointException(Kind.GARBLED, name + " answered with " + what);
    }

    /** What the service asks for, in seconds or as a date. */
    private static long waitMs(String retryAfter, long otherwise) {
        if (retryAfter.matches("\\d{1,6}(\\.\\d+)?")) return (long) (Double.parseDouble(retryAfter) * 1000);
        try {
            var date = ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME);
            return Math.max(0, Duration.between(Instant.now(), date.toInstant()).toMillis());
        } catch (DateTimeException e) {
            return otherwise;
        }
    }

    private void pause(long ms) throws EndpointException {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private EndpointException interrupted() {
        Thread.currentThread().interrupt();
        return new EndpointException(Kind.GARBLED, name + " was not waited for: interrupted");
    }

    private EndpointException failure(IOException broken, int tried) {
        if (broken instanceof Spoken.Slow) { // it is alive: the next, shorter answer may well be there in time
            return garbled("words still after %d s (%s): raise %s.timeout_s"
                    .formatted(target.timeoutS(), broken.getMessage(), target.section()));
        }
        if (broken instanceof InterruptedIOException) {
            return down("did not answer within %d s%s: see whether it is up, or raise %s.timeout_s"
                    .formatted(target.timeoutS(), times(tried), target.section()));
        }
        return new EndpointException(
                Kind.DOWN,
                "the connection to %s failed%s (%s): see whether it is up and %s.base_url is right"
                        .formatted(name, times(tried), shown(broken.toString()), target.section()));
    }

    private EndpointException failure(Unanswered answer, int tried) {
        var section = target.section();
        var said = answer.getMessage();
        return switch (answer.status) {
            case 200 -> aboutText(answer) ? new EndpointException(Kind.TEXT, "" + said) : garbled("an error: " + said);
            case 301, 302, 303, 307, 308 ->
                shut("sends elsewhere (%d to %s), where neither key nor texts are taken: set %s.base_url"
                        .formatted(answer.status, answer.location, section));
            case 400, 413, 422 -> new EndpointException(aboutText(answer) ? Kind.TEXT : Kind.REFUSED, "" + said);
            case 401 ->
                shut("does not accept the key (401): set %s.api_key, or the variable it comes from (%s)"
                        .formatted(section, target.keyVariable()));
            case 403 ->
                shut("denies access (%s): see what the key in %s.api_key (%s) is allowed"
                        .formatted(said, section, target.keyVariable()));
            case 404 ->
                shut("knows no such model or address (%s): see %s.model (%s) and %s.base_url"
                        .formatted(said, section, target.model(), section));
            case 407 -> shut("can't be reached: the proxy wants a name and a password (407)");
            default ->
                down("failed%s (%s): try again later, or raise %s.timeout_s".formatted(times(tried), said, section));
        };
    }

    /** Whether another text may well be taken: this one is too long, or a filter found something in it. */
    private static boolean aboutText(Unanswered answer) {
        var words = (answer.code + " " + answer.getMessage()).toLowerCase(java.util.Locale.ROOT);
        return answer.status == 413
                || words.contains("content_filter")
                || words.contains("content management policy")
                || words.contains("context");
    }

    private static String times(int tried) {
        return tried == 1 ? "" : " in " + tried + " attempts";
    }

    private EndpointException down(String what) {
        return new EndpointException(Kind.DOWN, name + " " + what);
    }

    private EndpointException shut(String what) {
        return new EndpointException(Kind.SHUT, name + " " + what);
    }

    /** A service's own words: without secrets, on one line, not too long. */
    static String shown(String message) {
        var line = Secrets.mask(message).strip().replaceAll("\\s+", " ");
        return Texts.shortened(line, LONGEST_MESSAGE);
    }
}
