package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page on collections, asked without a browser. */
class CollectionsPageTest extends WithWeb {

    @BeforeEach
    void fill() {
        web.corpus().write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        web.corpus().write("copy.md", "# Pump\n\nThe cooling pump needs oil every ten days!");
        web.corpus().ingest("knowledge_hub");
    }

    @Test
    void collectionsNobodyHasDescribedAreListed() {
        var page = web.page("/collections");
        assertTrue(page.contains("href=\"?collection=knowledge_hub\""), page);
        assertTrue(page.contains("<td class=\"num\">2</td>"), page);
    }

    @Test
    void whatIsSaidOfACollectionIsKeptAndShownAsText() {
        var answer = web.post(
                "/collections/describe",
                List.of(
                                "collection", "knowledge_hub",
                                "display_name", "Pumps",
                                "description", "<b>Manuals</b> of pumps",
                                "keywords", "oil, dome",
                                "paths", "")
                        .toArray(String[]::new));
        assertEquals(303, answer.statusCode(), answer.body());
        var page = web.page("/collections?collection=knowledge_hub");
        assertTrue(page.contains("&lt;b&gt;Manuals&lt;/b&gt; of pumps"), page);
        assertTrue(page.contains("value=\"oil, dome\""), page);
        assertFalse(page.contains("<b>Manuals"), page);
    }

    @Test
    void documentsThatAreNearlyTheSameAreNamed() {
        var page = web.page("/collections?collection=knowledge_hub");
        assertTrue(page.contains("1 pair:") && page.contains("100 % alike"), page);
        var link = java.util.regex.Pattern.compile(
                        "href=\"(/data/knowledge_hub/doc_[0-9a-f]{16})\" title=\"[^\"]*copy.md\"")
                .matcher(page);
        assertTrue(link.find(), page);
        assertTrue(web.page(link.group(1)).contains("every ten days!"));
    }

    @Test
    void aRenamedCollectionIsListedByItsNewName() {
        var answer = web.post("/collections/rename", "collection", "knowledge_hub", "new_name", "pumps");
        assertEquals(303, answer.statusCode(), answer.body());
        var page = web.page("/collections");
        assertTrue(page.contains("href=\"?collection=pumps\""), page);
        assertFalse(page.contains("?collection=knowledge_hub"), page);
    }
}
