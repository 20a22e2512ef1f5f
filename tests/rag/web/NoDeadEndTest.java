package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One thing that is wrong takes no page along that shows other things. */
class NoDeadEndTest extends WithWeb {

    @Test
    void whatWasMeasuredIsShownThoughTheOwnGoldenSetHasAMistake() throws Exception {
        Files.writeString(
                Files.createDirectories(folder.resolve("data")).resolve("golden.json"), "{\"test_cases\": [{}]}");
        var page = web.page("/evaluation");
        assertTrue(page.contains("Your golden set can't be used: "), page);
        assertTrue(page.contains("those that ship"), page);
    }

    @Test
    void aDomainThatHoldsNothingYetLeavesTheOverview() {
        web.corpus().write("empty.txt", " ");
        web.corpus().ingest("admissions_knowledge");
        assertTrue(web.page("/").contains("validity in admissions_knowledge"), "nothing in it could be read");
        web.post("/collections/describe", "collection", "service_manuals", "description", "Manuals to come");
        assertTrue(web.page("/").contains("no document yet"));
    }

    @Test
    void theViewsOfAnExplainedQueryLeadToTheQuery() {
        web.corpus().write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        web.corpus().ingest("knowledge_hub");
        var asked = web.post("/queries/run", "query", "When does the pump need oil?");
        var path = asked.headers().firstValue("Location").orElseThrow();
        var page = web.post(path + "/explain", "passage", "needs oil").body();
        assertFalse(page.contains("/explain?"), "there is nothing to get");
        assertEquals(200, web.get(path + "?rows=12").statusCode());
        assertTrue(page.contains(path + "?rows=12"), page);
    }

    @Test
    void whatTheSecondOfTwoListsLostStandsAmongTheFirst() {
        var places = new LinkedHashMap<String, Map<String, Ranks.Place>>();
        for (int i = 1; i <= 100; i++) {
            places.put("kept" + i, Map.of("second", new Ranks.Place(i, null, 1.0)));
        }
        places.put("lost", Map.of("first", new Ranks.Place(1, null, 1.0)));
        var ranks = Ranks.sorted(List.of("first", "second"), places);

        assertEquals("lost", ranks.chunks().getLast().id());
        var best = Moves.of(ranks.byBest(), Map.of(), 3).rows();
        assertTrue(best.stream().anyMatch(row -> row.id().equals("lost")), "" + best);
    }

    @Test
    void casesOfOneQuestionUnderOtherFiltersAreOthers() {
        var one = GoldenCases.id("tuition fee", "c", List.of("year=2023"));
        assertFalse(one.equals(GoldenCases.id("tuition fee", "c", List.of("year=2024"))));
        assertEquals(one, GoldenCases.id("tuition fee", "c", List.of("year=2023")));
        assertTrue(GoldenCases.id("𠀀".repeat(30), "c", List.of()).length() > 20, "and no half of a sign");
    }

    @Test
    void whereTheDefaultCollectionIsNotThereTheOneThatIsIsAsked() {
        web.corpus().write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        web.corpus().ingest("notes");
        assertTrue(web.page("/").contains("name=\"in\" value=\"notes\""));
        assertTrue(web.page("/queries").contains("<option value=\"notes\">notes (default)</option>"));
        var gone = web.page("/queries?in=old");
        assertTrue(gone.contains("<option value=\"old\" selected>old (not there)</option>"), gone);
    }

    @Test
    void thePageOfAFolderHasAName() {
        assertEquals("example.org/docs/", Filters.file("https://example.org/docs/"));
        assertEquals("b.md", Filters.file("/a/b.md"));
        assertEquals("x", Filters.file("https://example.org/x"));
    }
}
