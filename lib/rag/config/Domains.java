package rag.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rag.model.Domain;
import rag.model.Failure;

/** The domain profiles that the settings name: those built in, and those of a folder, which go before them. */
public final class Domains {

    /** Lists the profiles that are built in, since a jar can't be asked for its files. */
    private static final String LIST = "domains/built-in.txt";

    /** Read once, when first needed. */
    private static final class BuiltIn {

        private static final List<String> TEXTS = Resources.lines(LIST).stream()
                .map(name -> Resources.text("domains/" + name + ".yaml"))
                .toList();
    }

    private final Map<String, Domain> byName = new LinkedHashMap<>();

    private Domains() {}

    /**
     * Whether any profile names a collection at all. Most searches are of none, and reading YAML would be a tenth of
     * their time.
     */
    public static boolean mention(Settings settings, String collection) {
        for (var profile : BuiltIn.TEXTS) if (profile.contains(collection)) return true;
        return !settings.domains().folder().isEmpty(); // those are few, and read whole
    }

    /** @throws Failure with all mistakes of all profiles, one a line, each with file and line */
    public static Domains load(Settings settings) {
        var mistakes = new ArrayList<String>();
        var all = new LinkedHashMap<String, Domain>();
        for (var name : Resources.lines(LIST)) {
            var file = "domains/" + name + ".yaml";
            DomainFile.read("config/" + file, Resources.text(file), mistakes).ifPresent(d -> all.put(d.name(), d));
        }
        var folder = settings.domains().folder();
        if (!folder.isEmpty()) own(Path.of(folder), mistakes).forEach(domain -> all.put(domain.name(), domain));
        var enabled = settings.domains().enabled();
        for (var name : enabled) {
            if (all.containsKey(name)) continue;
            mistakes.add("domains.enabled names " + name + ", which is no profile; known are "
                    + String.join(", ", all.keySet()));
        }
        var domains = new Domains();
        for (var domain : all.values()) {
            if (!enabled.isEmpty() && !enabled.contains(domain.name())) continue;
            for (var other : domains.byName.values()) clash(domain, other, mistakes);
            domains.byName.put(domain.name(), domain);
        }
        if (mistakes.isEmpty()) return domains;
        throw new Failure((mistakes.size() == 1 ? "1 mistake" : mistakes.size() + " mistakes")
                + " in the domain profiles:\n" + String.join("\n", mistakes));
    }

    private static List<Domain> own(Path folder, List<String> mistakes) {
        var domains = new LinkedHashMap<String, Domain>();
        try (var files = Files.list(folder)) {
            for (var file : files.filter(f -> f.toString().matches("(?is).*\\.ya?ml"))
                    .sorted()
                    .toList()) {
                var read = DomainFile.read(file.toString(), Files.readString(file), mistakes);
                if (read.isEmpty()) continue;
                var twice = domains.put(read.get().name(), read.get());
                if (twice != null) mistakes.add(file + ":1: another file has the name " + twice.name() + " too");
            }
        } catch (IOException e) {
            mistakes.add("domains.folder can't be read: " + e);
        }
        return List.copyOf(domains.values());
    }

    private static void clash(Domain one, Domain other, List<String> mistakes) {
        if (one.tool().equals(other.tool())) {
            mistakes.add("%s and %s both call their tool %s".formatted(other.name(), one.name(), one.tool()));
        }
        if (one.collection().equals(other.collection())) {
            mistakes.add("%s and %s both have the collection %s".formatted(other.name(), one.name(), one.collection()));
        }
    }

    public Collection<Domain> all() {
        return byName.values();
    }

    /** @throws Failure naming the known ones when there is none of this name */
    public Domain named(String name) {
        var domain = byName.get(name);
        if (domain != null) return domain;
        throw new Failure("there is no domain '%s'; known are %s".formatted(name, String.join(", ", byName.keySet())));
    }

    /** The domain whose documents are in a collection. */
    public Optional<Domain> of(String collection) {
        return byName.values().stream()
                .filter(domain -> domain.collection().equals(collection))
                .findFirst();
    }
}
