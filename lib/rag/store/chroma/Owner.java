package rag.store.chroma;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import rag.config.Command;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.model.Ids;
import rag.store.WriterLock;

/**
 * By what a data folder knows its vectors in a Chroma database that others may use too: a random word in a file, with the
 * place where it was made, the machine's name, and the folder's number on its disk. A copied folder is another owner, or
 * one would clear away what the other still needs. The same is one that was moved on its machine, and one with the same
 * number on a machine of another name: a container that was started again, or a shared disk.
 */
final class Owner {

    private static final String DATA = "knowledge_hub_data";
    private static final String COLLECTION = "knowledge_hub_collection";

    /** What the file says, a line each. @param host and number "" where an older file does not say */
    private record Made(String word, String place, String host, String number) {

        private static Made of(List<String> lines) {
            return new Made(
                    lines.get(0),
                    lines.get(1),
                    lines.size() > 2 ? lines.get(2) : "",
                    lines.size() > 3 ? lines.get(3) : "");
        }

        @Override
        public String toString() {
            return host.isEmpty() ? place : place + " on " + host;
        }
    }

    private final Path folder;
    private final Path file;

    /** @param folder below the data folder */
    Owner(Path folder) {
        this.folder = folder;
        this.file = folder.resolve("owner");
    }

    /** The folder's word, to read by. @throws Failure when it is a copy of another folder */
    String known(String collection) {
        var made = made();
        if (made.isPresent() && isHere(made.get())) return made.get().word();
        throw new Failure(
                ("the data folder was copied, and the vectors in Chroma are those of %s; give this one its own "
                                + "with: %s")
                        .formatted(made.map(Made::toString).orElse("another"), mend(collection)));
    }

    /** The folder's word, to write by; it gets one where it has none of its own. */
    String own() throws IOException {
        Files.createDirectories(folder);
        var made = made();
        boolean same = made.isPresent() && isHere(made.get());
        var word = same ? made.get().word() : UUID.randomUUID().toString();
        var here = new Made(word, folder.toRealPath().toString(), WriterLock.HOST, number());
        if (made.isEmpty() || !made.get().equals(here)) {
            Files.writeString(file, String.join("\n", here.word(), here.place(), here.host(), here.number()) + "\n");
        }
        return word;
    }

    private Optional<Made> made() {
        try {
            var lines = Files.exists(file) ? Files.readAllLines(file) : List.<String>of();
            return lines.size() < 2 ? Optional.empty() : Optional.of(Made.of(lines));
        } catch (IOException e) {
            throw new Failure(file + " can't be read: " + e.getMessage(), e);
        }
    }

    /** Whether a folder that was there is this one: it is there still, or has gone and come here. */
    private boolean isHere(Made made) {
        try {
            if (!made.host().isEmpty() && !made.host().equals(WriterLock.HOST))
                return !made.number().isEmpty() && made.number().equals(number());
            return Files.notExists(Path.of(made.place())) || Files.isSameFile(Path.of(made.place()), folder);
        } catch (IOException e) {
            return false;
        }
    }

    /** The folder's number on its disk; "" where disks have none. */
    private String number() throws IOException {
        try {
            return Files.getAttribute(folder, "unix:ino").toString();
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return "";
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

    /**
     * The name of the Chroma collection with a collection's vectors of one model, of one time that all were written anew: Chroma has
     * room for one dimension, and one graph, in each.
     */
    static String name(String word, String collection, Fingerprint print, String generation) {
        var model = String.join(
                "\0",
                word,
                collection,
                print.provider(),
                print.model(),
                print.revision(),
                "" + print.dimension(),
                print.documentPrefix() + (generation.isEmpty() ? "" : "\0" + generation));
        var shown = collection.replaceAll("[^a-zA-Z0-9_-]", "_").replaceFirst("^[^a-zA-Z0-9]+", "");
        return (shown.isEmpty() ? "c" : shown) + "-"
                + Ids.sha256(model.getBytes(StandardCharsets.UTF_8)).substring(0, 16);
    }
}
