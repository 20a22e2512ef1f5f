package rag.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;

/**
 * Ctrl-C or SIGTERM as a wish: the process ends when this is closed, so that what is on its way comes to its end first.
 * Opened before all that is to be closed in good order.
 */
public final class Interruption implements AutoCloseable {

    private static final int SECONDS = 10;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    public Interruption() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::heard));
    }

    private void heard() {
        asked.countDown();
        try {
            if (!done.await(SECONDS, TimeUnit.SECONDS)) {
                System.err.println("still busy after " + SECONDS + " s, ended all the same");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the wish, as a server does. */
    public void await() throws InterruptedException {
        asked.await();
    }

    /** @param run gets to know whether it is to end, and gives the exit code */
    public static int until(ToIntFunction<BooleanSupplier> run) {
        try (var interruption = new Interruption()) {
            return run.applyAsInt(() -> interruption.asked.getCount() == 0);
        }
    }

    @Override
    public void close() {
        done.countDown();
    }
}
