package rag.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import rag.llm.EndpointException.Kind;

@Timeout(20)
class GuardTest {

    private static final ChatAnswer YES = new ChatAnswer("yes", 1, 1);

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final Guard guard = new Guard(4, 0, now::get);

    private String fails(Kind kind) {
        return fails(new ModelException("it is " + kind, new EndpointException(kind, "it is " + kind)));
    }

    private String fails(ModelException reason) {
        return ""
                + assertThrows(
                                ModelException.class,
                                () -> guard.pass(() -> {
                                    asked.incrementAndGet();
                                    throw reason;
                                }))
                        .getMessage();
    }

    private void sleep(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void afterAPauseOneRequestTriesAndThePauseDoublesWhenItFails() throws Exception {
        assertEquals("it is DOWN", fails(Kind.DOWN));
        assertEquals("not asked, since it is DOWN", fails(Kind.DOWN));
        sleep(31);
        assertEquals("it is DOWN", fails(Kind.DOWN));
        sleep(31);
        assertEquals("not asked, since it is DOWN", fails(Kind.DOWN));
        sleep(30);
        assertEquals(2, asked.get());
        assertEquals(YES, guard.pass(() -> YES));
        assertEquals(YES, guard.pass(() -> YES));
    }

    @Test
    void whileOneRequestTriesTheOthersAreKeptOut() throws Exception {
        fails(Kind.SHUT);
        sleep(31);
        guard.pass(() -> {
            assertEquals("not asked, since it is SHUT", fails(Kind.SHUT));
            return YES;
        });
    }

    @Test
    void aRefusedRequestDoesNotKeepTheNextOut() throws Exception {
        fails(Kind.REFUSED);
        fails(Kind.GARBLED);
        assertEquals(YES, guard.pass(() -> YES));
        fails(new ModelException("a plug-in's reason"));
        fails(new ModelException("a plug-in's reason"));
        assertEquals("a plug-in's reason", fails(new ModelException("a plug-in's reason")));
        assertEquals("not asked, since a plug-in's reason", fails(new ModelException("more")));
    }

    @Test
    void noMoreThanTheCapGoThroughAtOnce() throws Exception {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                threads.submit(() -> guard.pass(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    try {
                        Thread.sleep(5);
                    } catch (InterruptedException e) {
                        throw new ModelException("interrupted", e);
                    }
                    running.decrementAndGet();
                    return YES;
                }));
            }
        }
        assertEquals(4, most.get());
    }

    @Test
    void theRateOfAMinuteIsKept() {
        var slow = new Guard(1, 2, now::get);
        assertEquals(0, slow.untilRoom());
        sleep(20);
        assertEquals(0, slow.untilRoom());
        assertEquals(TimeUnit.SECONDS.toNanos(40), slow.untilRoom());
        sleep(40);
        assertEquals(0, slow.untilRoom());
        assertEquals(TimeUnit.SECONDS.toNanos(20), slow.untilRoom());
    }
}
