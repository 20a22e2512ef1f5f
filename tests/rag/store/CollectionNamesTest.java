package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.engine.CrawlRequest;
import rag.engine.IngestRequest;
import rag.model.Failure;
import rag.model.Query;

class CollectionNamesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "knowledge_hub",
                "a",
                "9",
                "v1.2-final",
                "知识库",
                "Müller",
                "हिन्दी",
                "console",
                "com10",
                "automatic"
            })
    void letters_of_any_script_digits_and_three_signs_make_a_name(String name) {
        assertEquals(name, CollectionNames.check(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "../../x",
                "/etc",
                "a/b",
                "a\\b",
                "..",
                ".",
                ".hidden",
                "-x",
                "_x",
                "a b",
                "a:b",
                "a\0b",
                "a\nb",
                "end.",
                "a*",
                "🚀",
                "com\u00b9"
            })
    void what_could_be_another_place_or_no_file_name_is_refused_with_the_rule(String name) {
        var failure = assertThrows(Failure.class, () -> CollectionNames.check(name));
        assertTrue(failure.getMessage().contains("1 to 64 letters, digits, '_', '-' or '.'"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"CON", "nul", "Com1", "lpt9.txt", "AUX.tar.gz"})
    void names_of_windows_devices_are_refused(String name) {
        assertTrue(assertThrows(Failure.class, () -> CollectionNames.check(name))
                .getMessage()
                .contains("device"));
    }

    @Test
    void a_name_has_at_most_64_characters_and_a_long_one_is_not_repeated_in_full() {
        assertEquals(64, CollectionNames.check("x".repeat(64)).length());
        assertThrows(Failure.class, () -> CollectionNames.check("x".repeat(65)));
        var message = assertThrows(Failure.class, () -> CollectionNames.check("x".repeat(300)))
                .getMessage();
        assertTrue(message.contains("300 characters") && message.length() < 300, message);
    }

    @Test
    void two_spellings_of_one_letter_are_one_name() {
        assertEquals(
                "Mu\u0308ller".length() - 1,
                CollectionNames.check("Mu\u0308ller").length());
        assertEquals(CollectionNames.check("M\u00fcller"), CollectionNames.check("Mu\u0308ller"));
    }

    @Test
    void the_word_for_a_choice_is_no_collection() {
        assertThrows(Failure.class, () -> CollectionNames.check("auto"));
        assertThrows(Failure.class, () -> CollectionNames.check("AUTO"));
    }

    /** As a shell on macOS completes it, and as a person types it. */
    @Test
    void bothWaysToWriteALetterNameOneCollection() {
        var apart = "Mu\u0308ller";
        var together = "M\u00fcller";
        var files = new IngestRequest(apart, List.of(), false, false, false, Duration.ZERO, "test");
        assertEquals(together, files.collection());
        assertEquals(together, CrawlRequest.like(files, "http://localhost/", 1).collection());
        assertEquals(
                List.of(together),
                Query.of("oil", 1).with("oil", List.of(apart)).collections());
    }
}
