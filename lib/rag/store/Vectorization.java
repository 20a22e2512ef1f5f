package rag.store;

import java.util.logging.Level;
import java.util.logging.Logger;

/** That Lucene's Vector API is off is a choice of the script, not news for its user. */
final class Vectorization {

    /** Held on to, since a logger that nobody holds forgets its level. */
    private static final Logger LOGGER = Logger.getLogger("org.apache.lucene.internal.vectorization");

    private Vectorization() {}

    /** Before Lucene looks for it. */
    static void quiet() {
        LOGGER.setLevel(Level.SEVERE);
    }
}
