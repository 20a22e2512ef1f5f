package rag.embed;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rag.config.Json;

/**
 * The smallest model that is one: its encoder looks each token up in a table, so what comes of a text can be worked out
 * by hand. Its tokenizer is SentencePiece's Unigram, as XLM-RoBERTa has it.
 */
final class TinyModel {

    /** Token and vector; ids are the places in the list. */
    private static final List<String> TOKENS =
            List.of("<s>", "<pad>", "</s>", "<unk>", "▁red", "▁blue", "▁", "▁query:", "▁passage:");

    private static final float[][] TABLE = {
        {1, 0, 0}, {9, 9, 9}, {0, 0, 1}, {0, 5, 0}, {3, 0, 0}, {0, 4, 0}, {0, 0, 0}, {0, 0, 7}, {0, 0, 8}
    };

    private TinyModel() {}

    /** Writes all files of an export; the caller changes what it is about. */
    static void write(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("onnx"));
        Files.createDirectories(folder.resolve("1_Pooling"));
        Files.write(folder.resolve("onnx/model.onnx"), onnx());
        Files.writeString(folder.resolve("tokenizer.json"), tokenizer());
        Files.writeString(folder.resolve("modules.json"), """
            [{"idx":0,"name":"0","path":"","type":"sentence_transformers.models.Transformer"},
             {"idx":1,"name":"1","path":"1_Pooling","type":"sentence_transformers.models.Pooling"},
             {"idx":2,"name":"2","path":"2_Normalize","type":"sentence_transformers.models.Normalize"}]
            """);
        pooling(folder, "mean_tokens");
        Files.writeString(
                folder.resolve("config.json"),
                "{\"hidden_size\":3,\"max_position_embeddings\":514,\"model_type\":\"xlm-roberta\"}");
        Files.writeString(
                folder.resolve("tokenizer_config.json"), "{\"model_max_length\":1000000000000000019884624838656}");
        Files.writeString(
                folder.resolve("sentence_bert_config.json"), "{\"max_seq_length\":6,\"do_lower_case\":false}");
    }

    static void pooling(Path folder, String mode) throws IOException {
        Files.writeString(folder.resolve("1_Pooling/config.json"), """
            {"word_embedding_dimension":3,"pooling_mode_cls_token":false,"pooling_mode_%s":true}
            """.formatted(mode));
    }

    private static String tokenizer() {
        var vocabulary = TOKENS.stream()
                .map(token -> "[%s,%s]".formatted(Json.line(token), token.length() > 2 ? "-2.0" : "-5.0"))
                .collect(Collectors.joining(","));
        var added = IntStream.range(0, 4)
                .mapToObj(id -> """
                    {"id":%d,"content":"%s","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,
                    "special":true}\
                    """.formatted(id, TOKENS.get(id)))
                .collect(Collectors.joining(","));
        return """
            {"version":"1.0","truncation":{"max_length":4,"strategy":"LongestFirst","stride":0,"direction":"Right"},
            "padding":null,"added_tokens":[%s],"normalizer":{"type":"NFKC"},
            "pre_tokenizer":{"type":"Metaspace","replacement":"▁","add_prefix_space":true,"prepend_scheme":"always"},
            "post_processor":{"type":"TemplateProcessing",
            "single":[{"SpecialToken":{"id":"<s>","type_id":0}},{"Sequence":{"id":"A","type_id":0}},
            {"SpecialToken":{"id":"</s>","type_id":0}}],
            "pair":[{"Sequence":{"id":"A","type_id":0}},{"Sequence":{"id":"B","type_id":0}}],
            "special_tokens":{"<s>":{"id":"<s>","ids":[0],"tokens":["<s>"]},
            "</s>":{"id":"</s>","ids":[2],"tokens":["</s>"]}}},
            "decoder":null,"model":{"type":"Unigram","unk_id":3,"vocab":[%s]}}
            """.formatted(added, vocabulary);
    }

    /** A graph with one node, Gather, in the protocol buffers of ONNX (onnx.proto, version 8 of the format). */
    private static byte[] onnx() throws IOException {
        var rows = ByteBuffer.allocate(4 * 3 * TABLE.length).order(ByteOrder.LITTLE_ENDIAN);
        for (var row : TABLE) for (float value : row) rows.putFloat(value);
        var table = new Message()
                .number(1, TABLE.length)
                .number(1, 3)
                .number(2, 1)
                .bytes(8, "table")
                .bytes(9, rows.array());
        var node = new Message()
                .bytes(1, "table")
                .bytes(1, "input_ids")
                .bytes(2, "last_hidden_state")
                .bytes(4, "Gather");
        var graph = new Message()
                .bytes(1, node.done())
                .bytes(2, "tiny")
                .bytes(5, table.done())
                .bytes(11, value("input_ids", 7, "batch", "sequence"))
                .bytes(11, value("attention_mask", 7, "batch", "sequence"))
                .bytes(12, value("last_hidden_state", 1, "batch", "sequence", "hidden"));
        var opset = new Message().bytes(1, "").number(2, 13);
        return new Message()
                .number(1, 8)
                .bytes(7, graph.done())
                .bytes(8, opset.done())
                .done();
    }

    static byte[] value(String name, int type, String... dimensions) throws IOException {
        var shape = new Message();
        for (var dimension : dimensions)
            shape.bytes(1, new Message().bytes(2, dimension).done());
        var tensor = new Message().number(1, type).bytes(2, shape.done());
        var typed = new Message().bytes(1, tensor.done());
        return new Message().bytes(1, name).bytes(2, typed.done()).done();
    }

    /** A protocol buffer being written. */
    static final class Message {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Message number(int field, long value) {
            varint((long) field << 3);
            varint(value);
            return this;
        }

        Message bytes(int field, String value) throws IOException {
            return bytes(field, value.getBytes(StandardCharsets.UTF_8));
        }

        Message bytes(int field, byte[] value) throws IOException {
            varint((long) field << 3 | 2);
            varint(value.length);
            out.write(value);
            return this;
        }

        private void varint(long value) {
            for (; value > 127; value >>>= 7) out.write((int) (value & 127 | 128));
            out.write((int) value);
        }

        byte[] done() {
            return out.toByteArray();
        }
    }
}
