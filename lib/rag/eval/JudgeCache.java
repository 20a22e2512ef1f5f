package rag.eval;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import rag.model.Ids;

/**
 * Answers of judges by model, prompt and texts, one file each below {@code judgements} of the data folder. It saves calls and
 * holds nothing that can't be asked again: what can't be read or written is asked again.
 */
final class JudgeCache {

    private final Path folder;

    JudgeCache(Path data) {
        folder = data.resolve("judgements");
    }

    static String key(String model, String system, String user) {
        return Ids.sha256(String.join("\0", model, system, user).getBytes(StandardCharsets.UTF_8));
    }

    Optional<String> get(String key) {
        try {
            return Optional.of(Files.readString(file(key)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void put(String key, String answer) {
        try {
            var file = file(key);
            Files.createDirectories(file.getParent());
            var part = Files.createTempFile(file.getParent(), "part", ".tmp");
            Files.writeString(part, answer);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            System.getLogger(JudgeCache.class.getName())
                    .log(System.Logger.Level.WARNING, "a judgement is not kept: " + e.getMessage());
        }
    }

    private Path file(String key) {
        return folder.resolve(key.substring(0, 2)).resolve(key + ".txt");
    }
}
