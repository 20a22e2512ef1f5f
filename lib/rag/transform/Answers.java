package rag.transform;

import java.util.Optional;

/** Models' answers of earlier runs. Usable from several threads. */
public interface Answers {

    Optional<String> known(String key);

    void keep(String key, String answer);
}
