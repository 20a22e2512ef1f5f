package rag.embed;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import rag.model.Failure;

/**
 * One file on its way: written beside its place, taken up again where it broke off (also by the next process), and moved
 * there when its hash is right.
 */
final class Download {

    private static final int ATTEMPTS = 5;
    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long TELL_FROM = 5_000_000;
    private static final long TELL_NANOS = 5_000_000_000L;

    private final HttpClient client;
    private final URI from;
    private final File file;
    private final Path target;
    private final String model;
    private final Duration patience;

    /**
     * A file as the hub lists it.
     *
     * @param name path in the model
     * @param size bytes; -1 where it is not known
     * @param sha256 of the content; "" for small files
     * @param blob git's hash of the content; "" for large files
     */
    record File(String name, long size, String sha256, String blob) {}

    /** @param patience how long nothing may come */
    Download(HttpClient client, URI from, File file, Path target, String model, Duration patience) {
        this.client = client;
        this.from = from;
        this.file = file;
        this.target = target;
        this.model = model;
        this.patience = patience;
    }

    /** @throws Failure when it can't be had whole */
    void run() throws IOException {
        if (Files.isRegularFile(target)) return;
        Files.createDirectories(target.getParent());
        var part = target.resolveSibling(target.getFileName() + ".part");
        for (int attempt = 1; ; attempt++) {
            try {
                receive(part);
                break;
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw new Failure(
                            "%s of the model %s broke off (%s): run again, and it goes on from there"
                                    .formatted(file.name(), model, e),
                            e);
                }
                pause(attempt);
            }
        }
        if (!right(part)) {
            Files.delete(part);
            throw new Failure(
                    "%s of the model %s is not what the hub lists: run again to fetch it anew, or set embedding.hub"
                            .formatted(file.name(), model));
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void receive(Path part) throws IOException {
        long have = Files.isRegularFile(part) ? Files.size(part) : 0;
        if (file.size() >= 0 && have >= file.size()) {
            if (have == file.size()) return;
            have = 0;
        }
        var request = HttpRequest.newBuilder(from).timeout(patience);
        if (have > 0) request.header("Range", "bytes=" + have + "-");
        try {
            var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (var in = answer.body()) {
                switch (answer.statusCode()) {
                    case 200 -> copy(in, part, 0);
                    case 206 -> copy(in, part, have);
                    case 416 -> {
                        Files.delete(part);
                        throw new IOException("status 416");
                    }
                    default -> throw new IOException("status " + answer.statusCode());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("fetching the model was interrupted", e);
        }
    }

    private void copy(InputStream in, Path part, long have) throws IOException {
        long done = have, told = System.nanoTime() - TELL_NANOS;
        var heard = new AtomicLong(System.nanoTime());
        var watch = Thread.ofVirtual().start(() -> endWhenSilent(in, heard));
        var append = have > 0 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
        try (var out = Files.newOutputStream(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, append)) {
            var buffer = new byte[1 << 16];
            for (int n; (n = in.read(buffer)) >= 0; done += n) {
                heard.set(System.nanoTime());
                out.write(buffer, 0, n);
                if (file.size() > TELL_FROM && System.nanoTime() - told > TELL_NANOS) {
                    told = System.nanoTime();
                    System.err.printf(
                            "fetching %s: %s, %d of %d MB%n",
                            model, file.name(), (done + n) / 1_000_000, file.size() / 1_000_000);
                }
            }
        } finally {
            watch.interrupt();
        }
        if (file.size() >= 0 && done < file.size()) throw new InterruptedIOException("the connection ended early");
    }

    /** The client's time limit ends with the headers; a body that stands still is ended here. */
    private void endWhenSilent(InputStream in, AtomicLong heard) {
        try {
            for (long left; (left = heard.get() + patience.toNanos() - System.nanoTime()) > 0; ) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
            in.close();
        } catch (InterruptedException | IOException e) {
            // it has come, or has ended by itself
        }
    }

    private boolean right(Path part) throws IOException {
        if (file.size() >= 0 && Files.size(part) != file.size()) return false;
        if (!file.sha256().isEmpty()) return hash("SHA-256", new byte[0], part).equals(file.sha256());
        if (file.blob().isEmpty()) return true;
        var head = ("blob " + Files.size(part) + "\0").getBytes(StandardCharsets.UTF_8);
        return hash("SHA-1", head, part).equals(file.blob());
    }

    private static String hash(String algorithm, byte[] head, Path part) throws IOException {
        try (var in = Files.newInputStream(part)) {
            var digest = MessageDigest.getInstance(algorithm);
            digest.update(head);
            var buffer = new byte[1 << 16];
            for (int n; (n = in.read(buffer)) >= 0; ) digest.update(buffer, 0, n);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java platform has both
        }
    }

    private static void pause(int attempt) {
        try {
            Thread.sleep(200L << attempt);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("fetching the model was interrupted", e);
        }
    }
}
