package rag.mcp;

import java.nio.file.Path;
import java.util.Optional;
import rag.cli.CommonOptions;

/**
 * The few options that clients start the server with, read without picocli, whose classes no archive can hold: they
 * would be a quarter of the time until the first answer.
 */
public record PlainStart(CommonOptions common, boolean admin) {

    /** Empty where anything else is asked for, or anything is wrong: that is for picocli to say. */
    public static Optional<PlainStart> of(String... args) {
        Path config = null;
        Path data = null;
        boolean admin = false;
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) return Optional.empty();
            var value = args[i + 1];
            switch (args[i]) {
                case "--config" -> config = Path.of(value);
                case "--data" -> data = Path.of(value);
                case "--tools" -> {
                    if (!value.equals("read") && !value.equals("admin")) return Optional.empty();
                    admin = value.equals("admin");
                }
                default -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(new PlainStart(new CommonOptions(config, data), admin));
    }
}
