package rag.engine;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.model.Failure;

/** Names passages in a few words, file and first line; for reports. */
public record Labels(Engine engine, List<String> collections) {

    /** By id; ids that are not there are left out. */
    public Map<String, String> of(List<String> ids) {
        try (var scope = Scope.open(engine.store(), collections)) {
            var labels = new LinkedHashMap<String, String>();
            for (var chunk : scope.chunks(ids)) {
                var file = chunk.source().substring(chunk.source().lastIndexOf('/') + 1);
                labels.put(chunk.id(), file + ": " + chunk.text().strip().replaceAll("\\s+", " "));
            }
            return labels;
        } catch (IOException e) {
            throw new Failure("could not read the passages: " + Failure.words(e), e);
        }
    }
}
