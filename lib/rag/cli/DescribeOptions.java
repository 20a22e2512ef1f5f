package rag.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rag.config.Command;
import rag.engine.CrawlRequest;
import rag.engine.Maintenance;
import rag.model.Failure;
import rag.store.CollectionProfile;

/** The options by which a person says what a collection is; one that is not there yet is made. */
public final class DescribeOptions {

    @Option(names = "--describe", paramLabel = "TEXT", description = "Say what the collection holds, for \"auto\".")
    @Nullable
    String description;

    @Option(names = "--display-name", paramLabel = "TEXT", description = "Its name for people.")
    @Nullable
    String displayName;

    @Option(
            names = "--keyword",
            paramLabel = "WORD",
            description = "A word of questions that belong to it; repeatable, replaces those before; \"\" for none.")
    @Nullable
    List<String> keywords;

    @Option(
            names = "--default-path",
            paramLabel = "PATH",
            description = "What is ingested when no path is named; repeatable, replaces those before; \"\" for none.")
    @Nullable
    List<String> paths;

    @Option(names = "--forget-keywords", description = "Forget the words learned from questions it answered.")
    boolean forget;

    /** What is said of a collection now, with what it learned from questions. */
    public record Described(CollectionProfile profile, List<String> learnedKeywords) {}

    /** Whether one of these options is. */
    public boolean given() {
        return description != null || displayName != null || keywords != null || paths != null || forget;
    }

    /** Does what the options say; what they do not name stays. */
    public Described apply(Maintenance maintenance, String name) {
        var before = profile(maintenance, name);
        if (forget) maintenance.forgetKeywords(name);
        if (description != null || displayName != null || keywords != null || paths != null) {
            maintenance.describe(new CollectionProfile(
                    name,
                    displayName == null ? before.displayName() : displayName,
                    description == null ? before.description() : description,
                    keywords == null ? before.keywords() : keywords,
                    paths == null
                            ? before.paths()
                            : paths.stream().map(DescribeOptions::whole).toList()));
        }
        return new Described(profile(maintenance, name), maintenance.learned(name));
    }

    public List<String> lines(Maintenance maintenance, String name) {
        var profile = profile(maintenance, name);
        var lines = new ArrayList<String>();
        lines.add(profile.displayName().isEmpty() ? name : name + ": " + profile.displayName());
        add("holds    ", profile.description(), lines);
        add("keywords ", String.join(", ", profile.keywords()), lines);
        add("learned  ", String.join(", ", maintenance.learned(name)), lines);
        for (var path : profile.paths()) lines.add("path     " + path);
        return lines;
    }

    /** What a collection is made of, told on stderr; none when nobody said. @throws Failure when a path is gone */
    public static List<String> paths(Maintenance maintenance, String name) {
        var paths = profile(maintenance, name).paths();
        if (paths.isEmpty()) return paths;
        System.err.println("paths of " + name + ": " + String.join(", ", paths));
        for (var path : paths) {
            if (CrawlRequest.isAddress(path) || Files.exists(Path.of(path))) continue;
            throw new Failure(
                    "there is no file or folder '%s' any more, a default path of collection '%s'; say all of them anew: %s"
                            .formatted(path, name, Command.of("ingest", "-c", name, "--default-path", "PATH")));
        }
        return paths;
    }

    private static void add(String head, String text, List<String> lines) {
        if (!text.isEmpty()) lines.addAll(Columns.wrap(head, text, SafeOutput.WIDTH));
    }

    private static CollectionProfile profile(Maintenance maintenance, String name) {
        return maintenance.profiles().getOrDefault(name, CollectionProfile.of(name));
    }

    /** Wherever the next call comes from, the path is the same. */
    private static String whole(String path) {
        return path.isBlank() || CrawlRequest.isAddress(path)
                ? path
                : Path.of(path).toAbsolutePath().normalize().toString();
    }
}
