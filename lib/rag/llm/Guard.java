package rag.llm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a model: lets so many requests through at once and so many a minute, and none for a while after one
 * has failed for a reason that would stop the next as well. So a dead endpoint costs one time limit, not one for each
 * text. After the pause one request tries; the pause doubles each time it fails (a circuit breaker: Nygard, Release It!,
 * 2007).
 */
final class Guard {

    private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(30);
    private static final long LONGEST_PAUSE = TimeUnit.MINUTES.toNanos(10);
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    /** From so many failures in a row on, a model that does not say what ails it is taken to be down. */
    private static final int FAILURES = 3;

    private final Semaphore places;
    private final int perMinute;
    private final LongSupplier clock;
    private final Deque<Long> sent = new ArrayDeque<>();

    private @Nullable String ailment;
    private long closedUntil;
    private long pause = FIRST_PAUSE;
    private int failures;

    interface Call {
        ChatAnswer ask() throws ModelException;
    }

    /** @param perMinute 0 for no bound */
    Guard(int atOnce, int perMinute) {
        this(atOnce, perMinute, System::nanoTime);
    }

    Guard(int atOnce, int perMinute, LongSupplier clock) {
        this.places = new Semaphore(atOnce, true);
        this.perMinute = perMinute;
        this.clock = clock;
    }

    /** Asks when there is room for it. @throws ModelException at once while the model is taken to be down */
    ChatAnswer pass(Call call) throws ModelException {
        refuseWhileDown();
        try {
            places.acquire();
            try {
                boolean probe = admit(); // it may have gone down while this one waited
                await();
                return ask(call, probe);
            } finally {
                places.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException("not waited for: interrupted");
        }
    }

    private ChatAnswer ask(Call call, boolean probe) throws ModelException {
        try {
            var answer = call.ask();
            succeeded();
            return answer;
        } catch (ModelException e) {
            if (e.aboutText()) succeeded();
            else failed(e, probe);
            throw e;
        }
    }

    private synchronized void refuseWhileDown() throws ModelException {
        if (ailment != null && clock.getAsLong() - closedUntil < 0) {
            throw new ModelException("not asked, since " + ailment);
        }
    }

    /** Lets one request try after a pause, and keeps the others out until it is back. @return whether this is the one */
    private synchronized boolean admit() throws ModelException {
        refuseWhileDown();
        if (ailment == null) return false;
        closedUntil = clock.getAsLong() + LONGEST_PAUSE;
        return true;
    }

    private synchronized void succeeded() {
        ailment = null;
        pause = FIRST_PAUSE;
        failures = 0;
    }

    private synchronized void failed(ModelException e, boolean probe) {
        if (!e.down() && ++failures < FAILURES && !probe) return;
        if (probe) pause = Math.min(LONGEST_PAUSE, 2 * pause);
        ailment = e.getMessage();
        closedUntil = clock.getAsLong() + pause;
    }

    /** Waits until the last minute has room for one more. */
    private void await() throws InterruptedException {
        if (perMinute == 0) return;
        for (long wait; (wait = untilRoom()) > 0; ) TimeUnit.NANOSECONDS.sleep(wait);
    }

    /** Nanoseconds until a request may go; takes its place when that is now. */
    synchronized long untilRoom() {
        long now = clock.getAsLong();
        while (!sent.isEmpty() && now - sent.getFirst() >= MINUTE) sent.removeFirst();
        if (sent.size() >= perMinute) return sent.getFirst() + MINUTE - now;
        sent.addLast(now);
        return 0;
    }
}
