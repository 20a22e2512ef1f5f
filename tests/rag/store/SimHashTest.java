package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SimHashTest {

    private static int distance(String a, String b) {
        return Long.bitCount(SimHash.of(a) ^ SimHash.of(b));
    }

    /** Words of a made-up vocabulary, frequent ones often, as in a real text. */
    private static ArrayList<String> words(Random random, int count) {
        var words = new ArrayList<String>();
        for (int i = 0; i < count; i++) words.add("w" + (int) Math.exp(random.nextDouble() * Math.log(20_000)));
        return words;
    }

    @Test
    void case_punctuation_and_line_breaks_do_not_count() {
        assertEquals(0, distance("The quick, brown fox\njumps over it.", "the quick brown FOX — jumps over it"));
    }

    @Test
    void texts_that_differ_in_one_word_of_a_hundred_stay_within_8_bits_and_strangers_do_not() {
        var random = new Random(1);
        int far = 0;
        for (int i = 0; i < 500; i++) {
            var words = words(random, 100);
            var text = String.join(" ", words);
            words.set(random.nextInt(100), "changed");
            if (distance(text, String.join(" ", words)) > 8) far++;
            int strangers = distance(text, String.join(" ", words(random, 100)));
            assertTrue(strangers > 8, "strangers differ in " + strangers);
        }
        assertTrue(far <= 10, far + " of 500 near-duplicates lie further apart than 8 bits");
    }

    @Test
    void scripts_without_blanks_are_compared_by_pairs_of_characters() {
        var text = "重跑后共有五十条记录失败，请联系管理员并附上日志文件与时间，以便我们尽快定位问题并恢复服务。";
        assertTrue(distance(text, text.replace("尽快", "很快")) <= 8);
        assertTrue(distance(text, "大学申请截止日期为每年三月十五日，申请人需提交成绩单、推荐信以及语言考试证明材料原件。") > 12);
    }

    @Test
    void a_text_without_words_has_a_fingerprint_too() {
        assertEquals(0, SimHash.of("* * *"));
    }
}
