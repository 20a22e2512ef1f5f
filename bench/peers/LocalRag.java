import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import rag.config.Json;
import rag.model.Failure;

/**
 * mcp-local-rag, as it is used: its commands for ingestion and for a single query, its MCP server for many. It runs the
 * model file that we run too, which it would fetch from a hub otherwise; with its own choice, 32 bits, it is slower.
 */
final class LocalRag {

    private static final Pattern CHUNKS = Pattern.compile("Total chunks: (\\d+)");

    private final Program command;
    private final Path cache;
    private final Path documents;

    /** @param folder gets the model */
    LocalRag(Program command, Path folder, Path documents) throws IOException {
        this.cache = Files.createDirectories(folder.resolve("models"));
        this.documents = documents;
        this.command = command.set(Map.of("RAG_DTYPE", "q8", "BASE_DIR", documents.toString()));
        writeModel(cache.resolve("Xenova/all-MiniLM-L6-v2"));
    }

    Program ingest(Path database) {
        return on(database).with("ingest", documents.toString());
    }

    Program query(Path database, String question) {
        return on(database).with("query", question);
    }

    private Program on(Path database) {
        return command.with("--db-path", database.toString(), "--cache-dir", cache.toString());
    }

    static int chunks(Program.Run ingest) {
        var found = CHUNKS.matcher(ingest.err());
        if (!found.find()) throw new Failure("mcp-local-rag did not say how many chunks it made: " + ingest.err());
        return Integer.parseInt(found.group(1));
    }

    Server serve(Path database) throws IOException {
        var environment = Map.of("DB_PATH", database.toString(), "CACHE_DIR", cache.toString());
        return new Server(command.set(environment).talk(database.resolveSibling("server.err")));
    }

    /** The MCP server over its standard input and output, one line a message. */
    static final class Server implements AutoCloseable {

        private final Process process;
        private final Writer in;
        private final BufferedReader out;
        private int id;

        private Server(Process process) throws IOException {
            this.process = process;
            this.in = process.outputWriter(StandardCharsets.UTF_8);
            this.out = process.inputReader(StandardCharsets.UTF_8);
            var client = Map.of("name", "bench", "version", "1");
            call("initialize", Map.of("protocolVersion", "2025-06-18", "capabilities", Map.of(), "clientInfo", client));
            send(Map.of("jsonrpc", "2.0", "method", "notifications/initialized"));
        }

        /** The answer as it comes, unparsed. */
        String query(String question, int limit) throws IOException {
            var arguments = Map.of("query", question, "limit", limit);
            return call("tools/call", Map.of("name", "query_documents", "arguments", arguments));
        }

        private String call(String method, Map<String, Object> parameters) throws IOException {
            send(Map.of("jsonrpc", "2.0", "id", ++id, "method", method, "params", parameters));
            var ours = "\"id\":" + id + "}";
            for (var line = out.readLine(); line != null; line = out.readLine()) {
                if (!line.endsWith(ours)) continue;
                if (line.contains("\"isError\":true") || line.contains("\"error\":{")) {
                    throw new Failure("mcp-local-rag answers " + method + " with " + line);
                }
                return line;
            }
            throw new Failure("mcp-local-rag's server ended");
        }

        private void send(Map<String, Object> message) throws IOException {
            in.write(Json.line(message) + "\n");
            in.flush();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** In the layout of the cache that it looks into before it asks a hub. */
    private static void writeModel(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("onnx"));
        Files.write(folder.resolve("onnx/model_quantized.onnx"), resource("/all-minilm-l6-v2-q.onnx"));
        Files.write(folder.resolve("tokenizer.json"), resource("/all-minilm-l6-v2-q-tokenizer.json"));
        Files.writeString(folder.resolve("tokenizer_config.json"), """
            {"tokenizer_class": "BertTokenizer", "do_lower_case": true, "model_max_length": 512, "unk_token": "[UNK]",
             "sep_token": "[SEP]", "pad_token": "[PAD]", "cls_token": "[CLS]", "mask_token": "[MASK]"}
            """);
        Files.writeString(folder.resolve("config.json"), """
            {"model_type": "bert", "architectures": ["BertModel"], "vocab_size": 30522, "hidden_size": 384,
             "num_hidden_layers": 6, "num_attention_heads": 12, "intermediate_size": 1536, "hidden_act": "gelu",
             "max_position_embeddings": 512, "type_vocab_size": 2, "layer_norm_eps": 1e-12, "pad_token_id": 0}
            """);
    }

    private static byte[] resource(String name) throws IOException {
        try (var in = LocalRag.class.getResourceAsStream(name)) {
            if (in == null) throw new Failure("no " + name + " on the class path");
            return in.readAllBytes();
        }
    }
}
