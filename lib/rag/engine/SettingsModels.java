package rag.engine;

import java.util.List;
import rag.config.CacheFolder;
import rag.embed.CrossEncoderModel;
import rag.llm.ChatModel;
import rag.model.Failure;
import rag.rerank.Models;

/** The models that the settings alone name for a reranker. */
class SettingsModels implements Models {

    final Engine engine;

    SettingsModels(Engine engine) {
        this.engine = engine;
    }

    @Override
    public ChatModel chat() {
        return engine.chat().orElseThrow(() -> new Failure("llm.provider is none"));
    }

    @Override
    public Pairs crossEncoder(String name) {
        var model = CrossEncoderModel.open(name, engine.settings().embedding().hub(), CacheFolder.path());
        return new Pairs() {

            @Override
            public List<Pair> scores(String question, List<String> passages) {
                return model.scores(question, passages).stream()
                        .map(scored -> new Pair(scored.score(), scored.cut()))
                        .toList();
            }

            @Override
            public void close() {
                model.close();
            }
        };
    }

    @Override
    public Tokens tokens() {
        throw new Failure("there is no collection whose embedding model could rerank");
    }
}
