package rag.mcp;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rag.mcp.wire.Call;

/** Tells a client every few seconds that its call is still worked on, for tools that can't say how far they are. */
final class Patience implements AutoCloseable {

    private static final long SILENCE_S = 3;

    private final CountDownLatch done = new CountDownLatch(1);

    Patience(Call call) {
        Thread.ofVirtual().start(() -> {
            try {
                for (long waited = SILENCE_S; !done.await(SILENCE_S, TimeUnit.SECONDS); waited += SILENCE_S) {
                    call.progress(
                            waited,
                            null,
                            "Still working; the first call opens index and model, which takes some seconds");
                }
            } catch (InterruptedException | CancellationException e) {
                Thread.currentThread().interrupt(); // nobody waits for it any more
            }
        });
    }

    /** Never by an interrupt, which would close the client's channel in the middle of a message. */
    @Override
    public void close() {
        done.countDown();
    }
}
