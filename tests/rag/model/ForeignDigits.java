package rag.model;

import java.util.Locale;

/** A machine whose people write their numbers in other digits: ۱۲۳. */
public final class ForeignDigits implements AutoCloseable {

    private final Locale before = Locale.getDefault();

    public ForeignDigits() {
        Locale.setDefault(Locale.of("fa", "IR"));
        if (!"۷".equals("%d".formatted(7))) throw new IllegalStateException("this Java writes 7 as everywhere");
    }

    @Override
    public void close() {
        Locale.setDefault(before);
    }
}
