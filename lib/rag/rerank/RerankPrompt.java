package rag.rerank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import rag.config.Resources;
import rag.config.Settings;
import rag.model.Failure;

/**
 * What a language model is shown of a question and its passages: as many as its window holds, numbered from 1, each
 * between tags that no passage can close.
 *
 * @param instructions how to grade
 * @param window tokens that question and passages may take
 */
record RerankPrompt(String instructions, int window) {

    /** Tokens of one passage: four chunks of the usual size. */
    private static final int LONGEST = 1024;

    /** Tokens of the tags around a passage. */
    private static final int TAGS = 12;

    private static final Pattern TAG = Pattern.compile("<(?=/?(passage|question)\\b)", Pattern.CASE_INSENSITIVE);

    /** @throws Failure when the file that {@code rerank.prompt} names can't be read */
    static RerankPrompt of(Settings.Rerank settings) {
        if (settings.prompt().isEmpty()) {
            return new RerankPrompt(Resources.text("prompts/rerank.txt"), settings.window());
        }
        try {
            return new RerankPrompt(Files.readString(Path.of(settings.prompt())), settings.window());
        } catch (IOException e) {
            throw new Failure("the file that rerank.prompt names can't be read: " + settings.prompt(), e);
        }
    }

    /**
     * A question with the passages that fit.
     *
     * @param read how many passages are in it, from the first on
     * @param cut how many of them are not there in full
     * @param tokens about how many it has
     */
    record Filled(String text, int read, int cut, int tokens) {}

    Filled fill(String question, List<Listed> listed) {
        var text = new StringBuilder("<question>\n");
        int end = fitting(question, window / 2);
        text.append(fenced(question.substring(0, end))).append("\n</question>\n");
        double tokens = tokens(question, 0, end) + TAGS;
        int read = 0, cut = 0;
        for (var passage : listed) {
            int length = fitting(passage.text(), LONGEST);
            double size = tokens(passage.text(), 0, length) + TAGS;
            if (read > 0 && tokens + size > window) break;
            read++;
            if (length < passage.text().length()) cut++;
            text.append("\n<passage id=\"" + read + "\">\n")
                    .append(fenced(passage.text().substring(0, length)))
                    .append("\n</passage>\n");
            tokens += size;
        }
        return new Filled(text.toString(), read, cut, (int) Math.ceil(tokens));
    }

    private static String fenced(String text) {
        return TAG.matcher(text).replaceAll("‹");
    }

    /** Length of the longest beginning that has at most so many tokens; never within a surrogate pair. */
    private static int fitting(String text, int most) {
        double tokens = 0;
        for (int at = 0, c; at < text.length(); at += Character.charCount(c)) {
            c = text.codePointAt(at);
            tokens += tokens(c);
            if (tokens > most) return at;
        }
        return text.length();
    }

    private static double tokens(String text, int from, int to) {
        return text.substring(from, to)
                .codePoints()
                .mapToDouble(RerankPrompt::tokens)
                .sum();
    }

    /** Rather too many than too few: three letters a token, any other sign one. */
    private static double tokens(int c) {
        return c < 128 && (Character.isLetter(c) || c == ' ') ? 1 / 3.0 : 1;
    }
}
