package rag.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.Map;
import rag.engine.Engine;
import rag.engine.Forecast;
import rag.engine.Plan;

/** What a run would do, and take: what {@code --dry-run} shows. @param counts sources by what is to be done with them */
public record DryRun(@JsonUnwrapped Plan plan, Map<String, Integer> counts, Forecast forecast) {

    public static DryRun of(Engine engine, Plan plan) {
        var counts = new LinkedHashMap<String, Integer>();
        plan.counts().forEach((action, count) -> counts.put(action.key(), count));
        return new DryRun(plan, counts, Forecast.of(engine, plan));
    }
}
