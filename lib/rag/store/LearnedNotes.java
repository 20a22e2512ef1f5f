package rag.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Words of questions that {@link LearnedWords} does not hold yet: a line a question in {@code <data>/learned.tsv}, since
 * a process that answers one question has no time to open a data base for it. Who opens it for writing takes them over.
 */
public final class LearnedNotes {

    /** Notes beyond are taken over by the one that adds to them. */
    private static final long MANY_BYTES = 64_000;

    /** A file lock holds off other processes, this one other threads. */
    private static final Object THREADS = new Object();

    private final Path file;

    /** @param data folder */
    public LearnedNotes(Path data) {
        this.file = data.resolve("learned.tsv");
    }

    private record Note(Instant at, String collection, List<String> words) {

        static List<Note> of(String lines) {
            var notes = new ArrayList<Note>();
            for (var line : lines.lines().toList()) {
                var cells = List.of(line.split("\t"));
                if (cells.size() < 3 || !cells.getFirst().matches("\\d{1,18}")) continue; // torn by a crash
                var at = Instant.ofEpochMilli(Long.parseLong(cells.getFirst()));
                notes.add(new Note(at, cells.get(1), cells.subList(2, cells.size())));
            }
            return notes;
        }
    }

    /** Adds the words of one question; true when there are so many notes that they should be taken over. */
    public boolean add(String collection, Collection<String> words, Instant at) throws IOException {
        var line = at.toEpochMilli() + "\t" + collection + "\t" + String.join("\t", words) + "\n";
        synchronized (THREADS) {
            try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    var lock = channel.lock()) {
                var bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining() && lock.isValid()) channel.write(bytes);
                return channel.size() > MANY_BYTES;
            }
        }
    }

    /** What is known of words, with the notes counted in. */
    public Map<String, List<LearnedWord>> over(Map<String, List<LearnedWord>> known, Instant now) throws IOException {
        if (Files.notExists(file)) return known;
        var all = new LinkedHashMap<String, Map<String, LearnedWord>>();
        known.forEach((collection, words) -> words.forEach(word ->
                all.computeIfAbsent(collection, key -> new LinkedHashMap<>()).put(word.word(), word)));
        for (var note : Note.of(Files.readString(file))) {
            var words = all.computeIfAbsent(note.collection, key -> new LinkedHashMap<>());
            for (var word : note.words) {
                var before = words.get(word);
                words.put(word, new LearnedWord(word, (before == null ? 0 : before.count(now)) + 1, now));
            }
        }
        var most = new LinkedHashMap<String, List<LearnedWord>>();
        all.forEach((collection, words) -> most.put(
                collection,
                words.values().stream()
                        .sorted(Comparator.comparingDouble((LearnedWord word) -> -word.count(now))
                                .thenComparing(LearnedWord::word))
                        .limit(LearnedWords.MOST)
                        .toList()));
        return most;
    }

    /** Takes the notes of collections that are there over, and forgets the others. A crash may count some twice. */
    public void settle(Ledger ledger) throws IOException {
        if (Files.notExists(file)) return;
        synchronized (THREADS) {
            try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                    var lock = channel.lock()) {
                var bytes = ByteBuffer.allocate((int) Math.min(channel.size(), 100 * MANY_BYTES));
                while (bytes.hasRemaining() && lock.isValid() && channel.read(bytes) >= 0) {}
                var there = ledger.collections();
                for (var note : Note.of(new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8))) {
                    if (there.contains(note.collection)) ledger.learned().learn(note.collection, note.words, note.at);
                }
                channel.truncate(0);
            }
        }
    }
}
