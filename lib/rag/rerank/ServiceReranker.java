package rag.rerank;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.config.ApiKeys;
import rag.config.Json;
import rag.config.Secrets;
import rag.config.Settings;
import rag.rerank.Judged.Score;

/**
 * A service that judges passages: Cohere's, or an endpoint that speaks nearly so ({@code POST …/rerank} with model,
 * query and documents), as llama.cpp, vLLM, Jina and Voyage do. Text Embeddings Inference calls its documents texts and
 * says so when it refuses; from then on it is asked in its own words.
 */
final class ServiceReranker implements Reranker {

    private static final String COHERE = "https://api.cohere.com";
    private static final String COHERE_MODEL = "rerank-v3.5";
    private static final int ATTEMPTS = 3;
    private static final long FIRST_WAIT_MS = 300;
    private static final int MOST_SAID = 200;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final String provider;
    private final URI address;
    private final String model;
    private final String key;
    private final int timeoutS;

    /** Whether it is known to call the passages texts. */
    private volatile boolean texts;

    ServiceReranker(Settings.Rerank settings, int timeoutS) {
        this.provider = settings.provider();
        boolean cohere = provider.equals("cohere");
        this.address = address(cohere && settings.baseUrl().isEmpty() ? COHERE : settings.baseUrl(), cohere);
        this.model = cohere && settings.model().isEmpty() ? COHERE_MODEL : settings.model();
        this.key = settings.apiKey();
        this.timeoutS = timeoutS;
        Secrets.register(key);
    }

    private static URI address(String base, boolean cohere) {
        var plain = base.replaceFirst("/+$", "");
        if (plain.endsWith("/rerank")) return URI.create(plain);
        if (!cohere) return URI.create(plain + "/rerank");
        return URI.create(plain.matches(".*/v\\d+") ? plain + "/rerank" : plain + "/v2/rerank");
    }

    @Override
    public String name() {
        return provider + "/" + (model.isEmpty() ? authority() : model);
    }

    @Override
    public Judged judge(String question, List<Listed> listed) throws RerankException {
        var passages = listed.stream().map(Listed::text).toList();
        long end = System.nanoTime() + Duration.ofSeconds(timeoutS).toNanos();
        var response = send(body(question, passages), end);
        if (response.statusCode() == 422 && !texts && response.body().contains("texts")) {
            texts = true;
            response = send(body(question, passages), end);
        }
        if (response.statusCode() != 200) throw new RerankException(said(response));
        return new Judged(scores(response.body(), listed), Map.of(), "");
    }

    private String body(String question, List<String> passages) {
        var body = new LinkedHashMap<String, Object>();
        if (!model.isEmpty()) body.put("model", model);
        body.put("query", question);
        body.put(texts ? "texts" : "documents", passages);
        if (texts) body.put("truncate", true); // else one passage too long refuses them all
        return Json.line(body);
    }

    /** One request, tried again within the time limit where that may help. @return a result, or a refusal that stays */
    private HttpResponse<String> send(String body, long end) throws RerankException {
        for (int attempt = 1; ; attempt++) {
            String reason;
            long wait = FIRST_WAIT_MS << attempt - 1;
            try {
                var left = Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()));
                var response = client.send(request(body, left), BodyHandlers.ofString());
                if (!mayPass(response.statusCode())) return response;
                reason = said(response);
                wait = retryAfterMs(response, wait);
            } catch (HttpTimeoutException e) {
                throw new RerankException("%s did not answer within %d s".formatted(host(), timeoutS));
            } catch (IOException e) {
                reason = "the connection to %s failed (%s)".formatted(host(), words(e));
            } catch (InterruptedException e) {
                throw interrupted();
            }
            if (attempt == ATTEMPTS) throw new RerankException(reason + " in %d attempts".formatted(attempt));
            if (System.nanoTime() + wait * 1_000_000 > end) {
                throw new RerankException(
                        "%s, and to wait %.1f s more is over rerank.timeout_s".formatted(reason, wait / 1000.0));
            }
            pause(wait);
        }
    }

    private HttpRequest request(String body, Duration timeout) {
        var request = HttpRequest.newBuilder(address)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!key.isEmpty()) request.header("Authorization", "Bearer " + key);
        return request.build();
    }

    private static boolean mayPass(int status) {
        return status == 408 || status == 429 || status >= 500;
    }

    private static long retryAfterMs(HttpResponse<?> response, long otherwise) {
        return response.headers()
                .firstValue("retry-after")
                .filter(seconds -> seconds.matches("\\d{1,6}(\\.\\d+)?"))
                .map(seconds -> (long) (Double.parseDouble(seconds) * 1000))
                .orElse(otherwise);
    }

    private String said(HttpResponse<String> response) {
        int status = response.statusCode();
        return switch (status) {
            case 401, 403 ->
                "%s does not accept the key (%d): set rerank.api_key, or the variable %s"
                        .formatted(host(), status, ApiKeys.reranker(provider));
            case 404 ->
                "%s knows no such model or address (404): see rerank.model (%s) and rerank.base_url"
                        .formatted(host(), model);
            default -> "%s failed (%d: %s)".formatted(host(), status, shortened(response.body()));
        };
    }

    private static List<Score> scores(String body, List<Listed> listed) throws RerankException {
        try {
            var answer = Json.tree(body);
            var results = answer.isArray() ? answer : answer.path(answer.has("data") ? "data" : "results");
            if (!results.isArray()) throw new RerankException("it answers without a list of results");
            var scores = new ArrayList<Score>();
            for (var result : results) {
                int index = result.path("index").asInt(-1);
                if (index < 0 || index >= listed.size()) {
                    throw new RerankException("it names a passage that it was not given");
                }
                var score = result.path(result.has("score") ? "score" : "relevance_score");
                scores.add(new Score(listed.get(index).id(), score.isNumber() ? score.doubleValue() : Double.NaN));
            }
            return scores;
        } catch (JsonProcessingException e) {
            throw new RerankException("it answers with something that is no JSON");
        }
    }

    private String host() {
        return "the reranker at " + authority();
    }

    private String authority() {
        return address.getAuthority().replaceFirst("^.*@", "");
    }

    private static String words(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : Secrets.mask(e.getMessage());
    }

    private static String shortened(String said) {
        var line = Secrets.mask(said).replaceAll("\\s+", " ").strip();
        return line.length() <= MOST_SAID ? line : line.substring(0, MOST_SAID) + "…";
    }

    private static void pause(long ms) throws RerankException {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static RerankException interrupted() {
        Thread.currentThread().interrupt();
        return new RerankException("it was interrupted");
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
