package rag.mcp;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import rag.store.Job;

/** A job as tools show it. */
final class JobFacts {

    private static final int MOST_TROUBLES = 20;

    private JobFacts() {}

    static Schema schema() {
        var trouble = Schema.object()
                .text("source", "")
                .text("state", "")
                .text("reason", "")
                .required("source", "state");
        return Schema.object()
                .text("summary", "")
                .text("job_id", "for ingestion_status")
                .choice("state", "", java.util.List.of("queued", "running", "done", "failed", "cancelled"))
                .text("reason", "why it failed or was cancelled")
                .text("collection", "")
                .texts("paths", "")
                .texts("progress", "stages with what is done of how much")
                .texts("working_on", "documents that are being read now, with the stage they are in")
                .numbers(
                        "counts",
                        "documents by what was done with them (new, changed, unchanged, deleted) and by the"
                                + " state they ended in (ready, partial, failed, unsupported …)")
                .whole("chunks", "passages made so far")
                .whole("images", "")
                .list("troubles", "documents that could not be read, or not all of them", trouble)
                .texts("notes", "")
                .text("started_by", "cli, mcp or dashboard")
                .number("seconds", "how long it has run");
    }

    static Map<String, Object> of(Job job) {
        var data = new LinkedHashMap<String, Object>();
        data.put(Facts.SUMMARY, summary(job));
        data.put("job_id", job.id());
        data.put("state", job.state().key());
        if (!job.reason().isEmpty()) data.put("reason", Quoted.line(job.reason()));
        data.put("collection", job.collection());
        data.put("paths", job.paths().stream().map(Quoted::line).toList());
        if (!job.state().over() && !job.steps().isEmpty()) {
            data.put(
                    "progress",
                    job.steps().stream()
                            .map(s -> "%s %d/%d".formatted(s.stage(), s.done(), s.total()))
                            .toList());
        }
        if (!job.working().isEmpty()) {
            data.put(
                    "working_on",
                    job.working().stream()
                            .map(w -> Quoted.line(w.source()) + " (" + w.stage() + ")")
                            .toList());
        }
        if (!job.counts().isEmpty()) data.put("counts", job.counts());
        data.put("chunks", job.chunks());
        if (job.images() > 0) data.put("images", job.images());
        if (!job.troubles().isEmpty()) {
            data.put(
                    "troubles",
                    job.troubles().stream()
                            .limit(MOST_TROUBLES)
                            .map(JobFacts::trouble)
                            .toList());
        }
        var notes = new java.util.ArrayList<>(job.notes());
        if (job.troubles().size() > MOST_TROUBLES) {
            notes.add("%d more could not be read; list_documents names them"
                    .formatted(job.troubles().size() - MOST_TROUBLES));
        }
        if (!notes.isEmpty()) data.put("notes", notes.stream().map(Quoted::line).toList());
        data.put("started_by", job.startedBy());
        data.put("seconds", seconds(job));
        return data;
    }

    private static Map<String, Object> trouble(Job.Trouble trouble) {
        var row = new LinkedHashMap<String, Object>();
        row.put("source", Quoted.line(trouble.source()));
        row.put("state", trouble.state());
        row.put("reason", Quoted.line(trouble.reason()));
        return row;
    }

    private static double seconds(Job job) {
        if (job.startedAt() == null) return 0;
        var end = job.finishedAt() == null ? job.seenAt() : job.finishedAt();
        return Math.round(Duration.between(job.startedAt(), end).toMillis() / 100.0) / 10.0;
    }

    private static String summary(Job job) {
        return switch (job.state()) {
            case QUEUED -> "Waiting for its turn: another ingestion writes. Ask ingestion_status again later.";
            case RUNNING -> "Running. Ask ingestion_status again in some seconds.";
            case DONE ->
                "Done: "
                        + (job.counts().isEmpty()
                                ? "there was nothing to read."
                                : job.counts().entrySet().stream()
                                                .map(e -> e.getValue() + " " + e.getKey())
                                                .collect(Collectors.joining(", "))
                                        + ".");
            case FAILED -> "Failed: " + Quoted.line(job.reason());
            case CANCELLED -> "Cancelled. What was published by then stays searchable.";
        };
    }
}
