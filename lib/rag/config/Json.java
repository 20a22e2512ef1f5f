package rag.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JSON as it is written everywhere: snake_case names, nothing for null, one line unless asked. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .addModule(new SimpleModule()
                    .addSerializer(new LowerCase())
                    .addSerializer(new OrNull())
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addSerializer(LocalDate.class, ToStringSerializer.instance))
            .build();

    private static final JsonFactory LENIENT = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .build();

    /** Enums as everywhere outside the code: ready, too_large. */
    private static final class LowerCase extends StdSerializer<Enum<?>> {

        private static final long serialVersionUID = 1L;

        private LowerCase() {
            super(Enum.class, false);
        }

        @Override
        public void serialize(Enum<?> value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.name().toLowerCase(Locale.ROOT));
        }
    }

    /** An Optional is its value, or null. */
    private static final class OrNull extends StdSerializer<Optional<?>> {

        private static final long serialVersionUID = 1L;

        private OrNull() {
            super(Optional.class, false);
        }

        @Override
        public void serialize(Optional<?> value, JsonGenerator out, SerializerProvider provider) throws IOException {
            provider.defaultSerializeValue(value.orElse(null), out);
        }
    }

    /** For types that say themselves what their JSON is called; made when first needed. */
    private static final class Plain {

        private static final JsonMapper MAPPER = JsonMapper.builder()
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .build();
    }

    /** One whole value from an outside; what follows it is an error, too. */
    private static final ObjectReader STRICT =
            MAPPER.readerFor(Object.class).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {}

    public static String line(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not writable as JSON: " + value.getClass(), e);
        }
    }

    /** What {@link #line} gives, in UTF-8: a third quicker. */
    public static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not writable as JSON: " + value.getClass(), e);
        }
    }

    public static String pretty(Object value) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not writable as JSON: " + value.getClass(), e);
        }
    }

    /** A value at the start of a text. @param length characters it takes, blanks before it included */
    public record Read(JsonNode value, int length) {}

    /**
     * The value that a text begins with, whatever stands behind it; written as people and models do: commas at the end,
     * comments, line ends within texts.
     */
    public static Read lenient(String text) throws JsonProcessingException {
        try (var parser = LENIENT.createParser(text)) {
            JsonNode value = MAPPER.readTree(parser);
            return new Read(value, (int) parser.currentLocation().getCharOffset());
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a text in memory gives none
        }
    }

    public static JsonNode tree(String json) throws JsonProcessingException {
        return MAPPER.readTree(json);
    }

    /**
     * The entries of one JSON object and nothing behind it.
     *
     * @throws JsonProcessingException also for a key that stands twice, which other readers take in silence
     */
    public static Map<String, Object> object(String json) throws JsonProcessingException {
        return MAPPER.readerForMapOf(Object.class)
                .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readValue(json);
    }

    public static <T> T read(String json, Class<T> type) throws JsonProcessingException {
        return MAPPER.readValue(json, type);
    }

    /** A text that is one JSON value and nothing else, as Map, List, String, Number, Boolean or null. */
    @Nullable
    public static Object value(String json) throws JsonProcessingException {
        return STRICT.readValue(json);
    }

    /** Maps and lists as a type of somebody else, or such a type as them, by the names its annotations give. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // the caller names the type, which may be generic
    public static <T> T convert(Object value, Type type) {
        return Plain.MAPPER.convertValue(value, Plain.MAPPER.constructType(type));
    }
}
