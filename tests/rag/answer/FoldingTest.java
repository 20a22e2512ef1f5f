package rag.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.answer.Folding.Ranked;
import rag.model.Chunk;

class FoldingTest {

    private static final String NOTICE =
            "The ferry to the northern islands leaves every morning from pier four, and passengers are asked to be"
                + " there twenty minutes before it casts off, with their tickets in hand and their luggage labelled.";

    private static Chunk chunk(String id, String source, String text) {
        return new Chunk(
                id,
                "doc_0000000000000000",
                "c",
                source,
                0,
                text,
                "t",
                List.of(),
                "text",
                "en",
                null,
                0,
                text.length(),
                List.of(),
                List.of(),
                "",
                List.of(),
                false,
                Map.of());
    }

    private static List<Folding.Folded> fold(int topK, Chunk... chunks) {
        var byId = new HashMap<String, Chunk>();
        for (var chunk : chunks) byId.put(chunk.id(), chunk);
        var ranked = List.of(chunks).stream().map(c -> new Ranked(c.id(), 0)).toList();
        return Folding.fold(ranked, topK, ids -> ids.stream().map(byId::get).toList());
    }

    @Test
    void theSamePassageUnderThreeNamesIsOneHitThatListsTheOthers() {
        var folded = fold(5, chunk("1", "a.md", NOTICE), chunk("2", "b.md", NOTICE), chunk("3", "c.md", NOTICE));

        assertEquals(1, folded.size());
        assertEquals("a.md", folded.getFirst().chunk().source());
        assertEquals(
                List.of("b.md", "c.md"),
                folded.getFirst().copies().stream().map(c -> c.source()).toList());
    }

    @Test
    void aWordBeforeOrAfterALongPassageIsStillTheSamePassage() {
        var longer = NOTICE + " " + NOTICE.replace("ferry", "boat") + " " + NOTICE.replace("pier", "quay");
        var folded = fold(5, chunk("1", "a.md", longer), chunk("2", "b.md", longer.replace(" ", "\n") + " Thanks."));

        assertEquals(1, folded.size());
    }

    @Test
    void oneOtherWordWithinALongPassageMayTurnItIntoItsOpposite() {
        var longer = NOTICE + " The fee is always refundable. " + NOTICE + " " + NOTICE;
        var folded = fold(5, chunk("1", "a.md", longer), chunk("2", "b.md", longer.replace("always", "never")));

        assertEquals(2, folded.size());
    }

    @Test
    void aPassageThatDiffersInANumberIsAnother() {
        var folded = fold(
                5, chunk("1", "a.md", NOTICE + " The fee is 100."), chunk("2", "b.md", NOTICE + " The fee is 250."));

        assertEquals(2, folded.size());
        assertTrue(folded.getFirst().copies().isEmpty());
    }

    @Test
    void copiesMakeRoomForOtherPassages() {
        var other = chunk("4", "d.md", "Bicycles travel free of charge on weekdays after nine.");
        var folded = fold(2, chunk("1", "a.md", NOTICE), chunk("2", "b.md", NOTICE), chunk("3", "c.md", NOTICE), other);

        assertEquals(List.of("1", "4"), folded.stream().map(f -> f.chunk().id()).toList());
    }

    @Test
    void copiesBelowTheCutAreListedToo() {
        var folded = fold(
                1,
                chunk("1", "a.md", NOTICE),
                chunk("4", "d.md", "Something else entirely."),
                chunk("2", "b.md", NOTICE));

        assertEquals(
                List.of("b.md"),
                folded.getFirst().copies().stream().map(c -> c.source()).toList());
    }

    @Test
    void chineseIsComparedSignBySign() {
        assertTrue(Folding.same("渡轮每天早上从四号码头出发", "渡轮每天早上 从四号码头出发。".replace(" ", "")));
        assertFalse(Folding.same("渡轮每天早上从四号码头出发", "渡轮每天早上从五号码头出发"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        a gap of 5 mm        | a gap of -5 mm
        a gap of 5 mm        | a gap of −5 mm
        a gap of x 5 mm      | a gap of x - 5 mm
        written in C++       | written in C#
        written in C++.      | written in C.
        free *ptr and *next  | free ptr and next
        about 2*3*4 parts    | about 234 parts
        if x >= 5 then       | if x <= 5 then
        if x > 5 then        | if x < 5 then
        if !ready then       | if ready then
        a dose of 1.5 g      | a dose of 1,5 g
        a dose of .5 g       | a dose of 5 g
        costs $5 a day       | costs €5 a day
        costs 5% a day       | costs 5‰ a day
        a board of 5" width  | a board of 5' width
        the interval [0, 5)  | the interval [0, 5]
        call f(a.b) now      | call f(a,b) now
        the vote was 👍      | the vote was 👎
        कल की बात            | कल का बात
        温度为-5度            | 温度为5度
        """)
    void aSignOrAMarkMayMakeAnotherPassage(String one, String other) {
        assertFalse(Folding.same(one, other));
        assertEquals(
                2, fold(5, chunk("1", "a.md", one), chunk("2", "b.md", other)).size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        He said "no", twice.        | He said “no”, twice
        He said «no» twice          | he said "no" twice!
        He said 'no' twice          | He said "no" twice
        the pump's oil              | the pump’s oil
        a well-known ferry          | a well‑known ferry
        a well-known ferry          | ~a well-\nknown ferry~
        the pier - and the ferry    | the pier—and the ferry
        the pier - and the ferry    | ~the pier –\nand the ferry~
        • the pier                  | - the pier
        in rows 3–5 of the sheet    | in  rows 3-5 of\tthe sheet
        written in C++              | Written in C++.
        it **must never** be *open* | It must never be open
        渡轮出发，从四号码头。          | 渡轮出发,从四号码头
        """)
    void howACopyIsSetDoesNotMatter(String one, String other) {
        assertTrue(Folding.same(one, other), one + " / " + other);
    }
}
