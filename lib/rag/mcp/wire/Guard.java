package rag.mcp.wire;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import rag.config.Secrets;
import rag.model.Failure;

/**
 * Runs what requests ask for: so many at one moment, each for so long, and whatever goes wrong ends here. Work has
 * platform threads, so that the system shares the processors out and no long search holds up a short answer.
 */
final class Guard {

    private final Limits limits;
    private final Semaphore slots;
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("mcp-call-", 1).factory());

    Guard(Limits limits) {
        this.limits = limits;
        slots = new Semaphore(limits.parallel(), true);
    }

    /**
     * Runs the work and waits for it.
     *
     * @param what is done, for the log
     * @throws CancellationException once the ticket is cancelled, whether the work has noticed or not
     * @throws Trouble if it took too long, failed in a way that is not for the client, or never got its turn
     * @throws RuntimeException what the work says about the request: Refusal, NotFound, BadParameters, InputNeeded,
     *     Failure
     */
    <T> T run(String what, Ticket ticket, Callable<T> work) {
        long end = System.nanoTime() + limits.call().toNanos();
        var answer = new CompletableFuture<T>();
        ticket.onCancel(() -> answer.completeExceptionally(new CancellationException()));
        try {
            if (!slots.tryAcquire(limits.call().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new Trouble("The server is busy with other calls. Try again in a moment.");
            }
            // The place is given back when the work ends, which may be after its answer was waited for.
            threads.execute(() -> {
                try {
                    if (ticket.stopped() != null) throw new CancellationException();
                    answer.complete(work.call());
                } catch (Throwable e) {
                    answer.completeExceptionally(e);
                } finally {
                    slots.release();
                }
            });
            return answer.get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            ticket.stop(Stop.OVERDUE);
            throw new Trouble("This took longer than " + limits.call().toSeconds()
                    + " s and was stopped. Ask for less at once, or try again later.");
        } catch (ExecutionException e) {
            throw explained(what, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            throw new CancellationException();
        }
    }

    private static RuntimeException explained(String what, Throwable failure) {
        return switch (failure) {
            case Refusal e -> e;
            case NotFound e -> e;
            case BadParameters e -> e;
            case InputNeeded e -> e;
            case CancellationException e -> e;
            case Failure e -> e;
            default -> internal(what, failure);
        };
    }

    /** A fault of ours: the client gets a number, standard error gets all. */
    static Trouble internal(String what, Throwable failure) {
        var reference = "%08x".formatted(ThreadLocalRandom.current().nextInt());
        var trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        System.err.println(Secrets.mask(what + " failed, reference " + reference + ": " + trace));
        return new Trouble("Internal error in " + what + ". The server's log has the details under " + reference + ".");
    }
}
