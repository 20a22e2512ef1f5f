package rag.mcp;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.model.Answer;
import rag.model.Failure;
import rag.model.Hit;
import rag.store.ImageRow;

/** The pictures of documents, as clients take them. */
final class Pictures {

    private static final Map<String, String> TYPES = Map.of(
            "png", "image/png", "jpg", "image/jpeg", "jpeg", "image/jpeg", "gif", "image/gif", "webp", "image/webp");

    /** Models see no more than this side in pixels. */
    static final int SIDE = 1568;

    private static final int SMALL_SIDE = 768;
    private static final int MOST_IN_ANSWER = 3;

    /** Models charge a picture by its area. */
    private static final int PIXELS_PER_TOKEN = 750;

    /** Larger ones would take too much memory to be made small. */
    private static final long MOST_PIXELS = 50_000_000;

    private static final int LARGEST = 1_500_000;
    private static final int LARGEST_IN_ANSWER = 300_000;

    private final Engine engine;
    private final Map<String, List<ImageRow>> rows = new HashMap<>();

    /** Why pictures are missing that machines share. */
    private final Set<String> missing = new LinkedHashSet<>();

    Pictures(Engine engine) {
        this.engine = engine;
    }

    /** What is known of the pictures of the documents that an answer cites, by document id. */
    Map<String, List<ImageRow>> of(Answer answer) {
        if (answer.hits().stream().allMatch(hit -> hit.chunk().images().isEmpty())) return rows;
        try (var ledger = engine.ledgerForQuestion().orElse(null)) {
            if (ledger == null) return rows;
            for (var hit : answer.hits()) {
                var chunk = hit.chunk();
                if (!chunk.images().isEmpty()) {
                    rows.computeIfAbsent(chunk.documentId(), id -> ledger.images(chunk.collection(), id));
                }
            }
        } catch (Failure e) {
            missing.add("pictures of the passages and their captions are missing: " + e.getMessage());
        }
        return rows;
    }

    /** Pictures for an answer, the ids of those that it has no room for, and why others are missing. */
    record Chosen(List<Map<String, Object>> blocks, List<String> leftOut, List<String> missing) {

        /** What was left out, and how to get it; empty when nothing was. */
        List<String> notes() {
            var notes = new ArrayList<>(missing);
            if (!leftOut.isEmpty())
                notes.add("pictures left out to stay short, get_image shows them: " + String.join(", ", leftOut));
            return notes;
        }
    }

    /**
     * The first few pictures of the passages, made small.
     *
     * @param room tokens that they may cost together
     */
    Chosen chosen(List<Hit> hits, long room) {
        var blocks = new ArrayList<Map<String, Object>>();
        var leftOut = new ArrayList<String>();
        var ids = new HashSet<String>();
        long left = room;
        for (var hit : hits) {
            for (var row : rows.getOrDefault(hit.chunk().documentId(), List.of())) {
                if (!hit.chunk().images().contains(row.imageId()) || !ids.add(row.imageId())) continue;
                var shown = blocks.size() < MOST_IN_ANSWER ? small(row) : Optional.<Shown>empty();
                if (shown.isPresent() && shown.get().tokens() <= left) {
                    left -= shown.get().tokens();
                    blocks.add(shown.get().block());
                } else if (shown.isPresent() || blocks.size() == MOST_IN_ANSWER) leftOut.add(row.imageId());
            }
        }
        return new Chosen(blocks, leftOut, List.copyOf(missing));
    }

    private Optional<Shown> small(ImageRow row) {
        try {
            return block(row, SMALL_SIDE, LARGEST_IN_ANSWER);
        } catch (Failure e) {
            // a file that is gone is no news for every answer: the passage names it, and get_image says what is the
            // matter
            if (engine.settings().ledger().shared()) missing.add("a picture is missing: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** A picture as it is asked for by itself. */
    Optional<Map<String, Object>> whole(ImageRow row) {
        return block(row, SIDE, LARGEST).map(Shown::block);
    }

    /** ImageContent, and what it costs a model. */
    private record Shown(Map<String, Object> block, long tokens) {}

    /** Empty where a format can't be shown. */
    private Optional<Shown> block(ImageRow row, int side, int largest) {
        var bytes = engine.picture(row);
        var type = TYPES.get(row.extension());
        var size = size(bytes);
        boolean wide = size != null && Math.max(size.width, size.height) > side;
        if (type == null || bytes.length > largest || (largest < LARGEST && wide)) {
            var smaller =
                    size == null || (long) size.width * size.height > MOST_PIXELS ? null : scaled(bytes, side, largest);
            if (smaller == null) return Optional.empty();
            bytes = smaller.bytes();
            type = smaller.type();
            size = size(bytes);
        }
        if (bytes.length > 2 * largest) return Optional.empty();
        var block = new LinkedHashMap<String, Object>();
        block.put("type", "image");
        block.put("data", Base64.getEncoder().encodeToString(bytes));
        block.put("mimeType", type);
        long pixels = size == null ? (long) side * side : (long) size.width * size.height;
        return Optional.of(new Shown(block, 1 + pixels / PIXELS_PER_TOKEN));
    }

    /** Width and height, read from the head; null when the picture is of no known kind. */
    private static @Nullable Dimension size(byte[] bytes) {
        try (var in = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
            var readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) return null;
            var reader = readers.next();
            try {
                reader.setInput(in, true, true);
                return new Dimension(reader.getWidth(0), reader.getHeight(0));
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException e) {
            return null; // damaged
        }
    }

    private static @Nullable BufferedImage read(byte[] bytes) {
        try {
            return ImageIO.read(new ByteArrayInputStream(bytes));
        } catch (IOException | RuntimeException e) {
            return null; // damaged, or of a kind that is not known
        }
    }

    /** Its longest side at most this: as PNG, or as JPEG where that is too large, as it is of photographs. */
    private static @Nullable Encoded scaled(byte[] bytes, int side, int largest) {
        var picture = read(bytes);
        if (picture == null) return null;
        double factor = Math.min(1, (double) side / Math.max(picture.getWidth(), picture.getHeight()));
        int width = Math.max(1, (int) (picture.getWidth() * factor));
        int height = Math.max(1, (int) (picture.getHeight() * factor));
        var small = picture.getScaledInstance(width, height, Image.SCALE_AREA_AVERAGING);
        var png = encoded(small, width, height, BufferedImage.TYPE_INT_ARGB, "png");
        return png == null || png.bytes().length <= largest
                ? png
                : encoded(small, width, height, BufferedImage.TYPE_INT_RGB, "jpg");
    }

    private record Encoded(byte[] bytes, String type) {}

    private static @Nullable Encoded encoded(Image picture, int width, int height, int pixels, String format) {
        var drawn = new BufferedImage(width, height, pixels);
        var pen = drawn.createGraphics();
        if (pixels == BufferedImage.TYPE_INT_RGB) {
            pen.setColor(Color.WHITE); // where it lets its ground through
            pen.fillRect(0, 0, width, height);
        }
        pen.drawImage(picture, 0, 0, null);
        pen.dispose();
        var out = new ByteArrayOutputStream();
        try {
            ImageIO.write(drawn, format, out);
        } catch (IOException e) {
            return null;
        }
        return new Encoded(out.toByteArray(), Objects.requireNonNull(TYPES.get(format)));
    }
}
