package rag.engine;

import java.util.List;
import rag.embed.TokenEmbedder;
import rag.model.Failure;
import rag.model.TokenVectors;

/** The models that a reranker may want, for one question. */
final class RerankModels extends SettingsModels {

    private final Scope scope;
    private final QueryPlan plan;

    RerankModels(Engine engine, Scope scope, QueryPlan plan) {
        super(engine);
        this.scope = scope;
        this.plan = plan;
    }

    /** @throws Failure when the collections have no common model, or it shows no tokens, or doesn't know the language */
    @Override
    public Tokens tokens() {
        if (scope.groups().size() > 1) throw new Failure("the collections have different embedding models");
        if (!plan.trust().getFirst().full()) {
            throw new Failure("the collection's embedding model does not know the question's language");
        }
        var group = scope.groups().getFirst();
        var print = group.reader().fingerprint();
        if (!(engine.embedder(group.collections().getFirst(), print) instanceof TokenEmbedder embedder)) {
            throw new Failure("the embedding provider %s shows no vectors of single tokens; local does"
                    .formatted(print.provider()));
        }
        return new Tokens() {

            @Override
            public String model() {
                return print.model();
            }

            @Override
            public TokenVectors question(String text) {
                return embedder.questionTokens(text);
            }

            @Override
            public List<TokenVectors> passages(List<String> texts) {
                return embedder.passageTokens(texts);
            }
        };
    }
}
