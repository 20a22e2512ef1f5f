package rag.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import rag.model.Hit;

/** Links to the documents of hits, which a client can read whole later. */
final class Links {

    /** Older clients stumble over content of a kind they do not know. */
    private static final String FIRST_REVISION = "2025-06-18";

    private Links() {}

    static List<Map<String, Object>> of(List<Hit> hits, String protocolVersion) {
        var links = new ArrayList<Map<String, Object>>();
        if (protocolVersion.compareTo(FIRST_REVISION) < 0) return links;
        var seen = new LinkedHashSet<String>();
        for (var hit : hits) {
            var chunk = hit.chunk();
            if (!seen.add(chunk.documentId())) continue;
            var link = new LinkedHashMap<String, Object>();
            link.put("type", "resource_link");
            link.put("uri", Passages.uri(chunk.collection(), chunk.documentId()));
            link.put("name", chunk.source().substring(chunk.source().lastIndexOf('/') + 1));
            link.put("title", Quoted.line(chunk.title()));
            link.put("mimeType", "text/markdown");
            links.add(link);
        }
        return links;
    }
}
