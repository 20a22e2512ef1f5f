package rag.config;

/** Environment variables in which people keep their keys. */
public final class ApiKeys {

    private ApiKeys() {}

    /** The variable a provider's own tools read: "OPENAI_API_KEY". */
    public static String variable(String provider) {
        return provider.toUpperCase(java.util.Locale.ROOT) + "_API_KEY";
    }
}
