package rag.retrieve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a question says of where to look. */
class CollectionWishTest {

    private static final Map<String, List<String>> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put("user_guide", List.of("user_guide", "User Guide"));
        NAMES.put("recipes", List.of("recipes", ""));
        NAMES.put("hr", List.of("hr", "人事"));
        NAMES.put("guide", List.of("guide"));
        NAMES.put("hr-2024", List.of("hr-2024"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        Only in the user guide: how do I log in?       | user_guide    | -          | how do I log in?
        how do I log in, only in user_guide?           | user_guide    | -          | how do I log in?
        how do I log in (user guide only)              | user_guide    | -          | -
        how long is leave? only hr and recipes         | hr,recipes    | -          | how long is leave?
        how long is leave except recipes               | -             | recipes    | how long is leave
        how long is leave, except hr-2024              | -             | hr-2024    | how long is leave
        how long is leave? only hr-2024 and guide      | hr-2024,guide | -          | how long is leave?
        how long is leave, excluding hr, recipes       | -             | hr,recipes | how long is leave
        Wie lange ist Urlaub? Nur in hr                | hr            | -          | Wie lange ist Urlaub?
        Wie lange ist Urlaub, außer in recipes?        | -             | recipes    | -
        ¿cuánto dura? solo en hr                       | hr            | -          | ¿cuánto dura?
        combien de temps, sauf recipes                 | -             | recipes    | combien de temps
        сколько длится? только в hr                    | hr            | -          | сколько длится?
        сколько длится, кроме recipes                  | -             | recipes    | сколько длится
        只在人事里查：年假有几天？                     | hr            | -          | 年假有几天？
        除了recipes以外，年假有几天？                  | -             | recipes    | 年假有几天？
        休暇は何日、人事だけで                         | hr            | -          | 休暇は何日
        recipes以外で休暇は何日                        | -             | recipes    | 休暇は何日
        휴가는 며칠? hr에서만                          | hr            | -          | 휴가는 며칠?
        """)
    void isUnderstoodInPlainWords(String question, String only, String except, String text) {
        var wish = CollectionWish.of(question, NAMES);
        assertEquals(set(only), wish.only());
        assertEquals(set(except), wish.except());
        if (text != null) assertEquals(text, wish.text());
    }

    private static Set<String> set(String names) {
        return names == null ? Set.of() : new TreeSet<>(List.of(names.split(",")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "which recipes need only butter?",
                "only recipes with butter are quick, which?",
                "baking without recipes at hand is hard, why?",
                "is the user guide printed?",
                "what is not in the book?",
                "only in chrome the page breaks",
                "except"
            })
    void anythingElseIsLeftAlone(String question) {
        var wish = CollectionWish.of(question, NAMES);
        assertTrue(wish.isNone(), wish::toString);
        assertEquals(question, wish.text());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        budget, except notes-2024                      | -                | notes-2024
        budget, except notes                           | -                | notes
        budget, only in notes and the notes 2024       | notes,notes-2024 | -
        budget? only in the guide                      | guide            | -
        budget? only in the user guide, notes          | user-guide,notes | -
        budget? only in user_guide                     | user_guide       | -
        budget, except notes-2025                      | -                | -
        only in notes-2025, the budget                 | -                | -
        """)
    void aNameThatIsPartOfAnotherIsNotNamedByIt(String question, String only, String except) {
        var names = new LinkedHashMap<String, List<String>>();
        for (var name : List.of("notes", "notes-2024", "guide", "user-guide")) names.put(name, List.of(name));
        if (question.contains("_")) names.put("user_guide", List.of("user_guide"));
        var wish = CollectionWish.of(question, names);
        assertEquals(set(only), wish.only());
        assertEquals(set(except), wish.except());
    }
}
