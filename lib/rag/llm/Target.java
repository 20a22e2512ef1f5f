package rag.llm;

import java.net.URI;
import rag.config.ApiKeys;
import rag.config.Provider;
import rag.config.Secrets;
import rag.config.Service;
import rag.config.Settings;

/**
 * Where a service is and how patient to be with it.
 *
 * @param section of the settings, for messages: "llm"
 * @param what it is, for messages: "the chat model"
 * @param baseUrl "" where the client library knows it
 * @param keyVariable where people keep its key, for messages
 * @param timeoutS seconds for a request, further attempts included
 * @param retries further attempts after an error that may pass
 */
public record Target(
        String section,
        String what,
        String provider,
        String model,
        String baseUrl,
        String apiKey,
        String apiVersion,
        String keyVariable,
        int timeoutS,
        int retries) {

    private static final int RERANK_RETRIES = 2;

    public Target {
        Secrets.register(apiKey);
        baseUrl = baseUrl.replaceFirst("/+$", "");
    }

    /** The one that a section of the settings describes. */
    public static Target of(String section, String what, Service service) {
        var url = service.baseUrl();
        return new Target(
                section,
                what,
                service.provider(),
                service.model(),
                url.isEmpty() ? Provider.named(service.provider()).url() : url,
                service.apiKey(),
                service.apiVersion(),
                ApiKeys.variable(service.provider()),
                service.timeoutS(),
                service.retries());
    }

    /** A service that reranks, at its full address. */
    public static Target reranker(Settings.Rerank settings, String address, String model, int timeoutS) {
        return new Target(
                "rerank",
                "the reranker",
                settings.provider(),
                model,
                address,
                settings.apiKey(),
                "",
                ApiKeys.reranker(settings.provider()),
                timeoutS,
                RERANK_RETRIES);
    }

    /** Host and port, without a password that may stand before them. */
    public String host() {
        var authority =
                baseUrl.isEmpty() ? "api.openai.com" : URI.create(baseUrl).getRawAuthority();
        return authority.substring(authority.indexOf('@') + 1);
    }

    /** For messages: "the embedding service at localhost:11434". */
    public String name() {
        return what + " at " + host();
    }

    @Override
    public String toString() {
        return "%s %s/%s at %s".formatted(what, provider, model, Secrets.mask(baseUrl));
    }
}
