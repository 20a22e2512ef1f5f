package rag.engine;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import rag.model.Failure;
import rag.store.CollectionProfile;
import rag.store.LearnedWord;

/**
 * What is said of collections beside what they hold, by their names.
 *
 * @param profiles what people say
 * @param learned words of questions that they answered
 */
record Reputation(Map<String, CollectionProfile> profiles, Map<String, List<LearnedWord>> learned) {

    /** Read for a question. @param notes gets why nothing is known, where the ledger can't be had */
    static Reputation of(Engine engine, List<String> notes) {
        try (var ledger = engine.ledgerForQuestion().orElse(null)) {
            if (ledger == null) return new Reputation(Map.of(), Map.of());
            var profiles = new HashMap<String, CollectionProfile>();
            ledger.profiles().all().forEach(profile -> profiles.put(profile.name(), profile));
            return new Reputation(profiles, Learning.words(engine, ledger));
        } catch (IOException | Failure e) {
            notes.add("collections were chosen by what they hold alone, without what is said of them: "
                    + Failure.words(e));
            return new Reputation(Map.of(), Map.of());
        }
    }
}
