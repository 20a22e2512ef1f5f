package rag.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.Json;

/** The ids in the file were made by Hugging Face's tokenizers (DJL 0.36.0), the Chinese ones with lowercase on. */
class WordPieceTest {

    private static final Path REFERENCE = Path.of("tests/data/embed/wordpiece.jsonl");
    private static final WordPiece ENGLISH = read(LocalModels.ENGLISH);
    private static final WordPiece CHINESE = read(LocalModels.CHINESE);
    private static final WordPiece KEPT_ENGLISH = WordPiece.ofPlain(ENGLISH.plain());
    private static final WordPiece KEPT_CHINESE = WordPiece.ofPlain(CHINESE.plain());
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private static WordPiece read(LocalModel model) {
        try {
            return WordPiece.read(model.read(model.tokenizerResource(), model.tokenizerHash()), model.chinese());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Stream<JsonNode> references() throws IOException {
        return Files.readAllLines(REFERENCE).stream().map(line -> {
            try {
                return Json.tree(line);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    private static long[] ids(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .mapToLong(JsonNode::asLong)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("references")
    void anyScriptGivesTheReferencesIds(JsonNode reference) {
        var text = reference.path("text").asText();

        assertArrayEquals(ids(reference.path("english")), ENGLISH.ids(text, NO_LIMIT));
        assertArrayEquals(ids(reference.path("chinese")), CHINESE.ids(text, NO_LIMIT));
    }

    @ParameterizedTest
    @MethodSource("references")
    void countIsTheNumberOfIds(JsonNode reference) {
        assertEquals(
                reference.path("english").size(),
                ENGLISH.count(reference.path("text").asText()));
    }

    @ParameterizedTest
    @MethodSource("references")
    void aLimitKeepsTheFirstIdsAndTheClosingOne(JsonNode reference) {
        var all = ids(reference.path("english"));
        for (int limit = 2; limit < all.length; limit++) {
            var expected = java.util.Arrays.copyOf(all, limit);
            expected[limit - 1] = all[all.length - 1];
            assertArrayEquals(expected, ENGLISH.ids(reference.path("text").asText(), limit), "limit " + limit);
        }
    }

    @Test
    void capitalLettersAreKnownToTheChineseModel() {
        assertArrayEquals(CHINESE.ids("api dna iphone", NO_LIMIT), CHINESE.ids("API DNA iPhone", NO_LIMIT));
        assertEquals(
                0,
                java.util.Arrays.stream(CHINESE.ids("API", NO_LIMIT))
                        .filter(id -> id == 100)
                        .count());
    }

    @Test
    void noVisibleSignLeavesTheTwoSpecialIds() {
        for (var text : List.of("", " ", "\u200b", "\u0000\ufffd"))
            assertArrayEquals(new long[] {101, 102}, ENGLISH.ids(text, 10));
    }

    @ParameterizedTest
    @MethodSource("references")
    void theKeptLinesAreTheSameTokenizer(JsonNode reference) {
        var text = reference.path("text").asText();

        assertArrayEquals(ids(reference.path("english")), KEPT_ENGLISH.ids(text, NO_LIMIT));
        assertArrayEquals(ids(reference.path("chinese")), KEPT_CHINESE.ids(text, NO_LIMIT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'model':{'type':'BPE'},'normalizer':null}",
                "{'model':{'type':'WordPiece','vocab':{'a':0,'b':2}},'normalizer':{'type':'BertNormalizer'}}",
                "{'model':{'type':'WordPiece','vocab':{'a':0}},'normalizer':{'type':'BertNormalizer'}}"
            })
    void aTokenizerOfAnotherKindOrWithoutItsTokensIsRefused(String json) {
        assertThrows(
                IOException.class,
                () -> WordPiece.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), false));
    }
}
