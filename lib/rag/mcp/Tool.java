package rag.mcp;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A tool: how a client sees it, and what it does. Each is a class of its own that is named in {@link Hub}. */
interface Tool {

    /** What the client is told; see {@link Told}. */
    Told told();

    Result answer(Visit visit) throws Exception;

    /**
     * How a client sees a tool.
     *
     * @param output null where the answer is no data but pictures
     */
    record Told(
            String name,
            String title,
            String description,
            Schema input,
            @Nullable Schema output,
            Effects effects) {

        Map<String, Object> json() {
            var json = new LinkedHashMap<String, Object>();
            json.put("name", name);
            json.put("title", title);
            json.put("description", description);
            json.put("inputSchema", input.json());
            if (output != null) json.put("outputSchema", output.json());
            var hints = new LinkedHashMap<String, Object>();
            hints.put("title", title);
            hints.put("readOnlyHint", effects == Effects.NONE);
            hints.put("destructiveHint", REMOVING.contains(effects));
            hints.put("idempotentHint", effects != Effects.ADDS);
            hints.put("openWorldHint", effects == Effects.FETCHES);
            json.put("annotations", hints);
            return json;
        }
    }

    Set<Effects> REMOVING = EnumSet.of(Effects.REPLACES, Effects.FETCHES, Effects.DESTROYS);

    /** What a call changes; a client asks its user accordingly. */
    enum Effects {
        NONE,
        /** Adds something with each call. */
        ADDS,
        /** Adds something; the same call again changes nothing more. */
        SETS,
        /** Adds something, and may take the place of what was there or remove it; the same call again changes nothing more. */
        REPLACES,
        /** Like {@link #REPLACES}, with what it finds outside of this machine. */
        FETCHES,
        DESTROYS
    }
}
