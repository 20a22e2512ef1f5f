package rag.web;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Visits a dashboard whose data folder can't be written, and says a line of each answer. */
final class ReadOnlyVisitor {

    private static final String SAID = "cannot be written by this user. Searching it still works";

    private ReadOnlyVisitor() {}

    public static void main(String[] arguments) {
        var folder = Path.of(arguments[0]);
        try (var web = new Web(folder)) {
            for (var page : List.of("/", "/data", "/ingest", "/queries", "/collections", "/evaluation")) {
                var answer = web.get(page);
                System.out.println(answer.statusCode() + " " + answer.body().contains("Read only: this user"));
            }
            var docs = web.corpus().docs().toString();
            for (var refused : List.of(
                    web.upload("a.md", "text".getBytes(StandardCharsets.UTF_8)),
                    web.post("/ingest/folder", "path", docs),
                    web.post("/collections/describe", "collection", "knowledge_hub", "description", "new"))) {
                System.out.println(refused.statusCode() + " " + refused.body().contains(SAID));
            }
            var asked = web.post("/queries/run", "query", "pump");
            System.out.println(web.page(asked.headers().firstValue("Location").orElseThrow())
                    .contains("pump.md"));
        }
    }
}
