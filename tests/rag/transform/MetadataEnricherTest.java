package rag.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.model.Document;
import rag.model.Passage;

class MetadataEnricherTest {

    private static Document document(String type, Map<String, Object> metadata) {
        return new Document("Manual", type, metadata, "", List.of(), List.of(), List.of(), List.of());
    }

    private static Refined passage(String text, String... headings) {
        var passage = new Passage(text, 0, text.length(), List.of(headings), List.of());
        return new Refined(passage, text, List.of(headings), Map.of());
    }

    private static List<Enrichment> enrich(String language, Map<String, Object> metadata, Refined... passages) {
        return new MetadataEnricher().enrich(document("markdown", metadata), language, List.of(passages));
    }

    private static final Refined PUMPS = passage(
            "## Pumps\n\nThis is a chapter. The centrifugal pump lifts water, and each pump has an impeller."
                    + " See below. An impeller of bronze outlasts one of iron.",
            "Machines",
            "Pumps");
    private static final Refined VALVES = passage(
            "## Valves\n\nThis is a chapter. A valve closes the pipe. Each valve has a seat, and the seat wears.",
            "Machines",
            "Valves");

    @Test
    void aPassageIsCalledByItsNearestHeadingElseByItsFirstSentence() {
        var enriched = enrich("en", Map.of(), PUMPS, passage("Water flows down. It always does."));
        assertEquals("Pumps", enriched.get(0).title());
        assertEquals("Water flows down.", enriched.get(1).title());
        assertEquals(
                "Manual",
                enrich("en", Map.of(), passage("| a | b |\n|---|---|"))
                        .getFirst()
                        .title());
        var longTitle = enrich("en", Map.of(), passage("many words ".repeat(30)))
                .getFirst()
                .title();
        assertTrue(longTitle.length() <= 80 && longTitle.endsWith("words\u2026"), longTitle);
    }

    @Test
    void theSummaryIsTheSentenceWithTheMostTellingWords() {
        var enriched = enrich("en", Map.of(), PUMPS, VALVES);
        assertEquals(
                "The centrifugal pump lifts water, and each pump has an impeller.",
                enriched.get(0).summary());
        assertEquals(
                "Each valve has a seat, and the seat wears.", enriched.get(1).summary());
    }

    @Test
    void aSummaryHoldsNeitherMarkupNorMoreThanTwoHundredCharacters() {
        var text = "- The pump runs\n"
                + "  on water.\n"
                + "- [IMAGE: img_0123456789abcdef] The valve closes.\n\n"
                + "```\n"
                + "int pump = 1;\n"
                + "```\n\n"
                + "| pump | valve |\n"
                + "|---|---|";
        var summary = enrich("en", Map.of(), passage(text)).getFirst().summary();
        assertTrue(List.of("The pump runs on water.", "The valve closes.").contains(summary), summary);
        var cut =
                enrich("en", Map.of(), passage("pump ".repeat(100))).getFirst().summary();
        assertTrue(cut.length() <= 200 && cut.endsWith("pump\u2026"), cut);
        assertEquals(
                "",
                enrich("en", Map.of(), passage("```\nint a = 1;\n```"))
                        .getFirst()
                        .summary());
    }

    @Test
    void theDocumentsOwnTagsComeFirstAndAsItWritesThem() {
        var tags = enrich("en", Map.of("tags", List.of("Plant", "Pump"), "keywords", "water works, Plant"), PUMPS)
                .getFirst()
                .tags();
        assertEquals(List.of("Plant", "Pump", "water works"), tags.subList(0, 3));
        assertTrue(tags.contains("impeller"), tags.toString());
        assertFalse(tags.contains("pump"), "said already: " + tags);
    }

    @Test
    void tagsAreWordsThatTellThePassageFromTheOthers() {
        var enriched = enrich("en", Map.of(), PUMPS, VALVES);
        assertTrue(enriched.get(0).tags().containsAll(List.of("pump", "impeller")), enriched.toString());
        assertTrue(enriched.get(1).tags().containsAll(List.of("valve", "seat")), enriched.toString());
        for (var one : enriched) {
            assertFalse(one.tags().contains("the") || one.tags().contains("each"), "no function words: " + one);
            assertTrue(one.tags().size() <= 5);
        }
    }

    @Test
    void chineseAndJapaneseTermsAreFoundWithoutBlanks() {
        var chinese =
                enrich("zh", Map.of(), passage("离心泵把水提升。每台离心泵都有叶轮，叶轮由青铜制成。")).getFirst();
        assertTrue(chinese.tags().containsAll(List.of("离心泵", "叶轮")), chinese.toString());
        assertTrue(chinese.tags().stream().noneMatch(tag -> tag.contains("的") || tag.equals("心泵")), chinese.toString());
        assertTrue(chinese.summary().contains("叶轮"), chinese.summary());
        var japanese =
                enrich("ja", Map.of(), passage("ポンプは水を運ぶ。ポンプの羽根車は回転する。羽根車は鉄だ。")).getFirst();
        assertTrue(japanese.tags().containsAll(List.of("ポンプ", "羽根車")), japanese.toString());
    }

    @Test
    void theSamePassagesGiveTheSameWords() {
        assertEquals(enrich("en", Map.of(), PUMPS, VALVES), enrich("en", Map.of(), PUMPS, VALVES));
    }

    @Test
    void codeHasATitleAndTagsButNoSentence() {
        var passage =
                passage("void put(Entry entry) {\n    return new Entry(entry.size());\n    return;\n}", "Ledger.put");
        var enriched = new MetadataEnricher()
                .enrich(document("code", Map.of()), "und", List.of(passage))
                .getFirst();
        assertEquals("Ledger.put", enriched.title());
        assertEquals("", enriched.summary());
        assertEquals(List.of("entry", "put"), enriched.tags());
    }
}
