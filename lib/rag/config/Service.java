package rag.config;

/** What sections of the settings say of a service that answers by OpenAI's protocol. */
public interface Service {

    String provider();

    String model();

    /** "" takes the provider's own. */
    String baseUrl();

    String apiKey();

    String apiVersion();

    /** Seconds for a request, further attempts included. */
    int timeoutS();

    /** Further attempts after an error that may pass. */
    int retries();
}
