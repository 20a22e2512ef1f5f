package rag.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is deleted must be named twice: a model that misread its user names it wrong, and a person sees what goes. */
final class Confirm {

    private Confirm() {}

    /**
     * The answer where the confirmation is missing or names something else; null when it is right.
     *
     * @param names any of these confirms
     * @param going what would be removed, in words
     */
    static @Nullable Result missing(
            @Nullable String confirm, List<String> names, String going, Map<String, Object> facts) {
        if (confirm != null && names.contains(confirm)) return null;
        var data = new LinkedHashMap<String, Object>();
        data.put(
                Facts.SUMMARY,
                (confirm == null ? "Nothing is deleted yet. " : "Nothing is deleted: confirm is not the name. ")
                        + "This would remove " + going
                        + ", and can't be undone. If the user wants that, call again with confirm: \""
                        + names.getFirst() + "\".");
        data.put("action_required", "confirm");
        data.putAll(facts);
        return Result.of(data).asError();
    }
}
