package rag.config;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import rag.model.Failure;

/**
 * What a third party's jar adds under a name that settings can say. The jar lists its class in
 * {@code META-INF/services/} under the name of one of the interfaces that extend this one.
 */
public interface Plugin {

    /** Name in the setting {@code provider} of its section. */
    String name();

    /**
     * Those on the class path.
     *
     * @throws Failure when a jar names a class that can't be used
     */
    static <P extends Plugin> List<P> all(Class<P> kind) {
        var found = new ArrayList<P>();
        try {
            ServiceLoader.load(kind).forEach(found::add);
        } catch (ServiceConfigurationError e) {
            throw new Failure(
                    "a jar on the class path adds a " + kind.getSimpleName() + " that can't be used: " + e.getMessage(),
                    e);
        }
        return found;
    }

    /**
     * The one of that name.
     *
     * @param what it is, for messages: "reranker"
     * @param setting that says the name, for messages: "rerank.provider"
     * @throws Failure when there is none
     */
    static <P extends Plugin> P named(Class<P> kind, String name, String what, String setting) {
        for (var plugin : all(kind)) if (plugin.name().equals(name)) return plugin;
        throw new Failure("no %s is called \"%s\": see %s".formatted(what, name, setting));
    }

    /** Names of those on the class path, in alphabetical order; none for a kind that this program doesn't know. */
    static List<String> names(String kind) {
        try {
            return all(Class.forName(kind).asSubclass(Plugin.class)).stream()
                    .map(Plugin::name)
                    .sorted()
                    .toList();
        } catch (ClassNotFoundException e) {
            return List.of();
        }
    }
}
