package rag.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import rag.text.Language;

/**
 * Recognises words in pictures by Tesseract, where that is installed: a process of its own for each picture, with a limit
 * of time. Usable from several threads.
 */
public final class Ocr {

    /** Tesseract's names of languages by ISO 639-1. */
    private static final Map<String, String> LANGUAGES = Map.ofEntries(
            Map.entry("en", "eng"),
            Map.entry("de", "deu"),
            Map.entry("fr", "fra"),
            Map.entry("es", "spa"),
            Map.entry("it", "ita"),
            Map.entry("pt", "por"),
            Map.entry("nl", "nld"),
            Map.entry("ru", "rus"),
            Map.entry("zh", "chi_sim"),
            Map.entry("ja", "jpn"),
            Map.entry("ko", "kor"),
            Map.entry("ar", "ara"),
            Map.entry("pl", "pol"),
            Map.entry("cs", "ces"),
            Map.entry("sv", "swe"),
            Map.entry("tr", "tur"),
            Map.entry("uk", "ukr"),
            Map.entry("el", "ell"),
            Map.entry("he", "heb"),
            Map.entry("hi", "hin"));

    /** Where the language is not known, so many are tried at once; each costs its time. */
    private static final int MOST_LANGUAGES = 3;

    private static final Supplier<Set<String>> INSTALLED = once(Ocr::installedLanguages);

    private final boolean on;
    private final int mostPictures;
    private final int seconds;

    private Ocr(boolean on, int mostPictures, int seconds) {
        this.on = on;
        this.mostPictures = mostPictures;
        this.seconds = seconds;
    }

    /** No recognition. */
    public static Ocr off() {
        return new Ocr(false, 0, 1);
    }

    /**
     * @param mostPictures pages and pictures of one document that are read; the rest is named among its problems
     * @param seconds for one picture
     */
    public static Ocr of(boolean on, int mostPictures, int seconds) {
        return new Ocr(on, mostPictures, seconds);
    }

    /** Whether it is switched on and Tesseract answers. */
    public boolean ready() {
        return on && !INSTALLED.get().isEmpty();
    }

    /** Why nothing is recognised, for a person; "" when it is. */
    String missing() {
        if (!on) return "recognition of text is off";
        return ready() ? "" : "Tesseract, which would recognise text, is not installed (once it is: --force)";
    }

    /** The readings of one document: they share its limit and what is known of its language. */
    Reading document(String language) {
        return new Reading(language);
    }

    /** Recognition within one document. */
    final class Reading {

        private String language;
        private int pictures;
        private int leftOut;
        private String failed = "";

        private Reading(String language) {
            this.language = language;
        }

        /** Paragraphs of a PNG or JPEG picture; none where it has no words, or the document's limit is reached. */
        List<String> paragraphs(byte[] picture) {
            if (!ready()) return List.of();
            if (pictures++ >= mostPictures) {
                leftOut++;
                return List.of();
            }
            try {
                var found = OcrTable.paragraphs(run(picture));
                if (language.equals(Language.UNKNOWN)) language = Language.of(String.join("\n", found));
                return found;
            } catch (IOException e) {
                failed = "text of a picture could not be recognised: " + e.getMessage();
                return List.of();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return List.of();
            }
        }

        /** What was left out, in words for a document's problems; "" when nothing was. */
        String problem() {
            if (leftOut == 0) return failed;
            return leftOut + " pictures not looked at for text: over ingestion.ocr.max_pages"
                    + (failed.isEmpty() ? "" : "; " + failed);
        }

        private String run(byte[] picture) throws IOException, InterruptedException {
            Path in = Files.createTempFile("ocr", ".img");
            Path out = Files.createTempFile("ocr", ".tsv");
            try {
                Files.write(in, picture);
                var builder = new ProcessBuilder(
                        "tesseract", in.toString(), "stdout", "-l", languages(language), "--psm", "3", "tsv");
                builder.environment()
                        .put("OMP_THREAD_LIMIT", "1"); // its threads wait for each other more than they work
                builder.redirectOutput(out.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
                var process = builder.start();
                try {
                    process.getOutputStream().close();
                    if (!process.waitFor(seconds, TimeUnit.SECONDS))
                        throw new IOException("not done in " + seconds + " s");
                    if (process.exitValue() != 0) throw new IOException("Tesseract ended with " + process.exitValue());
                } finally {
                    process.destroyForcibly();
                }
                return Files.readString(out, StandardCharsets.UTF_8);
            } finally {
                Files.deleteIfExists(in);
                Files.deleteIfExists(out);
            }
        }
    }

    private static String languages(String language) {
        var installed = INSTALLED.get();
        String known = LANGUAGES.getOrDefault(language, "");
        if (installed.contains(known))
            return known.equals("eng") || !installed.contains("eng") ? known : known + "+eng";
        var some = new java.util.ArrayList<String>();
        for (String name : new String[] {"eng", "chi_sim", "deu", "fra", "spa"})
            if (installed.contains(name)) some.add(name);
        for (String name : installed) if (!some.contains(name) && !name.equals("osd")) some.add(name);
        return String.join("+", some.subList(0, Math.min(MOST_LANGUAGES, some.size())));
    }

    private static Set<String> installedLanguages() {
        try {
            var process = new ProcessBuilder("tesseract", "--list-langs")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            var languages = new TreeSet<String>();
            for (String line : new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .toList()) if (line.matches("[\\w/-]+")) languages.add(line);
            return process.waitFor() == 0 ? languages : Set.of();
        } catch (IOException missing) {
            return Set.of();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Set.of();
        }
    }

    private static <T> Supplier<T> once(Supplier<T> found) {
        var known = new LinkedHashMap<Boolean, T>();
        return () -> {
            synchronized (known) {
                return known.computeIfAbsent(true, unseen -> found.get());
            }
        };
    }
}
