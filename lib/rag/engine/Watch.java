package rag.engine;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static java.nio.file.StandardWatchEventKinds.OVERFLOW;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import rag.model.Failure;
import rag.trace.LogFiles;

/**
 * Keeps a collection in step with folders: what the system says has changed is ingested once the folder is quiet for a
 * moment, and all is compared anew from time to time, since events get lost and network folders send none. What leaves
 * a folder leaves the collection; a folder that is gone as a whole (not mounted) takes nothing along.
 */
public final class Watch {

    /** A burst of events is taken together: as soon as there is none for so long, and after so long at the latest. */
    private static final long QUIET_MILLIS = 300;

    private static final long LONGEST_MILLIS = 2000;

    /** After a round that failed, as while another one writes: so long at first, then twice as long each time. */
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private static final Duration AGAIN_AT_MOST = Duration.ofSeconds(30);

    private final Ingestion ingestion;
    private final Engine engine;
    private final IngestRequest request;
    private final Listener listener;
    private final Duration compareEvery;
    private final LogFiles logs;
    private final Map<WatchKey, Path> folders = new HashMap<>();
    private final Set<Path> changed = new TreeSet<>();
    private final Set<Path> owed = new TreeSet<>(); // of rounds that failed
    private Duration pause = AGAIN;
    private long again; // nano time at which what is owed is tried
    private String told = ""; // of the failure before

    /** Hears what happens, in the thread that watches. */
    public interface Listener {
        /** One round that found something to do. */
        void ingested(IngestReport report);

        /** What keeps a round from its work; it is tried again. */
        void trouble(String words);
    }

    /** @param compareEvery how often all is compared, events or not */
    public Watch(Engine engine, IngestRequest request, Duration compareEvery, Listener listener) {
        this.engine = engine;
        this.ingestion = new Ingestion(engine);
        this.request = request;
        this.compareEvery = compareEvery;
        this.listener = listener;
        this.logs = new LogFiles(engine.settings().observability().traceFile());
    }

    /** Watches until told to stop. */
    public void run(Progress progress, BooleanSupplier stop) {
        try (var events = FileSystems.getDefault().newWatchService()) {
            changed.addAll(roots());
            long compared = System.nanoTime();
            while (!stop.getAsBoolean()) {
                register(events);
                round(progress, stop);
                while (!stop.getAsBoolean() && !await(events)) {
                    if (System.nanoTime() - compared >= compareEvery.toNanos()) {
                        compared = System.nanoTime();
                        changed.addAll(roots());
                    }
                    if (System.nanoTime() >= again) {
                        changed.addAll(owed);
                        owed.clear();
                    }
                    if (!changed.isEmpty()) break;
                }
            }
        } catch (IOException e) {
            throw new Failure("could not watch the folders: " + Failure.words(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Path> roots() {
        return request.paths().stream().map(Watch::real).toList();
    }

    private static Path real(Path named) {
        try {
            return named.toRealPath();
        } catch (IOException e) {
            return named.toAbsolutePath().normalize(); // not there now; it may come back
        }
    }

    /** New folders are watched before they are looked through, so that nothing slips in between. */
    private void register(WatchService events) throws IOException {
        for (var path : changed) {
            for (var folder : folders(path)) {
                try {
                    folders.put(folder.register(events, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE), folder);
                } catch (IOException e) {
                    if (!Files.isDirectory(folder)) continue; // gone meanwhile
                    listener.trouble("%s can't be watched (%s): it is compared every %d s only"
                            .formatted(folder, Failure.words(e), compareEvery.toSeconds()));
                }
            }
        }
    }

    /** The folders at and below a path; none when it can't be looked through now, which the round that follows says. */
    private List<Path> folders(Path path) {
        if (!Files.exists(path)) return List.of();
        try {
            return FileScan.of(engine).add(path, roots()).folders();
        } catch (Failure e) {
            return List.of();
        }
    }

    private void round(Progress progress, BooleanSupplier stop) {
        var paths = outermost(changed);
        changed.clear();
        var there = paths.stream().filter(Files::exists).toList();
        for (var path : paths) {
            if (roots().contains(path) && !Files.exists(path))
                listener.trouble(path + " is gone; its documents stay until it is back");
        }
        if (there.isEmpty()) return;
        try {
            var report = ingestion.run(request.parts(there, roots()), progress, stop);
            pause = AGAIN;
            told = "";
            if (!report.outcomes().isEmpty()) listener.ingested(report);
        } catch (Failure e) {
            owed.addAll(there);
            again = System.nanoTime() + pause.toNanos();
            var longer = pause.multipliedBy(2);
            pause = longer.compareTo(AGAIN_AT_MOST) < 0 ? longer : AGAIN_AT_MOST;
            if (!told.equals(Failure.words(e))) listener.trouble(Failure.words(e));
            told = Failure.words(e);
        }
    }

    /** What to look at: the folder, or the very file that is watched; the files beside that are nobody's business. */
    private void touched(Path folder, Path file) {
        if (logs.hold(file)) return; // each round adds its own trace
        for (var real : roots()) {
            if (folder.startsWith(real)) changed.add(folder);
            else if (file.equals(real)) changed.add(file);
        }
    }

    /** Without what lies below another of them. */
    private static List<Path> outermost(Set<Path> sorted) {
        var outermost = new ArrayList<Path>();
        for (var path : sorted) {
            if (outermost.stream().noneMatch(path::startsWith)) outermost.add(path);
        }
        return outermost;
    }

    /** Collects the folders in which something happened; whether there were any. */
    private boolean await(WatchService events) throws InterruptedException {
        long since = System.nanoTime();
        for (var key = events.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS); key != null; ) {
            var folder = folders.get(key);
            for (var event : key.pollEvents()) {
                if (event.kind() == OVERFLOW) changed.addAll(request.paths());
                else if (folder != null) touched(folder, folder.resolve((Path) event.context()));
            }
            if (!key.reset()) folders.remove(key);
            if (System.nanoTime() - since > TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS)) break;
            key = events.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        }
        return !changed.isEmpty();
    }
}
