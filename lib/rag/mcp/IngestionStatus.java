package rag.mcp;

import rag.model.Failure;

/** {@code ingestion_status}: how far a job is, and a way to stop it. */
final class IngestionStatus implements Tool {

    @Override
    public Told told() {
        var input = Schema.object()
                .text("job_id", "As index_documents gave it. Default: the newest job, whoever started it.", 100)
                .flag("cancel", "Stop it between two documents; what is published stays.", false);
        return new Told(
                "ingestion_status",
                "Ingestion status",
                "Shows how far an ingestion is, by stage and document, what became of each document, and why some"
                        + " could not be read. Sees the jobs of all processes, also those of the command line. With"
                        + " cancel, stops one.",
                input,
                JobFacts.schema(),
                Effects.SETS);
    }

    @Override
    public Result answer(Visit visit) {
        var jobs = visit.jobs();
        var named = visit.optional("job_id");
        var job = named == null ? jobs.list(1).stream().findFirst() : jobs.status(named);
        if (job.isEmpty()) {
            throw new Failure(
                    named == null
                            ? "No ingestion has run yet. index_documents starts one."
                            : "There is no job '" + named + "'. Leave job_id out to see the newest.");
        }
        return Result.of(
                JobFacts.of(visit.flag("cancel", false) ? jobs.cancel(job.get().id()) : job.get()));
    }
}
