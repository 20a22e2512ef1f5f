package rag.mcp;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import rag.engine.IngestRequest;
import rag.mcp.wire.Call;
import rag.mcp.wire.Stop;
import rag.store.Job;

/** {@code index_documents}: brings a collection in step with a folder, as a job that goes on after the answer. */
final class IndexDocuments implements Tool {

    private static final Duration LOOK = Duration.ofMillis(500);

    @Override
    public Told told() {
        var input = Schema.object()
                .text("path", "A file or folder, absolute, inside the folders that the server may read.", 4000)
                .text(
                        "collection",
                        "An existing collection; manage_collection makes one. Default: the default one.",
                        64)
                .flag("force", "Read all files again, known or not.", false)
                .flag("prune", "Remove documents whose files have left the folder.", false)
                .whole("wait_s", "Seconds to wait for the end before answering with the state so far.", 0, 50, 20)
                .required("path");
        return new Told(
                "index_documents",
                "Index documents",
                "Reads a file or folder into a collection: what is new or changed, and nothing else. Runs as a job: the"
                        + " answer comes when it ends or after wait_s, with a job_id for ingestion_status. Documents"
                        + " become searchable as they are done; nothing is lost when it is cancelled. Look first with"
                        + " inspect_directory.",
                input,
                SelectCollection.in(JobFacts.schema()),
                Effects.REPLACES);
    }

    @Override
    public Result answer(Visit visit) {
        var engine = visit.engine();
        var path = Roots.inside(engine, visit.text("path"));
        var collection = new CollectionChoice(engine).oneToFill(visit.optional("collection"));
        var request = new IngestRequest(
                collection,
                List.of(path),
                visit.flag("force", false),
                visit.flag("prune", false),
                false,
                Duration.ZERO,
                "mcp_server.java");
        var job = visit.jobs().start(request, "mcp");
        return Result.of(JobFacts.of(watched(visit, job.id(), visit.whole("wait_s", 20))));
    }

    /**
     * The job when it is over, or as it is when the call is so many seconds old or ends otherwise; a client that takes
     * its call back takes the job back, too.
     */
    static Job watched(Visit visit, String id, int seconds) {
        var call = visit.call();
        var jobs = visit.jobs();
        var job = jobs.status(id).orElseThrow();
        long told = 0;
        while (!job.state().over() && call.age().toSeconds() < seconds) {
            job = jobs.await(id, LOOK).orElseThrow();
            var stopped = call.stopped();
            if (stopped != null) return stopped == Stop.WITHDRAWN ? jobs.cancel(id) : job;
            if (!job.state().over()) told = tell(call, job, told);
        }
        return job;
    }

    /** Progress must grow; it starts anew with a stage, so all stages count together. */
    private static long tell(Call call, Job job, long told) {
        long done = job.steps().stream().mapToLong(Job.Step::done).sum();
        long total = job.steps().stream().mapToLong(Job.Step::total).sum();
        if (done <= told || done == total) return told; // clients take a last one beside the answer for a stray
        var last = job.steps().getLast();
        var at = job.working().isEmpty() ? "" : ", " + job.working().getFirst().source();
        var message = "%s %d/%d%s".formatted(last.stage(), last.done(), last.total(), at);
        try {
            call.progress((double) done, (double) total, message);
        } catch (CancellationException e) {
            return told; // the next look at the call sees why
        }
        return done;
    }
}
