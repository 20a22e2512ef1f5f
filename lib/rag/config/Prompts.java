package rag.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import rag.model.Failure;

/** Instructions for models: those of a file that settings name, else those built in. */
public final class Prompts {

    private Prompts() {}

    /**
     * @param file path; "" takes what is built in
     * @param builtIn name below {@code config/prompts}, without its ending
     * @throws Failure when the file can't be read or says nothing
     */
    public static String text(String file, String builtIn) {
        if (file.isEmpty()) return Resources.text("prompts/" + builtIn + ".txt").strip();
        try {
            var text = Files.readString(Path.of(file)).strip();
            if (text.isEmpty()) throw new Failure("the file with instructions is empty: " + file);
            return text;
        } catch (IOException e) {
            throw new Failure("the file with instructions can't be read: " + e, e);
        }
    }
}
