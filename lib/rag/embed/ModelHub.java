package rag.embed;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import rag.config.Json;
import rag.config.WholeAnswer;
import rag.model.Failure;

/**
 * Fetches models by name from Hugging Face's hub, or one that speaks like it: once, into the cache folder, each file
 * checked against the hub's hash. What is there is used without asking the hub again, also without a network.
 */
final class ModelHub {

    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9][\\w.-]*/[A-Za-z0-9][\\w.-]*(@[A-Za-z0-9][\\w.-]*)?");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What a model needs beside its encoder; those that don't exist are no error here. */
    private static final List<String> SMALL = List.of(
            ExportedModel.MODULES,
            "config.json",
            "tokenizer.json",
            "tokenizer_config.json",
            "sentence_bert_config.json",
            "config_sentence_transformers.json");

    private final String hub;
    private final Path cache;
    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(PATIENCE)
            .build();

    /** @param hub its address, such as that of {@code embedding.hub} */
    ModelHub(String hub, Path cache) {
        this.hub = hub.replaceFirst("/+$", "");
        this.cache = cache;
    }

    /** Whether this may be a model's name: owner/model, or owner/model@revision. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * The folder with the model's files, fetched when it isn't there yet. Several processes may ask at once.
     *
     * @throws Failure when the hub can't be reached, knows no such model, or sends something else
     */
    Path folder(String name) {
        var folder = cache.resolve("models").resolve(name.replace("/", "--"));
        var whole = folder.resolve("whole"); // written last
        if (Files.isRegularFile(whole)) return folder;
        try {
            Files.createDirectories(folder);
            try (var channel = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var lock = channel.lock()) {
                if (lock.isValid() && !Files.isRegularFile(whole)) Files.writeString(whole, fetch(name, folder));
            }
            return folder;
        } catch (IOException e) {
            throw new Failure("the model %s can't be kept in %s: %s".formatted(name, folder, e), e);
        }
    }

    /** @return the revision that was fetched */
    private String fetch(String name, Path folder) throws IOException {
        int at = name.indexOf('@');
        var model = at < 0 ? name : name.substring(0, at);
        var revision = at < 0 ? "main" : name.substring(at + 1);
        var listing = listing(model, revision);
        var commit = listing.path("sha").asText(revision);
        if (!commit.matches("[\\w.-]+")) throw unusual("a revision called " + commit);
        for (var file : wanted(name, files(listing))) {
            var from = URI.create("%s/%s/resolve/%s/%s".formatted(hub, model, commit, file.name()));
            new Download(client, from, file, folder.resolve(file.name()), model, Download.PATIENCE).run();
        }
        return commit;
    }

    private JsonNode listing(String model, String revision) {
        var address = URI.create("%s/api/models/%s/revision/%s?blobs=true".formatted(hub, model, revision));
        try {
            var answer = WholeAnswer.within(
                    PATIENCE, client, HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
            return switch (answer.statusCode()) {
                case 200 -> Json.tree(answer.body());
                case 401, 403, 404 ->
                    throw new Failure("%s has no free model %s (%d): see how it is written, or name a folder"
                            .formatted(hub, model, answer.statusCode()));
                default -> throw unusual("status " + answer.statusCode());
            };
        } catch (IOException e) {
            throw new Failure(
                    "the model %s is not here yet, and %s can't be reached (%s): try again with a network, set embedding.hub, or name a folder"
                            .formatted(model, hub, e),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("fetching the model was interrupted", e);
        }
    }

    private static List<Download.File> files(JsonNode listing) {
        var files = new ArrayList<Download.File>();
        for (var sibling : listing.path("siblings")) {
            var large = sibling.path("lfs").path("sha256").asText();
            files.add(new Download.File(
                    sibling.path("rfilename").asText(),
                    sibling.path("size").asLong(-1),
                    large,
                    large.isEmpty() ? sibling.path("blobId").asText() : ""));
        }
        return files;
    }

    /** The small files, one encoder, and the weights that lie beside it. */
    private static List<Download.File> wanted(String model, List<Download.File> files) {
        var names = files.stream().map(Download.File::name).toList();
        var encoder = ExportedFolder.ENCODERS.stream()
                .filter(names::contains)
                .findFirst()
                .orElseThrow(() -> new Failure("the model %s has no ONNX export (%s): choose another"
                        .formatted(model, String.join(", ", ExportedFolder.ENCODERS))));
        return files.stream()
                .filter(file -> SMALL.contains(file.name())
                        || file.name().matches("\\d+_Pooling/config\\.json")
                        || file.name().equals(encoder)
                        || belongs(file.name(), encoder, names))
                .toList();
    }

    /** Whether this holds weights of the encoder: lies in its folder, and under no other encoder's name. */
    private static boolean belongs(String name, String encoder, List<String> names) {
        int slash = encoder.lastIndexOf('/') + 1;
        if (name.endsWith(".onnx") || name.contains("..")) return false;
        if (name.startsWith(encoder)) return true;
        boolean inFolder = slash > 0 && name.startsWith(encoder.substring(0, slash));
        if (!inFolder || name.indexOf('/', slash) >= 0 || name.matches(".*\\.(json|txt|model|md)")) return false;
        return Stream.concat(names.stream(), Stream.of(encoder))
                .noneMatch(other -> other.endsWith(".onnx") && name.startsWith(other));
    }

    private Failure unusual(String what) {
        return new Failure("%s answered with %s: see embedding.hub, or name a folder instead".formatted(hub, what));
    }
}
