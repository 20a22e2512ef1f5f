package rag.store.chroma;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import rag.config.Command;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.model.Ids;

/**
 * By what a data folder knows its vectors in a Chroma database that others may use too: a random word in a file, with the
 * place where it was made. A copied folder is another owner, or one would clear away what the other still needs; one
 * that was moved is the same.
 */
final class Owner {

    private static final String DATA = "knowledge_hub_data";
    private static final String COLLECTION = "knowledge_hub_collection";

    private final Path folder;
    private final Path file;

    /** @param folder below the data folder */
    Owner(Path folder) {
        this.folder = folder;
        this.file = folder.resolve("owner");
    }

    /** The folder's word, to read by. @throws Failure when it is a copy of another folder */
    String known(String collection) {
        var lines = lines();
        if (lines.size() == 2 && isHere(lines.get(1))) return lines.getFirst();
        throw new Failure(
                ("the data folder was copied, and the vectors in Chroma are those of %s; give this one its own "
                                + "with: %s")
                        .formatted(lines.size() == 2 ? lines.get(1) : "another", mend(collection)));
    }

    /** The folder's word, to write by; it gets one where it has none of its own. */
    String own() throws IOException {
        Files.createDirectories(folder);
        var lines = lines();
        var here = folder.toRealPath().toString();
        if (lines.size() == 2 && lines.get(1).equals(here)) return lines.getFirst();
        var word = lines.size() == 2 && isHere(lines.get(1))
                ? lines.getFirst()
                : UUID.randomUUID().toString();
        Files.writeString(file, word + "\n" + here + "\n");
        return word;
    }

    private List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new Failure(file + " can't be read: " + e.getMessage(), e);
        }
    }

    /** Whether a folder that was there is this one: it is there still, or has gone and come here. */
    private boolean isHere(String place) {
        try {
            return Files.notExists(Path.of(place)) || Files.isSameFile(Path.of(place), folder);
        } catch (IOException e) {
            return false;
        }
    }

    /** What brings a collection's vectors to Chroma anew. */
    static String mend(String collection) {
        return Command.of("ingest", "--reembed", "--force", "-c", collection);
    }

    /** What a Chroma collection says of itself. */
    static Map<String, String> metadata(String word, String collection) {
        return Map.of(DATA, word, COLLECTION, collection);
    }

    /** The name of the Chroma collection with a collection's vectors of one model: Chroma has room for one dimension in each. */
    static String name(String word, String collection, Fingerprint print) {
        var model = String.join(
                "\0",
                word,
                collection,
                print.provider(),
                print.model(),
                print.revision(),
                "" + print.dimension(),
                print.documentPrefix());
        var shown = collection.replaceAll("[^a-zA-Z0-9_-]", "_").replaceFirst("^[^a-zA-Z0-9]+", "");
        return (shown.isEmpty() ? "c" : shown) + "-"
                + Ids.sha256(model.getBytes(StandardCharsets.UTF_8)).substring(0, 16);
    }
}
