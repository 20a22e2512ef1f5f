///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Pages a CPU second of the PDF loader beside pdftotext and mutool
//SOURCES ../lib/pipeline.java
//JAVA 25+

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import rag.load.Loaders;
import rag.model.LoadException;

/**
 * Reads PDFs with the loader, pdftotext and mutool by turns and prints pages a CPU second of each, medians of the rounds:
 * {@code ./jbang bench/pdf.java FILE…}. The loader is warm; the other two are processes, whose start is in their figure.
 */
class pdf {

    private static final int ROUNDS = 5;

    /** CPU seconds of reading each file before anything counts: the compiler is done then. */
    private static final double WARM = 15;

    public static void main(String[] args) throws Exception {
        var loaders = Loaders.standard();
        System.out.printf(
                "%-36s %6s %10s %10s %10s %10s %10s%n",
                "file", "pages", "ours", "pdftotext", "mutool", "/pdftotext", "/mutool");
        for (String arg : args) {
            Path file = Path.of(arg);
            int pages = 0;
            long start = System.nanoTime();
            while ((System.nanoTime() - start) / 1e9 < WARM)
                pages = loaders.load(file).pages().size();
            var ours = new ArrayList<Double>();
            var poppler = new ArrayList<Double>();
            var mupdf = new ArrayList<Double>();
            for (int i = 0; i < ROUNDS; i++) {
                ours.add(pages / loaded(loaders, file));
                poppler.add(pages / process("pdftotext", file.toString(), "/dev/null"));
                mupdf.add(pages / process("mutool", "draw", "-q", "-F", "txt", "-o", "/dev/null", file.toString()));
            }
            System.out.printf(
                    "%-36s %6d %10.1f %10.1f %10.1f %10.2f %10.2f%n",
                    file.getFileName(),
                    pages,
                    median(ours),
                    median(poppler),
                    median(mupdf),
                    median(ours) / median(poppler),
                    median(ours) / median(mupdf));
        }
    }

    private static double loaded(Loaders loaders, Path file) throws IOException, LoadException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = system.getProcessCpuTime();
        int times = Files.size(file) < 1_000_000 ? 4 : 1;
        for (int i = 0; i < times; i++) loaders.load(file);
        return (system.getProcessCpuTime() - before) / 1e9 / times;
    }

    /** CPU seconds of a command, own and the system's. */
    private static double process(String... command) throws IOException, InterruptedException {
        var shell = new ArrayList<>(
                List.of("bash", "-c", "TIMEFORMAT='%U %S'; time \"$@\" >/dev/null 2>/dev/null", "bash"));
        shell.addAll(List.of(command));
        var process = new ProcessBuilder(shell).start();
        String[] times = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .split(" ");
        process.waitFor();
        return Double.parseDouble(times[0]) + Double.parseDouble(times[1]);
    }

    private static double median(List<Double> values) {
        Collections.sort(values);
        return values.get(values.size() / 2);
    }
}
