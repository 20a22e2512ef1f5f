package rag.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Files built into the program: what lies under {@code config/} in the project, by its path there. */
public final class Resources {

    private Resources() {}

    public static byte[] bytes(String name) {
        try (var in = Resources.class.getResourceAsStream("/rag/config/" + name)) {
            if (in == null) throw new IllegalStateException("not built in: config/" + name);
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the built-in config/" + name, e);
        }
    }

    public static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    /** Lines that say something, stripped: neither empty nor a comment with {@code #}. */
    public static List<String> lines(String name) {
        return text(name)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
                .toList();
    }
}
