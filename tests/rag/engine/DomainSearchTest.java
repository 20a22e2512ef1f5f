package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.config.Json;
import rag.engine.Standing.State;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Query;
import rag.model.Verdict;

/** Domains by their profiles, over a real store with a real model. */
class DomainSearchTest {

    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

    @TempDir
    Path folder;

    private Corpus corpus;
    private final List<String> lines = new ArrayList<>();

    @BeforeEach
    void open() {
        corpus = new Corpus(folder, Map.of());
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private void sheet(String name, String fee, String more) {
        corpus.write(name, "# Fees\n\nThe fee for a term is " + fee + " thaler, to be paid in advance.");
        lines.add("{\"document_path\": \"%s\", \"title\": \"%s\", \"country\": \"Norvia\", \"source_type\": \"faq\"%s}"
                .formatted(name, name, more));
    }

    private void manual(String name, String oil, String more) {
        corpus.write(name, "# Oil\n\nFill " + oil + " litres of oil into the compressor.");
        lines.add(
                "{\"document_path\": \"%s\", \"title\": \"%s\", \"manufacturer\": \"Torvald\", \"manual_type\": \"service\"%s}"
                        .formatted(name, name, more));
    }

    private DomainSearch search(String domain) {
        var file = corpus.write("manifest.jsonl", String.join("\n", lines));
        var search = new DomainSearch(corpus.engine(), corpus.engine().domains().named(domain));
        var collection = search.domain().collection();
        new Ingestion(corpus.engine())
                .run(
                        new IngestRequest(
                                collection, List.of(), false, true, true, Duration.ofSeconds(5), "test", file),
                        Progress.NONE,
                        () -> false);
        return search;
    }

    private static DomainQuery on(LocalDate day, String text, Condition... conditions) {
        var query = new Query(text, List.of(), 10, null, new Filter(List.of(conditions)), true, 0, null);
        return new DomainQuery(query, day, false, false);
    }

    private static DomainQuery all(DomainQuery query) {
        return new DomainQuery(query.query(), query.asOf(), true, true);
    }

    /** States of the hits by file. */
    private static Map<String, String> states(DomainAnswer answer) {
        var states = new TreeMap<String, String>();
        for (int i = 0; i < answer.standings().size(); i++) {
            var source = answer.answer().hits().get(i).chunk().source();
            states.put(
                    Path.of(source).getFileName().toString(),
                    answer.standings().get(i).state().key());
        }
        return states;
    }

    @Test
    void whatExpiredBeforeTheBusinessDateIsLeftOutAndWhatCanNotBeReadIsMarked() {
        sheet("later.md", "100", ", \"valid_until\": \"2026-12-31\"");
        sheet("lastday.md", "200", ", \"valid_until\": \"2026-03-01\"");
        sheet("dayafter.md", "300", ", \"valid_until\": \"2026-02-28\"");
        sheet("none.md", "400", "");
        sheet("words.md", "500", ", \"valid_until\": \"end of term\"");
        sheet("noday.md", "600", ", \"valid_until\": \"2026-02-30\"");
        var search = search("admissions");

        assertEquals(
                Map.of(
                        "later.md", "valid",
                        "lastday.md", "valid",
                        "none.md", "needs_review",
                        "words.md", "needs_review",
                        "noday.md", "needs_review"),
                states(search.ask(on(DAY, "fee for a term"))));
        var all = search.ask(all(on(DAY, "fee for a term")));
        assertEquals("expired", states(all).get("dayafter.md"));
        assertEquals(6, all.standings().size());
        assertEquals(
                Map.of(
                        State.VALID,
                        2,
                        State.NEEDS_REVIEW,
                        3,
                        State.SUPERSEDED,
                        0,
                        State.NOT_YET_VALID,
                        0,
                        State.EXPIRED,
                        1),
                search.counts(DAY));
    }

    @Test
    void whatBeginsAfterTheBusinessDateIsLeftOutAndWhatDoesNotSayWhenHasBegun() {
        var end = ", \"valid_until\": \"2027-12-31\"";
        sheet("firstday.md", "100", end + ", \"valid_from\": \"2026-03-01\"");
        sheet("daybefore.md", "200", end + ", \"valid_from\": \"2026-03-02\"");
        sheet("none.md", "300", end);
        sheet("words.md", "400", end + ", \"valid_from\": \"next term\"");
        var search = search("admissions");

        assertEquals(
                Map.of("firstday.md", "valid", "none.md", "valid", "words.md", "needs_review"),
                states(search.ask(on(DAY, "fee for a term"))));
        assertEquals(
                "valid",
                states(search.ask(on(DAY.plusDays(1), "fee for a term"))).get("daybefore.md"));
        var all = search.ask(all(on(DAY, "fee for a term")));
        assertEquals("not_yet_valid", states(all).get("daybefore.md"));
        assertTrue(
                all.standings().contains(new Standing(State.NOT_YET_VALID, "valid from 2026-03-02, after 2026-03-01")),
                "" + all.standings());
        assertEquals(1, search.counts(DAY).get(State.NOT_YET_VALID));
        var before = search.ask(on(
                DAY.minusYears(1), "fee for a term", new Condition("valid_from", List.of("2026-03-01", "2026-03-02"))));
        assertEquals(
                List.of("documents left out since they are valid only after 2025-03-01: 2; include_expired shows them"),
                before.answer().notes());
    }

    @Test
    void aVersionThatIsNotYetValidSupersedesNothing() throws Exception {
        var profiles = Files.createDirectories(folder.resolve("profiles"));
        var shipped = Files.readString(Path.of("config/domains/service_manuals.yaml"));
        Files.writeString(profiles.resolve("own.yaml"), shipped + "\nvalidity: {from: issued_at}\n");
        corpus.close();
        corpus = new Corpus(folder, Map.of("domains.folder", profiles.toString()));
        manual("now.md", "1.1", ", \"model\": \"TK-40\", \"revision\": 1, \"issued_at\": \"2025-01-01\"");
        manual("next.md", "1.2", ", \"model\": \"TK-40\", \"revision\": 2, \"issued_at\": \"2026-04-01\"");
        var search = search("service_manuals");

        var question = "litres of oil into the compressor";
        assertEquals(Map.of("now.md", "valid"), states(search.ask(on(DAY, question))));
        assertEquals(Map.of("next.md", "valid"), states(search.ask(on(LocalDate.of(2026, 4, 1), question))));
        assertEquals(
                Map.of("now.md", "superseded", "next.md", "valid"),
                states(search.ask(all(on(LocalDate.of(9999, 12, 31), question)))));
        assertEquals(Map.of("next.md", "valid"), states(search.ask(on(LocalDate.of(9999, 12, 31), question))));
    }

    @Test
    void expiredMaterialTakesNoPlaceInTheRoutes() {
        for (int i = 0; i < 150; i++) {
            sheet("old%03d.md".formatted(i), "fee fee fee " + i, ", \"valid_until\": \"2020-01-01\"");
        }
        sheet("new.md", "900", ", \"valid_until\": \"2026-12-31\"");

        var answer = search("admissions").ask(on(DAY, "fee fee fee for a term"));

        assertEquals(Map.of("new.md", "valid"), states(answer));
        assertEquals("", answer.hint());
    }

    @Test
    void withoutAReliableSourceTheAnswerIsEmptyWithAHint() {
        sheet("old.md", "100", ", \"valid_until\": \"2025-12-31\"");
        var search = search("admissions");

        var none = search.ask(on(DAY, "fee for a term"));
        assertEquals(Verdict.EMPTY, none.answer().verdict());
        assertTrue(none.hint().contains("Check by hand"), none.hint());
        assertEquals(
                List.of("documents left out since they had expired by 2026-03-01: 1; include_expired shows them"),
                none.answer().notes());
        var off = search.ask(all(on(DAY, "how do penguins keep their feet warm in winter storms")));
        assertEquals(List.of(), off.answer().hits());
        assertEquals(Verdict.EMPTY, off.answer().verdict());
        assertTrue(
                off.answer().reason().startsWith("no reliable source: "),
                off.answer().reason());
        var elsewhere = search.ask(on(DAY, "fee for a term", new Condition("country", List.of("Suland"))));
        assertEquals(List.of(), elsewhere.answer().notes());
    }

    @Test
    void anAnswerOfUnsurePassagesOnlySaysSo() {
        sheet("none.md", "400", "");

        var answer = search("admissions").ask(on(DAY, "fee for a term"));

        assertEquals(Map.of("none.md", "needs_review"), states(answer));
        assertEquals("no valid_until", answer.standings().getFirst().reason());
        assertTrue(answer.answer().notes().contains("none of these passages is known to hold on 2026-03-01"));
        assertTrue(answer.hint().contains("Check by hand"), answer.hint());
    }

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

    @Test
    void ofEveryModelTheNewestRevisionIsInForceUntilItGoes() throws Exception {
        manual("r9.md", "1.9", ", \"model\": \"TK-40\", \"revision\": 9");
        manual("r10.md", "1.10", ", \"model\": \"tk-40\", \"revision\": 10");
        manual("r2.md", "2.2", ", \"model\": \"TK-60\", \"revision\": 2");
        manual("loose.md", "3.3", ", \"model\": \"TK-40\"");
        var search = search("service_manuals");

        assertEquals(
                Map.of("r10.md", "valid", "r2.md", "valid", "loose.md", "needs_review"),
                states(search.ask(on(DAY, "litres of oil into the compressor"))));
        var all = search.ask(all(on(DAY, "litres of oil into the compressor")));
        assertEquals("superseded", states(all).get("r9.md"));
        assertTrue(
                all.standings().stream().anyMatch(s -> s.reason().equals("revision 9; the newest is 10 (r10.md)")),
                all.standings().toString());

        Files.delete(corpus.docs().resolve("r10.md"));
        lines.removeIf(line -> line.contains("r10.md"));
        search("service_manuals");
        assertEquals(
                "valid",
                states(search.ask(on(DAY, "litres of oil into the compressor"))).get("r9.md"));
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
}
