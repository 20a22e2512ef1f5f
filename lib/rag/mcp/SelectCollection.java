package rag.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.model.Failure;

/** A collection is needed, and was not named or is not there: the caller has to choose. */
final class SelectCollection extends Failure {

    private static final long serialVersionUID = 1L;

    private final transient List<Suggestion> suggestions;

    /** @param description "" when nobody described it */
    record Suggestion(String collection, String description, int documents) {}

    /** @param suggestions best first */
    SelectCollection(String message, List<Suggestion> suggestions) {
        super(message);
        this.suggestions = List.copyOf(suggestions);
    }

    /** The properties that an answer of this kind has. */
    static Schema in(Schema output) {
        return output.text("action_required", "\"select_collection\" or \"confirm\": what the caller has to do first")
                .list(
                        "suggestions",
                        "collections to choose from, best first",
                        Schema.object()
                                .text("collection", "")
                                .text("description", "")
                                .whole("documents", "")
                                .required("collection"));
    }

    Result result() {
        var data = new LinkedHashMap<String, Object>();
        data.put(Facts.SUMMARY, Quoted.line("" + getMessage()));
        data.put("action_required", "select_collection");
        var list = new ArrayList<Map<String, Object>>();
        for (var suggestion : suggestions) {
            var row = new LinkedHashMap<String, Object>();
            row.put("collection", suggestion.collection());
            if (!suggestion.description().isEmpty()) row.put("description", suggestion.description());
            row.put("documents", suggestion.documents());
            list.add(row);
        }
        data.put("suggestions", list);
        return Result.of(data).asError();
    }
}
