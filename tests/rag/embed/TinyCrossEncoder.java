package rag.embed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import rag.embed.TinyModel.Message;

/**
 * The smallest cross-encoder that is one: each word has a weight, and the score of a pair is the sum of the first text's
 * weights times the sum of the second's. So it can be worked out by hand, and shows whether the two are told apart.
 * Weights: red 1, blue 2, green -1, everything else 0.
 */
public final class TinyCrossEncoder {

    private static final float[] WEIGHTS = {0, 0, 0, 0, 1, 2, -1};

    private TinyCrossEncoder() {}

    /** Writes all files of an export. @param outputs numbers that it gives for a pair */
    public static void write(Path folder, int outputs) throws IOException {
        Files.createDirectories(folder.resolve("onnx"));
        Files.write(folder.resolve("onnx/model.onnx"), onnx(outputs));
        Files.writeString(
                folder.resolve("config.json"),
                "{\"max_position_embeddings\": 512, \"id2label\": {\"0\": \"LABEL_0\"}}");
        Files.writeString(folder.resolve("tokenizer_config.json"), "{\"model_max_length\": 8}");
        Files.writeString(folder.resolve("tokenizer.json"), """
            {"version": "1.0", "truncation": {"max_length": 3, "strategy": "LongestFirst", "stride": 0,
             "direction": "Right"}, "padding": null, "added_tokens": [],
             "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
             "post_processor": {"type": "TemplateProcessing",
             "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
              {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
             "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
              {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}},
              {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
             "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [1], "tokens": ["[CLS]"]},
              "[SEP]": {"id": "[SEP]", "ids": [2], "tokens": ["[SEP]"]}}},
             "decoder": null, "model": {"type": "WordLevel", "unk_token": "[UNK]",
             "vocab": {"[PAD]": 0, "[CLS]": 1, "[SEP]": 2, "[UNK]": 3, "red": 4, "blue": 5, "green": 6}}}
            """);
    }

    /** The same without types of tokens, and with two marks between the texts; here a mark weighs 10 and all is added. */
    static void writeWithoutTypes(Path folder) throws IOException {
        var tokenizer = Files.readString(folder.resolve("tokenizer.json"))
                .replace("\"type_id\": 1", "\"type_id\": 0")
                .replace(
                        "{\"Sequence\": {\"id\": \"B\"",
                        "{\"SpecialToken\": {\"id\": \"[SEP]\", \"type_id\": 0}}, {\"Sequence\": {\"id\": \"B\"");
        Files.writeString(folder.resolve("tokenizer.json"), tokenizer);
        var graph = new Message()
                .bytes(1, node("Gather", "weight", "weights", "input_ids").done())
                .bytes(1, node("ReduceSum", "logits", "weight", "axis").done());
        var weights = new float[] {0, 10, 10, 0, 1, 2, -1};
        Files.write(folder.resolve("onnx/model.onnx"), model(graph, weights, "input_ids", "attention_mask"));
    }

    private static byte[] onnx(int outputs) throws IOException {
        var graph = new Message()
                .bytes(1, node("Gather", "weight", "weights", "input_ids").done())
                .bytes(
                        1,
                        node("Cast", "second", "token_type_ids")
                                .bytes(
                                        5,
                                        new Message()
                                                .bytes(1, "to")
                                                .number(3, 1)
                                                .number(20, 2)
                                                .done())
                                .done())
                .bytes(1, node("Sub", "first", "one", "second").done())
                .bytes(1, node("Mul", "of_second", "weight", "second").done())
                .bytes(1, node("Mul", "of_first", "weight", "first").done())
                .bytes(1, node("ReduceSum", "sum_second", "of_second", "axis").done())
                .bytes(1, node("ReduceSum", "sum_first", "of_first", "axis").done())
                .bytes(1, node("Mul", "score", "sum_first", "sum_second").done());
        var parts = new String[outputs];
        java.util.Arrays.fill(parts, "score");
        graph.bytes(
                1,
                node("Concat", "logits", parts)
                        .bytes(
                                5,
                                new Message()
                                        .bytes(1, "axis")
                                        .number(3, 1)
                                        .number(20, 2)
                                        .done())
                        .done());
        return model(graph, WEIGHTS, "input_ids", "attention_mask", "token_type_ids");
    }

    private static byte[] model(Message graph, float[] values, String... inputs) throws IOException {
        var weights = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float weight : values) weights.putFloat(weight);
        var one = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(1);
        var axis = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(1);
        graph.bytes(2, "tiny")
                .bytes(5, tensor("weights", 1, values.length, weights.array()))
                .bytes(5, tensor("one", 1, 1, one.array()))
                .bytes(5, tensor("axis", 7, 1, axis.array()));
        for (var input : inputs) graph.bytes(11, TinyModel.value(input, 7, "batch", "sequence"));
        graph.bytes(12, TinyModel.value("logits", 1, "batch", "labels"));
        return new Message()
                .number(1, 8)
                .bytes(7, graph.done())
                .bytes(8, new Message().bytes(1, "").number(2, 13).done())
                .done();
    }

    private static Message node(String type, String output, String... inputs) throws IOException {
        var node = new Message();
        for (var input : inputs) node.bytes(1, input);
        return node.bytes(2, output).bytes(4, type);
    }

    private static byte[] tensor(String name, int type, int length, byte[] raw) throws IOException {
        return new Message()
                .number(1, length)
                .number(2, type)
                .bytes(8, name)
                .bytes(9, raw)
                .done();
    }
}
