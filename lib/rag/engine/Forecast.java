package rag.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rag.engine.Plan.Action;
import rag.store.HistoryRow;
import rag.store.Job;

/**
 * What a plan would cost, before a file is read: so all numbers are estimates. They rest on what earlier runs of this data
 * folder took where there were any, else on rules of thumb.
 *
 * @param files that would be read
 * @param passages about so many
 * @param seconds about so long
 * @param measured whether the speed is that of earlier runs
 * @param embeddingRequests to a service; 0 where the model runs here
 * @param llmCalls to the language model
 * @param llmPasses calls for each passage
 * @param captions whether each new picture is a call to the vision model; how many there are is known once files are read
 */
public record Forecast(
        int files,
        long passages,
        double seconds,
        boolean measured,
        long embeddingRequests,
        long llmCalls,
        int llmPasses,
        boolean captions) {

    /** Share of a file's bytes that is text, where that is not nearly all of them. */
    private static final Map<String, Double> TEXT_SHARE = Map.ofEntries(
            Map.entry("pdf", 0.05),
            Map.entry("docx", 0.1),
            Map.entry("pptx", 0.02),
            Map.entry("xlsx", 0.3),
            Map.entry("doc", 0.1),
            Map.entry("ppt", 0.02),
            Map.entry("xls", 0.2),
            Map.entry("odt", 0.1),
            Map.entry("epub", 0.4),
            Map.entry("rtf", 0.3),
            Map.entry("html", 0.4),
            Map.entry("htm", 0.4),
            Map.entry("ipynb", 0.3),
            Map.entry("eml", 0.5),
            Map.entry("png", 0.001),
            Map.entry("jpg", 0.001),
            Map.entry("jpeg", 0.001));

    /** A token is about four letters, and a passage is seldom full. */
    private static final double LETTERS_A_TOKEN = 4 * 0.75;

    /** Passages a second and core with a small model. */
    private static final double USUAL_SPEED = 8;

    private static final double LLM_SECONDS = 3;
    private static final int ENOUGH = 20;
    private static final int RUNS = 20;

    /** What the work of a plan would cost with these settings. */
    public static Forecast of(Engine engine, Plan plan) {
        var work = plan.items().stream()
                .filter(item -> item.action() == Action.NEW || item.action() == Action.CHANGED)
                .toList();
        var rates = rates(engine, plan.collection());
        double passages = 0;
        for (var item : work) {
            var ending = ending(item.source());
            var rate = rates.get(ending);
            double own = item.bytes()
                    * TEXT_SHARE.getOrDefault(ending, 1.0)
                    / (LETTERS_A_TOKEN * engine.settings().ingestion().chunkSize());
            passages += Math.max(1, rate == null ? own : item.bytes() * rate);
        }
        long whole = Math.round(passages);
        double speed = speed(engine);
        var settings = engine.settings();
        boolean local = settings.embedding().provider().equals("local");
        var batch = settings.embedding().batchSize();
        boolean model = !settings.llm().provider().equals("none");
        int passes = (settings.ingestion().chunkRefiner().useLlm() ? 1 : 0)
                + (settings.ingestion().metadataEnricher().useLlm() ? 1 : 0);
        long calls = model ? whole * passes : 0;
        double usual = USUAL_SPEED * Runtime.getRuntime().availableProcessors();
        double seconds = whole / (speed > 0 ? speed : usual);
        if (speed == 0 && calls > 0) {
            double asking = calls * LLM_SECONDS / settings.llm().concurrency();
            seconds += Math.min(asking, settings.ingestion().llmTimeS());
        }
        return new Forecast(
                work.size(),
                whole,
                Math.round(seconds * 10) / 10.0,
                speed > 0,
                local ? 0 : (whole + (batch == null ? 31 : batch - 1)) / (batch == null ? 32 : batch),
                calls,
                passes,
                settings.visionLlm().enabled());
    }

    /** Passages a byte of what the collection holds already, by ending. */
    private static Map<String, Double> rates(Engine engine, String collection) {
        var bytes = new HashMap<String, Long>();
        var chunks = new HashMap<String, Long>();
        try (var ledger = engine.knownLedger().orElse(null)) {
            var history = ledger == null ? List.<HistoryRow>of() : ledger.history(collection);
            for (var row : history) {
                if (row.chunks() == 0) continue;
                bytes.merge(ending(row.source()), row.bytes(), Long::sum);
                chunks.merge(ending(row.source()), (long) row.chunks(), Long::sum);
            }
        }
        var rates = new HashMap<String, Double>();
        chunks.forEach((ending, n) -> {
            if (n >= ENOUGH) rates.put(ending, (double) n / Math.max(1, bytes.getOrDefault(ending, 1L)));
        });
        return rates;
    }

    /** Passages a second of the last runs on this data folder; 0 where there were none worth counting. */
    private static double speed(Engine engine) {
        try (var jobs = new Jobs(engine)) {
            long chunks = 0;
            double seconds = 0;
            for (var job : jobs.list(RUNS)) {
                boolean counts = job.state() == Job.State.DONE && job.chunks() >= ENOUGH && !isCrawl(job);
                if (!counts || job.startedAt() == null || job.finishedAt() == null) continue;
                chunks += job.chunks();
                seconds += java.time.Duration.between(job.startedAt(), job.finishedAt())
                                .toMillis()
                        / 1000.0;
            }
            return chunks > 0 && seconds > 0 ? chunks / seconds : 0;
        }
    }

    /** Most of whose time is waiting for a site. */
    private static boolean isCrawl(Job job) {
        return job.paths().stream().anyMatch(path -> !FileScan.isFile(path));
    }

    private static String ending(String source) {
        int dot = source.lastIndexOf('.');
        return dot < source.lastIndexOf('/') ? "" : source.substring(dot + 1).toLowerCase(Locale.ROOT);
    }
}
