package rag.mcp.wire;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is made when it is first asked for: a client speaks one generation and never needs the other's. */
final class Later<T> {

    private final Supplier<T> maker;

    @Nullable
    private volatile T made;

    Later(Supplier<T> maker) {
        this.maker = maker;
    }

    T get() {
        var there = made;
        if (there != null) return there;
        synchronized (this) {
            there = made;
            if (there == null) {
                there = maker.get();
                made = there;
            }
            return there;
        }
    }

    void ifThere(Consumer<T> use) {
        var there = made;
        if (there != null) use.accept(there);
    }
}
