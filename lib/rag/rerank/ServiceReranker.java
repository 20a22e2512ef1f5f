package rag.rerank;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.config.Json;
import rag.config.Settings;
import rag.llm.EndpointException;
import rag.llm.EndpointException.Kind;
import rag.llm.JsonEndpoint;
import rag.llm.Target;
import rag.rerank.Judged.Score;

/**
 * A service that judges passages: Cohere's, or an endpoint that speaks nearly so ({@code POST …/rerank} with model,
 * query and documents), as llama.cpp, vLLM, Jina and Voyage do. Text Embeddings Inference calls its documents texts and
 * says so when it refuses; from then on it is asked in its own words.
 */
final class ServiceReranker implements Reranker {

    private static final String COHERE = "https://api.cohere.com";
    private static final String COHERE_MODEL = "rerank-v3.5";

    private final Target target;
    private final JsonEndpoint endpoint;

    /** Whether it is known to call the passages texts. */
    private volatile boolean texts;

    ServiceReranker(Settings.Rerank settings, int timeoutS) {
        boolean cohere = settings.provider().equals("cohere");
        var address = address(cohere && settings.baseUrl().isEmpty() ? COHERE : settings.baseUrl(), cohere);
        var model = cohere && settings.model().isEmpty() ? COHERE_MODEL : settings.model();
        this.target = Target.reranker(settings, address, model, timeoutS);
        this.endpoint = new JsonEndpoint(target);
    }

    private static String address(String base, boolean cohere) {
        int query = base.indexOf('?');
        if (query >= 0) return address(base.substring(0, query), cohere) + base.substring(query);
        var plain = base.replaceFirst("/+$", "");
        if (plain.endsWith("/rerank")) return plain;
        return cohere && !plain.matches(".*/v\\d+") ? plain + "/v2/rerank" : plain + "/rerank";
    }

    @Override
    public String name() {
        return target.provider() + "/" + (target.model().isEmpty() ? target.host() : target.model());
    }

    @Override
    public Judged judge(String question, List<Listed> listed) throws RerankException {
        var passages = listed.stream().map(Listed::text).toList();
        long end = endpoint.end();
        try {
            return new Judged(scores(answer(question, passages, end), listed), Map.of(), "");
        } catch (EndpointException e) {
            throw new RerankException(e.inWords(target.name()), e);
        }
    }

    private String answer(String question, List<String> passages, long end) throws EndpointException {
        try {
            return endpoint.post(body(question, passages), end);
        } catch (EndpointException e) {
            if (texts || e.kind() != Kind.REFUSED || !("" + e.getMessage()).contains("texts")) throw e;
            texts = true;
            return endpoint.post(body(question, passages), end);
        }
    }

    private String body(String question, List<String> passages) {
        var body = new LinkedHashMap<String, Object>();
        if (!target.model().isEmpty()) body.put("model", target.model());
        body.put("query", question);
        body.put(texts ? "texts" : "documents", passages);
        if (texts) body.put("truncate", true); // else one passage too long refuses them all
        return Json.line(body);
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

    @Override
    public void close() {
        endpoint.close();
    }
}
