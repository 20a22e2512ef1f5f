package rag.engine;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import rag.config.Settings;
import rag.engine.Plan.Item;
import rag.load.LoadOptions;
import rag.load.Loaders;
import rag.load.Ocr;
import rag.load.Source;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/** Loads files as the settings want it, each within its time. Usable from several threads. */
final class Loading {

    private final Loaders loaders;
    private final List<Path> folders;
    private final int seconds;

    /**
     * @param folders that are ingested: a document's pictures may lie anywhere in the one it is of
     * @param seconds after which a parser is taken to hang
     */
    Loading(Loaders loaders, List<Path> folders, int seconds) {
        this.loaders = loaders;
        this.folders = folders;
        this.seconds = seconds;
    }

    static Loading of(Settings.Ingest settings, List<Path> folders) {
        var ocr = settings.ocr();
        var recognition = Ocr.of(ocr.enabled(), ocr.maxPages(), ocr.timeoutS());
        return new Loading(
                Loaders.standard(new LoadOptions(recognition, settings.renderDrawings())),
                folders,
                settings.loadTimeoutS());
    }

    Loaders loaders() {
        return loaders;
    }

    /** Loads what a plan says is to be worked on. */
    Document load(Item item) throws LoadException {
        var path = Objects.requireNonNull(item.path());
        return load(Source.of(path, FileScan.isFile(item.source()) ? root(path) : null));
    }

    private @Nullable Path root(Path path) {
        return folders.stream()
                .filter(path::startsWith)
                .min(Comparator.comparingInt(Path::getNameCount))
                .orElse(path.getParent());
    }

    /** Loads in a thread of its own, which is left behind when it hangs: no parser can be stopped from outside. */
    Document load(Source source) throws LoadException {
        var task = new FutureTask<>(() -> loaders.load(source));
        Thread.ofPlatform().daemon().name("load").start(task);
        try {
            return task.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            task.cancel(true); // what it waits for, such as another process, ends with it
            throw new LoadException(DocumentState.FAILED, "reading it took longer than " + seconds + " s", e);
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw new LoadException(DocumentState.FAILED, "interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LoadException known) throw known;
            throw new LoadException(DocumentState.FAILED, "could not be read: " + e.getCause(), e);
        }
    }
}
