package rag.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import rag.model.Document;
import rag.model.Field;

/** Brings what a document says of itself into the types that are declared for its collection. */
final class TypedMetadata {

    private TypedMetadata() {}

    /** The document with its values as numbers and days; one that is none stays as it is, and is a problem. */
    static Document of(Document document, Map<String, Field> declared) {
        if (declared.isEmpty()) return document;
        var metadata = new LinkedHashMap<String, Object>();
        var problems = new ArrayList<>(document.problems());
        document.metadata().forEach((key, value) -> {
            var field = declared.get(key.toLowerCase(Locale.ROOT));
            if (field == null) {
                metadata.put(key, value);
                return;
            }
            var typed = field.type().read(value);
            metadata.put(key, typed.orElse(value));
            if (typed.isEmpty()) {
                problems.add("metadata %s must be %s, not '%s'"
                        .formatted(key, field.type().words(), value));
            }
        });
        return new Document(
                document.title(),
                document.type(),
                metadata,
                document.text(),
                document.blocks(),
                document.pages(),
                document.images(),
                problems);
    }
}
