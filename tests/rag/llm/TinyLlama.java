package rag.llm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A llama of one layer with random weights, as a GGUF file (version 3 of the format): a real server runs it, and what it
 * says makes no sense.
 */
final class TinyLlama {

    private static final int WIDTH = 32, INNER = 64, CONTEXT = 2048;
    private static final int U32 = 4, I32 = 5, F32 = 6, TEXT = 8, ARRAY = 9;
    private static final int NORMAL = 1, UNKNOWN = 2, CONTROL = 3, BYTE = 6;
    private static final int ALIGNMENT = 32;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private TinyLlama() {}

    static Path write(Path file) throws IOException {
        return Files.write(file, new TinyLlama().bytes());
    }

    private byte[] bytes() throws IOException {
        var tokens = new ArrayList<>(List.of("<unk>", "<s>", "</s>"));
        var types = new ArrayList<>(List.of(UNKNOWN, CONTROL, CONTROL));
        for (int b = 0; b < 256; b++) {
            tokens.add("<0x%02X>".formatted(b));
            types.add(BYTE);
        }
        for (char c = ' '; c <= '~'; c++) {
            tokens.add(c == ' ' ? "\u2581" : "" + c);
            types.add(NORMAL);
        }
        var tensors = tensors(tokens.size());
        out.write("GGUF".getBytes(StandardCharsets.US_ASCII));
        number(4, 3);
        number(8, tensors.size());
        number(8, 15);
        text("general.architecture", "llama");
        for (var entry : Map.of(
                        "llama.context_length", CONTEXT,
                        "llama.embedding_length", WIDTH,
                        "llama.block_count", 1,
                        "llama.feed_forward_length", INNER,
                        "llama.attention.head_count", 2,
                        "llama.attention.head_count_kv", 2,
                        "llama.rope.dimension_count", WIDTH / 2,
                        "tokenizer.ggml.bos_token_id", 1,
                        "tokenizer.ggml.eos_token_id", 2)
                .entrySet()) {
            key(entry.getKey(), U32);
            number(4, entry.getValue());
        }
        key("llama.attention.layer_norm_rms_epsilon", F32);
        number(4, Float.floatToIntBits(1e-5f));
        text("tokenizer.ggml.model", "llama");
        array("tokenizer.ggml.tokens", TEXT, tokens.size());
        for (var token : tokens) string(token);
        array("tokenizer.ggml.scores", F32, tokens.size());
        for (int i = 0; i < tokens.size(); i++) number(4, Float.floatToIntBits(-i));
        array("tokenizer.ggml.token_type", I32, types.size());
        for (var type : types) number(4, type);
        long offset = 0;
        for (var tensor : tensors.entrySet()) {
            string(tensor.getKey());
            number(4, tensor.getValue().length);
            long count = 1;
            for (int dimension : tensor.getValue()) {
                number(8, dimension);
                count *= dimension;
            }
            number(4, 0); // 32-bit floats
            number(8, offset);
            offset += count * 4;
        }
        while (out.size() % ALIGNMENT != 0) out.write(0);
        weights(tensors);
        return out.toByteArray();
    }

    /** Dimensions by name; all sizes are multiples of the alignment. */
    private static Map<String, int[]> tensors(int vocabulary) {
        var tensors = new LinkedHashMap<String, int[]>();
        tensors.put("token_embd.weight", new int[] {WIDTH, vocabulary});
        tensors.put("output_norm.weight", new int[] {WIDTH});
        tensors.put("output.weight", new int[] {WIDTH, vocabulary});
        for (var name : List.of("attn_norm", "ffn_norm")) tensors.put("blk.0." + name + ".weight", new int[] {WIDTH});
        for (var name : List.of("attn_q", "attn_k", "attn_v", "attn_output")) {
            tensors.put("blk.0." + name + ".weight", new int[] {WIDTH, WIDTH});
        }
        for (var name : List.of("ffn_gate", "ffn_up"))
            tensors.put("blk.0." + name + ".weight", new int[] {WIDTH, INNER});
        tensors.put("blk.0.ffn_down.weight", new int[] {INNER, WIDTH});
        return tensors;
    }

    private void weights(Map<String, int[]> tensors) {
        var random = new Random(7);
        for (var tensor : tensors.entrySet()) {
            long count = 1;
            for (int dimension : tensor.getValue()) count *= dimension;
            boolean norm = tensor.getKey().contains("norm");
            for (long i = 0; i < count; i++) {
                number(4, Float.floatToIntBits(norm ? 1 : (float) random.nextGaussian() * 0.3f));
            }
        }
    }

    private void key(String key, int type) throws IOException {
        string(key);
        number(4, type);
    }

    private void text(String key, String value) throws IOException {
        key(key, TEXT);
        string(value);
    }

    private void array(String key, int type, int length) throws IOException {
        key(key, ARRAY);
        number(4, type);
        number(8, length);
    }

    private void string(String value) throws IOException {
        var bytes = value.getBytes(StandardCharsets.UTF_8);
        number(8, bytes.length);
        out.write(bytes);
    }

    private void number(int bytes, long value) {
        var buffer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
        out.write(buffer.array(), 0, bytes);
    }
}
