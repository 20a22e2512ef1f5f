package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.engine.Standing.State;
import rag.model.Filter.Condition;
import rag.model.Verdict;

/** What holds on a day, by the rules of a profile. */
class DomainValidityTest extends WithDomain {

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
        var older = new Explain(corpus.engine()).explain(search, on(DAY, "litres of oil into the compressor"), "r9.md");
        assertEquals("its document is superseded: revision 9; the newest is 10 (r10.md)", older.verdict());
        assertEquals(List.of("ask with --include-superseded"), older.advice());

        Files.delete(corpus.docs().resolve("r10.md"));
        lines.removeIf(line -> line.contains("r10.md"));
        search("service_manuals");
        assertEquals(
                "valid",
                states(search.ask(on(DAY, "litres of oil into the compressor"))).get("r9.md"));
    }
}
