package rag.web;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import rag.engine.Engine;

/** An evaluation behind the pages. */
class EvaluationRunTest extends WithWeb {

    /** Fails as a class that can't be loaded does. */
    private static final Clock BROKEN = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            throw new NoClassDefFoundError("rag/eval/Missing");
        }
    };

    @Test
    void anErrorEndsTheRunAndTheNextOneMayBegin() throws Exception {
        web.corpus().write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        web.corpus().ingest("knowledge_hub");
        var set = web.corpus().write("golden.json", """
            {"test_cases": [{"id": "a", "query": "oil", "expected_sources": ["pump.md"]}]}
            """);
        try (var engine = new Engine(web.corpus().engine().settings(), BROKEN)) {
            var run = new EvaluationRun(engine);
            for (int i = 0; i < 2; i++) {
                run.start(set, "knowledge_hub", 10);
                for (int t = 0; t < 400 && run.state().running(); t++) Thread.sleep(50);
                assertFalse(run.state().running());
                assertTrue(
                        run.state().error().contains("rag/eval/Missing"),
                        run.state().error());
            }
        }
    }
}
