package rag.engine;

import java.util.ArrayList;
import java.util.List;
import rag.model.Failure;
import rag.rerank.Listed;
import rag.rerank.Order;
import rag.rerank.RerankException;

/** Asks the reranker of the settings about two sentences, to see whether it answers. */
public final class RerankTrial {

    private static final List<Listed> SENTENCES = List.of(
            new Listed("rain", "It rains, and it will be cold tonight.", 1),
            new Listed("pump", "The pump needs oil every ten days.", 0.5));

    private RerankTrial() {}

    /**
     * Asks it once, within {@code rerank.timeout_s}.
     *
     * @return what it is called: provider/model
     * @throws RerankException when it gives no usable answer
     * @throws Failure when it can't be opened
     */
    public static String run(Engine engine) throws RerankException {
        var name = new ArrayList<String>();
        var judged = Reranking.judged(engine, new SettingsModels(engine), "how is the weather", SENTENCES, name::add);
        Order.of(SENTENCES, judged.scores());
        return name.getFirst();
    }
}
