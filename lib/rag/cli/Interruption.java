package rag.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;

/** Ctrl-C as a wish: what is on its way comes to its end and is reported first. */
public final class Interruption {

    private static final int SECONDS = 10;

    private Interruption() {}

    /** @param run gets to know whether it is to end, and gives the exit code */
    public static int until(ToIntFunction<BooleanSupplier> run) {
        var asked = new AtomicBoolean();
        var done = new CountDownLatch(1);
        var hook = new Thread(() -> {
            asked.set(true);
            try {
                if (!done.await(SECONDS, TimeUnit.SECONDS)) {
                    System.err.println("still busy after " + SECONDS + " s, ended all the same");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return run.applyAsInt(asked::get);
        } finally {
            done.countDown();
        }
    }
}
