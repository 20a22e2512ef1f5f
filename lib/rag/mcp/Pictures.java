package rag.mcp;

import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.model.Answer;
import rag.model.Failure;
import rag.model.Hit;
import rag.store.ImageFiles;
import rag.store.ImageRow;
import rag.store.Ledger;

/** The pictures of documents, as clients take them. */
final class Pictures {

    private static final Map<String, String> TYPES = Map.of(
            "png", "image/png", "jpg", "image/jpeg", "jpeg", "image/jpeg", "gif", "image/gif", "webp", "image/webp");

    /** Models see no more than this side in pixels. */
    static final int SIDE = 1568;

    private static final int SMALL_SIDE = 768;
    private static final int MOST_IN_ANSWER = 3;
    private static final int LARGEST = 1_500_000;
    private static final int LARGEST_IN_ANSWER = 300_000;

    private final Engine engine;
    private final Map<String, List<ImageRow>> rows = new HashMap<>();

    Pictures(Engine engine) {
        this.engine = engine;
    }

    /** What is known of the pictures of the documents that an answer cites, by document id. */
    Map<String, List<ImageRow>> of(Answer answer) {
        if (answer.hits().stream().allMatch(hit -> hit.chunk().images().isEmpty())) return rows;
        try (var ledger = Ledger.openReadOnly(engine.data()).orElse(null)) {
            if (ledger == null) return rows;
            for (var hit : answer.hits()) {
                var chunk = hit.chunk();
                if (!chunk.images().isEmpty()) {
                    rows.computeIfAbsent(chunk.documentId(), id -> ledger.images(chunk.collection(), id));
                }
            }
        }
        return rows;
    }

    /** The first few pictures of the passages, made small. */
    List<Map<String, Object>> blocks(List<Hit> hits) {
        var ids = new LinkedHashSet<String>();
        var blocks = new ArrayList<Map<String, Object>>();
        for (var hit : hits) {
            for (var row : rows.getOrDefault(hit.chunk().documentId(), List.of())) {
                if (blocks.size() == MOST_IN_ANSWER) return blocks;
                if (!hit.chunk().images().contains(row.imageId()) || !ids.add(row.imageId())) continue;
                try {
                    block(row, SMALL_SIDE, LARGEST_IN_ANSWER).ifPresent(blocks::add);
                } catch (Failure e) {
                    // its file is gone; the passage names the picture, and get_image says what is the matter
                }
            }
        }
        return blocks;
    }

    /** A picture as it is asked for by itself. */
    Optional<Map<String, Object>> whole(ImageRow row) {
        return block(row, SIDE, LARGEST);
    }

    /** ImageContent; empty where a format can't be shown. */
    private Optional<Map<String, Object>> block(ImageRow row, int side, int largest) {
        var bytes = new ImageFiles(engine.data()).read(row).bytes();
        var type = TYPES.get(row.extension());
        if (type == null || bytes.length > largest || (largest < LARGEST && isLarge(bytes, side))) {
            var smaller = scaled(bytes, side);
            if (smaller == null) return Optional.empty();
            bytes = smaller;
            type = "image/png";
        }
        if (bytes.length > 2 * largest) return Optional.empty();
        var block = new LinkedHashMap<String, Object>();
        block.put("type", "image");
        block.put("data", Base64.getEncoder().encodeToString(bytes));
        block.put("mimeType", type);
        return Optional.of(block);
    }

    private static boolean isLarge(byte[] bytes, int side) {
        var picture = read(bytes);
        return picture != null && Math.max(picture.getWidth(), picture.getHeight()) > side;
    }

    private static @Nullable BufferedImage read(byte[] bytes) {
        try {
            return ImageIO.read(new ByteArrayInputStream(bytes));
        } catch (IOException | RuntimeException e) {
            return null; // damaged, or of a kind that is not known
        }
    }

    /** As PNG, its longest side at most this; null when it can't be read. */
    private static byte @Nullable [] scaled(byte[] bytes, int side) {
        var picture = read(bytes);
        if (picture == null) return null;
        double factor = Math.min(1, (double) side / Math.max(picture.getWidth(), picture.getHeight()));
        int width = Math.max(1, (int) (picture.getWidth() * factor));
        int height = Math.max(1, (int) (picture.getHeight() * factor));
        var small = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        var pen = small.createGraphics();
        pen.drawImage(picture.getScaledInstance(width, height, Image.SCALE_AREA_AVERAGING), 0, 0, null);
        pen.dispose();
        var out = new ByteArrayOutputStream();
        try {
            ImageIO.write(small, "png", out);
        } catch (IOException e) {
            return null;
        }
        return out.toByteArray();
    }
}
