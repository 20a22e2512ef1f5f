package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.config.Json;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Hyde;
import rag.model.Query;
import rag.model.Verdict;

/** Domains by their profiles, over a real store with a real model. */
class DomainSearchTest extends WithDomain {

    @Test
    void onlyWhatAManifestGaveToTheDomainIsFound() {
        sheet("later.md", "100", ", \"valid_until\": \"2026-12-31\"");
        var search = search("admissions");
        corpus.write("loose.md", "# Fees\n\nThe fee for a term is 999 thaler.");
        assertEquals(
                // the manifest, which lies among them, is one of the two
                List.of("2 documents came without a manifest: the search of the domain 'admissions' does not find"
                        + " them"),
                corpus.ingest(search.domain().collection()).notes());

        assertEquals(Map.of("later.md", "valid"), states(search.ask(on(DAY, "fee for a term"))));
    }

    @Test
    void aQuestionCanNotLeaveTheDomain() {
        sheet("later.md", "100", "");
        var search = search("admissions");

        var named = assertThrows(Failure.class, () -> search.ask(on(DAY, "fee col:knowledge_hub")));
        assertTrue(
                named.getMessage().contains("'admissions_knowledge' only, not in knowledge_hub"), named.getMessage());
        var other = search.ask(on(DAY, "fee", new Condition("business_domain", List.of("another"))));
        assertEquals(Verdict.EMPTY, other.answer().verdict());
    }

    @Test
    void aMadeUpAnswerThatIsAskedForIsAskedForInADomainToo() {
        sheet("later.md", "100", "");
        var plain = on(DAY, "fee").query();
        var wanted = new Query("fee", List.of(), 10, null, Filter.NONE, false, Hyde.ALWAYS, 1, 900);
        var search = search("admissions");

        var query = search.query(new DomainQuery(wanted, DAY, false, false));
        assertEquals(wanted.with(query.collections(), query.filter()), query);
        assertNull(search.query(new DomainQuery(plain, DAY, false, false)).hyde());
        var notes =
                search.ask(new DomainQuery(wanted, DAY, false, false)).answer().notes();
        assertTrue(notes.getFirst().contains("llm.provider is none"), notes.toString());
    }

    @Test
    void filtersAreHeldAgainstTheProfile() {
        sheet("later.md", "100", "");
        var search = search("admissions");

        var value = assertThrows(
                Failure.class, () -> search.ask(on(DAY, "fee", new Condition("source_type", List.of("rumour")))));
        assertTrue(value.getMessage().contains("'source_type' must be one of official_website"), value.getMessage());
        var asked = assertThrows(Failure.class, () -> search.ask(on(DAY, "fee degree_level:high")));
        assertTrue(asked.getMessage().contains("'degree_level' must be one of foundation"), asked.getMessage());
        var key = assertThrows(Failure.class, () -> search.ask(on(DAY, "fee", new Condition("contry", List.of("x")))));
        assertTrue(key.getMessage().contains("unknown filter key 'contry'"), key.getMessage());
        assertTrue(key.getMessage().contains("application_round"), "a declared key is known before a document has it");
        var unused = search.ask(on(DAY, "fee", new Condition("application_round", List.of("early"))));
        assertEquals(Verdict.EMPTY, unused.answer().verdict());
    }

    @Test
    void aDomainWithoutDocumentsSaysHowToFillIt() {
        var search = new DomainSearch(corpus.engine(), corpus.engine().domains().named("admissions"));

        var failure = assertThrows(Failure.class, () -> search.ask(on(DAY, "fee")));

        assertTrue(failure.getMessage().contains("ingest.java --domain admissions --manifest"), failure.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"admissions, admissions", "service-manuals, service_manuals"})
    void everyQuestionOfTheShippedSetFindsItsEvidenceAmongTheFirstThree(String set, String name) throws Exception {
        var domain = corpus.engine().domains().named(name);
        var manifest = Path.of("examples", set, "manifest.jsonl");
        var report = new Ingestion(corpus.engine())
                .run(
                        new IngestRequest(
                                domain.collection(),
                                List.of(),
                                false,
                                false,
                                false,
                                Duration.ofSeconds(5),
                                "test",
                                manifest),
                        Progress.NONE,
                        () -> false);
        assertEquals(List.of(), report.troubles());
        var search = new DomainSearch(corpus.engine(), domain);
        var golden = Json.tree(Files.readString(Path.of("examples", set, "golden.json")));
        for (var test : golden.get("test_cases")) {
            var conditions = new ArrayList<Condition>();
            test.path("filters")
                    .forEachEntry((key, value) -> conditions.add(new Condition(key, List.of(value.asText()))));
            var day = test.has("as_of") ? LocalDate.parse(test.get("as_of").asText()) : null;
            var query =
                    new Query(test.get("query").asText(), List.of(), 3, null, new Filter(conditions), true, 0, null);
            var hits = search.ask(new DomainQuery(query, day, false, false))
                    .answer()
                    .hits();
            var evidence = test.get("expected_evidence");
            if (evidence.isEmpty()) assertEquals(List.of(), hits, test.get("id").asText());
            for (var wanted : evidence) {
                var text = wanted.get("text").asText();
                assertTrue(
                        hits.stream()
                                .map(hit -> hit.chunk())
                                .filter(chunk -> chunk.source()
                                        .endsWith("/" + wanted.get("source").asText()))
                                .filter(chunk -> !wanted.has("page")
                                        || chunk.pages() != null
                                                && chunk.pages().first()
                                                        <= wanted.get("page").asInt()
                                                && chunk.pages().last()
                                                        >= wanted.get("page").asInt())
                                .anyMatch(chunk ->
                                        chunk.text().replaceAll("\\s+", " ").contains(text)),
                        test.get("id") + ": "
                                + hits.stream().map(hit -> hit.chunk().text()).toList());
            }
        }
    }

    @Test
    void anExplanationSaysWhichRuleOfTheDomainLeavesAPassageOutAndHowToAskWithoutIt() {
        sheet("old.md", "100", ", \"valid_until\": \"2025-12-31\"");
        sheet("now.md", "200", ", \"valid_until\": \"2026-12-31\"");
        var search = search("admissions");
        var explain = new Explain(corpus.engine());

        var expired = explain.explain(search, on(DAY, "fee for a term"), "old.md");
        assertEquals("filter", expired.stage());
        assertEquals("its document has expired: valid until 2025-12-31, before 2026-03-01", expired.verdict());
        assertTrue(expired.advice().toString().contains("--include-expired"), "" + expired.advice());

        corpus.write("loose.md", "# Fees\n\nThe fee for a term is 999 thaler.");
        corpus.ingest(search.domain().collection());
        var loose = explain.explain(search, on(DAY, "fee for a term"), "loose.md");
        assertTrue(
                loose.verdict().startsWith("its document was not given to the domain 'admissions'"), loose.verdict());
        assertTrue(loose.advice().toString().contains("--manifest"), "" + loose.advice());

        var own = on(DAY, "fee for a term", new Condition("title", List.of("now.md")));
        assertEquals(
                List.of(
                        "ask without the filter title=now.md, or with one that the passage fulfils",
                        "ask with --include-expired, or with --as-of on a day when it is valid"),
                explain.explain(search, own, "old.md").advice());
    }

    @Test
    void anExplanationOfAWeakAnswerSaysThatTheDomainGivesNone() {
        sheet("now.md", "200", ", \"valid_until\": \"2026-12-31\"");
        var search = search("admissions");
        var asked = on(DAY, "zyzzyva quokka palimpsest");
        assertEquals(List.of(), search.ask(asked).answer().hits());

        var explained = new Explain(corpus.engine()).explain(search, asked, "now.md");
        assertEquals("verdict", explained.stage());
        assertNull(explained.rank());
        assertTrue(
                explained.verdict().startsWith("it would be hit 1 of the answer, but a domain gives no"),
                explained.verdict());
    }
}
