package rag.transform;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import rag.llm.ChatAnswer;
import rag.llm.ModelException;
import rag.llm.Tally;
import rag.model.Ids;

/**
 * What all requests to one model have in common within a run: so many at once, within the run's time and number, each
 * answer kept by what it depends on. Usable from several threads.
 */
public final class Asking {

    /** A request on its way to the model. */
    interface Call {
        ChatAnswer send() throws ModelException;
    }

    /** What is made of an answer; one that can't be used is not kept. */
    interface Reader<T> {
        T read(String answer) throws ModelException;
    }

    private final String model;
    private final Answers answers;
    private final Semaphore places;
    private final long timeNanos;
    private final int mostCalls;
    private final String timeSetting;
    private final String callsSetting;
    private final AtomicLong started = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();

    /**
     * @param model its name, for the key of answers
     * @param atOnce requests at once
     * @param timeS seconds from the first request on; those that begin later are not made
     * @param mostCalls requests of the run
     * @param callsSetting the setting that says so
     */
    public Asking(String model, Answers answers, int atOnce, int timeS, int mostCalls, String callsSetting) {
        this.model = model;
        this.answers = answers;
        this.places = new Semaphore(atOnce, true);
        this.timeNanos = TimeUnit.SECONDS.toNanos(timeS);
        this.mostCalls = mostCalls;
        this.timeSetting = "the run's time for models is over (ingestion.llm_time_s: %d)".formatted(timeS);
        this.callsSetting = "the run has asked as often as it may (%s: %d)".formatted(callsSetting, mostCalls);
    }

    /** As often as need be. */
    public Asking(String model, Answers answers, int atOnce, int timeS) {
        this(model, answers, atOnce, timeS, Integer.MAX_VALUE, "");
    }

    /**
     * The answer that is known, else the model's.
     *
     * @param parts all that the answer depends on beside the model
     * @throws ModelException when there is none that can be used
     */
    <T> T ask(Tally tally, Call call, Reader<T> reader, String... parts) throws ModelException {
        var key = Ids.sha256((model + "\0" + String.join("\0", parts)).getBytes(StandardCharsets.UTF_8));
        var known = answers.known(key);
        if (known.isPresent()) {
            var value = reader.read(known.get());
            tally.known();
            return value;
        }
        try {
            places.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException("not waited for: interrupted");
        }
        try {
            admit();
            var answer = call.send();
            tally.answered(answer);
            var value = reader.read(answer.text());
            answers.keep(key, answer.text());
            return value;
        } catch (ModelException e) {
            tally.failed();
            throw e;
        } finally {
            places.release();
        }
    }

    private void admit() throws ModelException {
        long now = System.nanoTime();
        started.compareAndSet(0, now);
        if (now - started.get() > timeNanos) throw new ModelException(timeSetting);
        if (calls.incrementAndGet() > mostCalls) throw new ModelException(callsSetting);
    }
}
