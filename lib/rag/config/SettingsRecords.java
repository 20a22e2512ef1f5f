package rag.config;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The way from values by key to {@link Settings} and back. Keys follow the names of the record components: {@code
 * ingestion().chunkRefiner().useLlm()} is {@code ingestion.chunk_refiner.use_llm}.
 */
final class SettingsRecords {

    private SettingsRecords() {}

    static Settings build(Map<String, Object> values, List<String> warnings) {
        var all = new LinkedHashMap<>(values);
        all.put("warnings", List.copyOf(warnings));
        return build(Settings.class, "", all);
    }

    /** @param prefix of the record's keys among the values: "", "llm." */
    static <T extends Record> T build(Class<T> type, String prefix, Map<String, Object> values) {
        var components = type.getRecordComponents();
        var types = new Class<?>[components.length];
        var arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            var key = prefix + name(components[i]);
            if (types[i].isRecord()) {
                arguments[i] = build(types[i].asSubclass(Record.class), key + ".", values);
            } else if (types[i].isEnum()) {
                arguments[i] = constant(types[i], "" + values.get(key));
            } else {
                if (!values.containsKey(key)) throw new IllegalStateException("no value for " + key);
                arguments[i] = values.get(key);
            }
        }
        return made(type, types, arguments);
    }

    private static <T extends Record> T made(Class<T> type, Class<?>[] types, Object[] arguments) {
        try {
            return type.getDeclaredConstructor(types).newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("settings don't fit " + type, e);
        }
    }

    /** The same record with other values. @param changes by the names that the file has */
    static <T extends Record> T with(Class<T> type, T record, Map<String, ?> changes) {
        var components = type.getRecordComponents();
        var types = new Class<?>[components.length];
        var values = new LinkedHashMap<String, Object>(components(record));
        values.putAll(changes);
        if (values.size() > components.length) throw new IllegalArgumentException(type + " has not all of " + changes);
        for (int i = 0; i < components.length; i++) types[i] = components[i].getType();
        return made(type, types, values.values().toArray());
    }

    private static Object constant(Class<?> type, String word) {
        for (var constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(word.toUpperCase(Locale.ROOT))) return constant;
        }
        throw new IllegalStateException(type + " has no " + word);
    }

    /** The components by their YAML names, in the order of the record. */
    static Map<String, Object> components(Record settings) {
        var values = new LinkedHashMap<String, Object>();
        for (var component : settings.getClass().getRecordComponents()) {
            try {
                values.put(name(component), component.getAccessor().invoke(settings));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("can't read " + component, e);
            }
        }
        return values;
    }

    private static String name(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
