package rag.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rag.config.Settings;
import rag.config.SettingsLoader;
import rag.config.StoreSettings;
import rag.engine.ChromaImport;
import rag.engine.Engine;
import rag.engine.LedgerMoving;
import rag.engine.Maintenance;
import rag.engine.Moved;
import rag.engine.Moving;
import rag.engine.Progress;
import rag.model.Failure;
import rag.text.Counted;

/** The options by which a collection gets another name or another place. */
public final class TransferOptions {

    private static final String COMMAND = "ingest.java";
    private static final int SHOWN = 10;

    @Option(
            names = "--move-to",
            paramLabel = "STORE",
            description = "Copy the collection, or without -c all of them, to another store: a provider, or a settings"
                    + " file that names it, and with it a shared ledger; or 'ledger': history and pictures of this data"
                    + " folder go into ledger.url. Nothing is read or embedded again.")
    @Nullable
    String store;

    @Option(
            names = "--rename",
            paramLabel = "NAME",
            description = "Give the collection another name; nothing is read or embedded again.")
    @Nullable
    String rename;

    @Option(
            names = "--import-chroma",
            paramLabel = "ADDRESS",
            description =
                    "Take over the texts of a Chroma collection, http://host:8000/collection: they are kept with the"
                            + " data, and embedded by our model.")
    @Nullable
    String chroma;

    /** What was done, for programs and for people. */
    public record Done(Object json, List<String> lines) {}

    /** The texts that a Chroma collection gives, to be ingested; none when none is named. */
    public List<String> imported(Engine engine, String name) {
        if (chroma == null) return List.of();
        try (var progress = new ProgressLine()) {
            var imported = new ChromaImport(engine).run(chroma, name, progress);
            progress.close();
            System.err.println(
                    "%s of %s; vectors of a model that nobody names are not taken, the texts are embedded anew"
                            .formatted(
                                    Counted.of(imported.files().size(), "document"),
                                    Counted.of(imported.records(), "record")));
            var without = imported.withoutText();
            if (!without.isEmpty()) {
                System.err.println(
                        "left out, as without text: " + Counted.of(without.size(), "record") + ": " + some(without));
            }
            if (imported.files().isEmpty())
                throw new Failure("no record of " + chroma + " has a text; nothing was imported");
            return imported.files().stream().map(Path::toString).toList();
        }
    }

    /** Whether a collection is to get another name or place. */
    public boolean given() {
        return rename != null || store != null;
    }

    /** Does what the option says. @param all that no collection was named, and all are meant where that makes sense */
    public Done apply(
            Engine engine,
            CommonOptions common,
            String name,
            boolean all,
            boolean force,
            Duration wait,
            Progress progress) {
        if (rename != null) {
            var counts = new Maintenance(engine, wait, COMMAND).rename(name, rename);
            return new Done(counts, MaintenanceText.renamed(name, rename, counts));
        }
        var names = all ? List.<String>of() : List.of(name);
        var moved = LedgerMoving.LEDGER.equals(store)
                ? new LedgerMoving(engine, wait, COMMAND).move(names, force)
                : new Moving(engine, wait, COMMAND).move(names, target(common), force, progress);
        return new Done(moved, lines(moved));
    }

    private Settings target(CommonOptions common) {
        var named = String.valueOf(store);
        boolean file = named.endsWith(".yaml") || named.endsWith(".yml") || Files.isRegularFile(Path.of(named));
        var settings = common.settings(Map.of());
        return file
                ? SettingsLoader.loadBeside(Path.of(named), System.getenv(), settings.data())
                : settings.with(StoreSettings.of(named)); // where its engine usually is, not where this one's is
    }

    private static List<String> lines(Moved moved) {
        var lines = new ArrayList<String>();
        for (var copied : moved.collections()) {
            lines.add("%s is in %s too: %s, %s; %s had the same answers"
                    .formatted(
                            copied.collection(),
                            moved.to(),
                            Counted.of(copied.documents(), "document"),
                            Counted.of(copied.chunks(), "chunk"),
                            Counted.of(copied.questions(), "question")));
        }
        for (var taken : moved.histories()) {
            lines.add("%s: the shared ledger %s: %s, %s%s"
                    .formatted(
                            taken.collection(),
                            taken.already() ? "had its history already" : "has its history now",
                            Counted.of(taken.documents(), "source"),
                            Counted.of(taken.pictures(), "picture"),
                            taken.missing().isEmpty() ? "" : "; gone, and so not there: " + some(taken.missing())));
        }
        lines.addAll(Columns.wrap("", next(moved), SafeOutput.WIDTH));
        return lines;
    }

    private static String some(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(SHOWN, names.size()))) + (names.size() > SHOWN ? ", …" : "");
    }

    private static String next(Moved moved) {
        if (!moved.history()) {
            return "The history and the pictures stay in this data folder: the copy answers questions, and an ingest"
                    + " there would read everything again.";
        }
        var use = moved.histories().isEmpty()
                ? "To go on with it, set vector_store.provider: " + moved.to() + " in the settings; nothing was removed"
                        + " from " + moved.from() + "."
                : "To go on with it, use the settings that name it, on every machine; nothing was removed here, and"
                        + " what is ingested with the old settings from now on is not there.";
        return moved.left().isEmpty()
                ? use
                : use + " Not there yet, and so to be read again then: " + String.join(", ", moved.left());
    }
}
