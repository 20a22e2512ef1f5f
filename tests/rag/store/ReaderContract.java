package rag.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rag.model.Chunk;
import rag.model.Filter;

abstract class ReaderContract extends WithStore {

    private static List<String> texts(List<Chunk> chunks) {
        return chunks.stream().map(Chunk::text).toList();
    }

    @Test
    void a_collection_of_one_chunk_answers_any_top_k() throws Exception {
        var only = Samples.write(store, "c", "one apple").getFirst();
        try (var reader = reader()) {
            for (int topK : new int[] {1, 20, Integer.MAX_VALUE}) {
                assertEquals(List.of(only.id()), ids(reader.dense(at(0), Filter.NONE, topK)));
                assertEquals(
                        List.of(only.id()),
                        ids(reader.sparse("apple", Filter.NONE, topK).candidates()));
            }
            assertThrows(IllegalArgumentException.class, () -> reader.dense(at(0), Filter.NONE, 0));
            assertThrows(IllegalArgumentException.class, () -> reader.sparse("apple", Filter.NONE, -1));
        }
    }

    @Test
    void an_empty_collection_answers_with_nothing_and_says_why() throws Exception {
        try (var writer = store.writer("c", PRINT)) {
            writer.commit(1);
        }
        try (var reader = reader()) {
            assertEquals(0, reader.size());
            assertEquals(List.of(), reader.dense(at(0), Filter.NONE, 5));
            assertEquals(
                    "none of the words occurs: apple",
                    reader.sparse("apple", Filter.NONE, 5).reason());
            assertEquals(List.of(), reader.find("apple", 5));
            assertEquals(Map.of(), reader.languages());
            assertEquals(List.of("document", "lang", "source", "tag", "type"), reader.filterKeys());
        }
    }

    @Test
    void chunks_come_in_the_order_asked_and_a_document_in_reading_order() throws Exception {
        var chunks = IntStream.range(0, 50)
                .mapToObj(i -> chunk("c", "/book", i, "page " + i))
                .collect(Collectors.toList());
        var shuffled = new ArrayList<>(chunks);
        Collections.shuffle(shuffled, new Random(2));
        try (var writer = store.writer("c", PRINT)) {
            writer.put(
                    chunks.getFirst().documentId(),
                    shuffled,
                    shuffled.stream().map(c -> at(c.index())).toList());
            put(writer, chunk("c", "/other", 0, "page"), at(0));
            writer.commit(1);
        }
        try (var reader = reader()) {
            assertEquals(chunks, reader.document(chunks.getFirst().documentId()));
            assertEquals(List.of(), reader.document("doc_none"));
            var asked = List.of(chunks.get(7), chunks.get(3), chunks.get(40));
            assertEquals(
                    asked,
                    reader.chunks(List.of(
                            asked.get(0).id(),
                            "nobody",
                            asked.get(1).id(),
                            asked.get(2).id())));
            var vectors = reader.vectors(
                    List.of(chunks.get(9).id(), "nobody", chunks.get(2).id()));
            assertEquals(List.of(chunks.get(9).id(), chunks.get(2).id()), List.copyOf(vectors.keySet()));
            assertArrayEquals(at(9), vectors.get(chunks.get(9).id()), 0);
            assertArrayEquals(at(2), vectors.get(chunks.get(2).id()), 0);
        }
    }

    @Test
    void each_chunk_is_found_by_the_words_of_its_own_language() throws Exception {
        var texts = Map.of(
                "de", "Die alten Zeitungen liegen im Keller.",
                "en", "Two bicycles were repaired.",
                "zh", "重跑gen-itgc后50条",
                "und", "getUserById(HTTP_200) in v1.2.3");
        try (var writer = store.writer("c", PRINT)) {
            for (var text : texts.entrySet())
                put(writer, in(text.getKey(), "/" + text.getKey(), text.getValue()), at(0));
            put(writer, in("en", "/play", "To be, or not to be."), at(0));
            writer.commit(1);
        }
        var questions = Map.of(
                "Zeitung",
                "de",
                "bicycle",
                "en",
                "重跑",
                "zh",
                "itgc",
                "zh",
                "user by id",
                "und",
                "1.2",
                "und",
                "HTTP_200",
                "und");
        try (var reader = reader()) {
            for (var question : questions.entrySet()) {
                var found = ids(reader.sparse(question.getKey(), Filter.NONE, 5).candidates());
                assertEquals(List.of(texts.get(question.getValue())), texts(reader.chunks(found)), question.getKey());
            }
            assertEquals(List.of("To be, or not to be."), texts(reader.find("to be or not to be", 5)));
            assertEquals(List.of("重跑gen-itgc后50条"), texts(reader.find("gen-itgc后50条", 5)));
        }
    }

    @Test
    void languages_are_counted_most_first() throws Exception {
        try (var writer = store.writer("c", PRINT)) {
            int i = 0;
            for (var language : List.of("de", "en", "zh", "en", "de", "en")) {
                put(writer, in(language, "/" + i, "text " + i++), at(i));
            }
            writer.commit(1);
            writer.delete(chunk("c", "/2", 0, "x").documentId());
            writer.commit(2);
        }
        try (var reader = reader()) {
            assertEquals(
                    List.of(Map.entry("en", 3), Map.entry("de", 2)),
                    List.copyOf(reader.languages().entrySet()));
        }
    }

    private static Chunk in(String language, String source, String text) {
        var c = chunk("c", source, 0, text);
        return new Chunk(
                c.id(),
                c.documentId(),
                "c",
                source,
                0,
                text,
                "",
                List.of(),
                "text",
                language,
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

    @Test
    void a_passage_is_found_by_id_document_source_or_words() throws Exception {
        try (var writer = store.writer("c", PRINT)) {
            var guide = IntStream.range(0, 3)
                    .mapToObj(i -> chunk("c", "/docs/guide.md", i, "guide page " + i))
                    .toList();
            writer.put(guide.getFirst().documentId(), guide, List.of(at(1), at(2), at(3)));
            put(writer, chunk("c", "/docs/fees.md", 0, "The annual fee is 250 euro, payable in March."), at(4));
            put(writer, chunk("c", "/docs/fee.md", 0, "In March the fee of the annual fair is payable."), at(5));
            writer.commit(1);
        }
        var id = chunk("c", "/docs/guide.md", 1, "guide page 1").id();
        try (var reader = reader()) {
            assertEquals(List.of("guide page 1"), texts(reader.find(" " + id + " ", 5)));
            assertEquals(
                    List.of("guide page 0", "guide page 1", "guide page 2"),
                    texts(reader.find(id.substring(0, 20), 5)));
            assertEquals(List.of("guide page 0"), texts(reader.find(id.substring(4, 20), 1)), "the hash in the id");
            assertEquals(List.of("guide page 0", "guide page 1"), texts(reader.find("docs/guide.md", 2)));
            assertEquals(List.of("guide page 0"), texts(reader.find("guide.md", 1)));
            assertEquals(List.of(), reader.find("docs", 9), "a folder is no passage");
            var fee = "The annual fee is 250 euro, payable in March.";
            assertEquals(List.of(fee), texts(reader.find("annual fee is 250 EURO", 5)), "as a phrase");
            assertEquals(List.of(fee), texts(reader.find("250 euro annual fee", 5)), "in another order");
            assertEquals(List.of(fee), texts(reader.find("annual fee 250 dollars", 5)), "three of four words");
            assertEquals(List.of(), reader.find("annual tax 250 dollars", 5));
            assertEquals(List.of(), reader.find("zeppelin", 5));
            assertEquals(List.of(), reader.find("", 5));
        }
    }

    @Test
    void the_best_of_each_route_is_had_without_the_list() throws Exception {
        Samples.write(store, "c", "apple pie", "apple tart", "pear juice");
        try (var reader = reader()) {
            var dense = reader.dense(at(20), Filter.NONE, 3);
            assertEquals(
                    dense.getFirst().score(),
                    reader.nearest(at(20), Filter.NONE).orElseThrow(),
                    1e-6);
            assertEquals(
                    reader.sparse("apple juice", Filter.NONE, 3).coverage(),
                    reader.covered("apple juice", Filter.NONE).orElseThrow(),
                    1e-9);
            var none = Samples.filter("type", "pdf");
            assertTrue(reader.nearest(at(20), none).isEmpty());
            assertTrue(reader.covered("apple", none).isEmpty());
            assertTrue(reader.covered("zeppelin", Filter.NONE).isEmpty());
        }
    }

    @Test
    void each_document_that_passes_is_listed_by_its_first_chunk_in_the_order_of_the_sources() throws Exception {
        try (var writer = store.writer("c", PRINT)) {
            for (var source : List.of("/b", "/a", "/c")) {
                var chunks = IntStream.range(0, 3)
                        .mapToObj(i -> chunk("c", source, i, source + " page " + i))
                        .toList();
                writer.put(chunks.getFirst().documentId(), chunks, List.of(at(1), at(2), at(3)));
            }
            writer.commit(1);
        }
        try (var reader = reader()) {
            assertEquals(List.of("/a page 0", "/b page 0", "/c page 0"), texts(reader.firsts(Filter.NONE)));
            assertEquals(List.of("/b page 0"), texts(reader.firsts(Samples.filter("source", "/b"))));
            assertEquals(3, reader.documents(Filter.NONE));
            assertEquals(1, reader.documents(Samples.filter("source", "/b")));
            var document = reader.firsts(Filter.NONE).getFirst().documentId();
            assertEquals(List.of("/a page 1", "/a page 2"), texts(reader.document(document, 1, 3)));
            assertEquals(List.of("/a page 2"), texts(reader.document(document, 2, 9)));
            assertEquals(List.of(), texts(reader.document(document, 4, 9)));
            assertEquals(
                    List.of("a", "b", "c"), reader.places(10).stream().sorted().toList());
            assertEquals(9, reader.likenesses(100).size());
            assertEquals(4, reader.likenesses(4).size());
        }
    }
}
