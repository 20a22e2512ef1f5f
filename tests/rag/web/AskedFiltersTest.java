package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.engine.Search;
import rag.eval.GoldenReader;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;
import rag.model.Hit;
import rag.model.Query;
import rag.retrieve.FilterText;
import rag.trace.Trace;
import rag.trace.TraceLog;

/** A filter goes through the pages as it was asked: explained, asked again, and kept in a case. */
class AskedFiltersTest extends WithWeb {

    private static final String QUESTION = "when does the pump need oil";

    @BeforeEach
    void documents() {
        var facts = "---\nauthor: \"Smith, John\"\nyear: 2024\nvalid_until: 2027-01-31\n---\n";
        web.corpus().write("pump.md", facts + "# Pump\n\nThe cooling pump needs oil every ten days.");
        web.corpus().write("pump.txt", "The old pump needs oil every day.");
        web.corpus().ingest("knowledge_hub");
    }

    private static Filter filter(Condition... conditions) {
        return new Filter(List.of(conditions));
    }

    private static final Filter LIST = filter(new Condition("type", List.of("pdf", "markdown")));

    /** As the domains keep out what has expired and what is superseded; more values than a text shows. */
    private static final Filter RULES = filter(
            new Condition("valid_until", Operator.OUTSIDE, List.of("", "2026-03-13")),
            new Condition(
                    "document",
                    Operator.NONE_OF,
                    IntStream.range(0, 900).mapToObj("doc_%016x"::formatted).toList()),
            new Condition("author", List.of("Smith, John")));

    /** Asked by another process. @return the trace's id */
    private String asked(Filter filter) {
        var engine = web.corpus().engine();
        var run =
                new Search(engine).run(new Query(QUESTION, List.of("knowledge_hub"), 7, null, filter, false, 0, null));
        assertEquals(
                List.of("pump.md"),
                run.answer().hits().stream().map(AskedFiltersTest::name).toList());
        web.corpus().settle();
        return run.answer().traceId();
    }

    private static String name(Hit hit) {
        return hit.chunk().source().replaceAll(".*/", "");
    }

    private String explained(String trace) {
        var answer = web.post("/queries/" + trace + "/explain", "passage", "cooling pump needs oil");
        assertEquals(200, answer.statusCode(), answer.body());
        return answer.body();
    }

    @Test
    void aPassageThatWasHitIsExplainedAsHit() {
        for (var filter : List.of(LIST, RULES)) {
            var page = explained(asked(filter));
            assertTrue(page.contains("id=\"explained-title\">Returned"), page);
        }
    }

    @Test
    void askingAgainFillsTheFormAsItWas() {
        for (var filter : List.of(LIST, RULES)) {
            var link = Pattern.compile("href=\"(/queries\\?again=[^\"#]+)#query\"")
                    .matcher(web.page("/queries/" + asked(filter)));
            assertTrue(link.find());
            var form = web.page(link.group(1));
            var field = Pattern.compile("name=\"filter\" value=\"([^\"]*)\"").matcher(form);
            assertTrue(field.find());
            assertEquals(filter, FilterText.read(field.group(1).replace("&quot;", "\"")));
            assertTrue(form.contains("name=\"top_k\" min=\"1\" max=\"1000\" value=\"7\""), form);
            assertTrue(form.contains("value=\"" + QUESTION + "\""), form);
            assertTrue(form.contains("name=\"no_rerank\" value=\"1\" checked"), form);
        }
    }

    @Test
    void aCaseKeepsTheFilter() {
        var kept = new ArrayList<Filter>();
        for (var filter : List.of(LIST, RULES)) {
            kept.add(filter);
            var id = asked(filter);
            var chunk = Pattern.compile("name=\"chunk\" value=\"([^\"]+)\"").matcher(web.page("/queries/" + id));
            assertTrue(chunk.find());
            assertEquals(
                    303,
                    web.post("/cases", "trace", id, "chunk", chunk.group(1)).statusCode());
            var cases = GoldenReader.read(folder.resolve("data/golden.json")).cases();
            assertEquals(kept, cases.stream().map(c -> c.filter()).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "type=pdf,markdown",
                "year>=2024, type=markdown",
                "year=2020..2024",
                "type=mark*",
                "author=\"Smith, John\"",
                "type!=text",
                "valid_until!=..2026-03-13\ntype=pdf, markdown"
            })
    void theFormReadsEveryFormOfAFilter(String written) {
        var answer = web.post("/queries/run", "query", QUESTION, "filter", written);
        assertEquals(303, answer.statusCode(), answer.body());
        var page = web.page(answer.headers().firstValue("Location").orElseThrow());
        var ids = new ArrayList<String>();
        Pattern.compile("name=\"chunk\" value=\"([^\"]+)\"")
                .matcher(page)
                .results()
                .forEach(m -> ids.add(m.group(1)));
        assertEquals(1, ids.stream().distinct().count(), page);
    }

    private String old(String filter) {
        var engine = web.corpus().engine();
        var trace = engine.trace(Trace.Type.QUERY);
        trace.put("query", QUESTION).put("top_k", 10).put("filter", filter);
        trace.put("collections", List.of("knowledge_hub")).put("verdict", "ok");
        var observed = engine.settings().observability();
        new TraceLog(observed.traceFile(), observed.maxMb()).append(trace.finish());
        return trace.id();
    }

    @Test
    void aPlainFilterOfAnOldTraceIsReadAndAnyOtherIsSaidToBeLost() {
        assertTrue(explained(old("type=markdown, year=2024")).contains("id=\"explained-title\">Returned"));
        for (var lost : List.of(
                "type=pdf|markdown",
                "type!=text",
                "year=2020..2024",
                "type=mark*",
                "author=Smith, John",
                "a=b, … (12 values)")) {
            var id = old(lost);
            var page = web.page("/queries/" + id);
            assertFalse(page.contains("again="), lost);
            assertTrue(page.contains("can’t be read back"), lost);
            var answer = web.post("/queries/" + id + "/explain", "passage", "oil");
            assertEquals(400, answer.statusCode(), lost);
            assertTrue(answer.body().contains("read back"), answer.body());
            assertEquals(400, web.get("/queries?again=" + id).statusCode());
        }
    }
}
