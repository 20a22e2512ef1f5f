package rag.transform;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import rag.model.Image;
import rag.text.Texts;

/** Sews the words of pictures into the passages in which they stand, so that searching text finds them. */
public final class ImageCaptioner {

    static final Pattern MARK = Pattern.compile("\\[IMAGE: (img_[0-9a-f]{16})]");

    /** A caption cut shorter than this says nothing. */
    private static final int SHORTEST = 16;

    /**
     * A passage with its pictures.
     *
     * @param text the passage, captions behind the marks
     * @param images ids of the pictures in it, each once, in their order
     * @param captioned ids of those whose caption was added
     * @param noRoom ids of those whose caption was left out because the passage is full
     */
    public record Captioned(String text, List<String> images, List<String> captioned, List<String> noRoom) {

        public Captioned {
            images = List.copyOf(images);
            captioned = List.copyOf(captioned);
            noRoom = List.copyOf(noRoom);
        }
    }

    /**
     * Adds the captions that the passage does not have already.
     *
     * @param fits whether a passage of this text is within the limit
     */
    public Captioned sew(String passage, List<Image> images, Predicate<String> fits) {
        var marked = new LinkedHashSet<String>();
        MARK.matcher(passage).results().forEach(mark -> marked.add(mark.group(1)));
        var captioned = new ArrayList<String>();
        var noRoom = new ArrayList<String>();
        var text = passage;
        for (var image : images) {
            var caption = ChunkRefiner.line(image.caption()).replaceAll("\\s+", " ");
            if (!marked.contains(image.id()) || caption.isEmpty() || has(text, image.mark(), caption)) continue;
            var sewn = sewn(text, image.mark(), caption, fits);
            if (sewn.equals(text)) noRoom.add(image.id());
            else captioned.add(image.id());
            text = sewn;
        }
        return new Captioned(text, List.copyOf(marked), captioned, noRoom);
    }

    /** Whether the passage has the caption, or behind the mark as much of it as fitted. */
    private static boolean has(String text, String mark, String caption) {
        var start = caption.substring(0, Math.min(SHORTEST, caption.length()) / 2);
        return text.contains(mark + " " + start) || text.replaceAll("\\s+", " ").contains(caption);
    }

    /** The text with as much of the caption as fits; as it was when that is next to nothing. */
    private static String sewn(String text, String mark, String caption, Predicate<String> fits) {
        int behind = text.indexOf(mark) + mark.length();
        for (var words = caption; words.length() >= Math.min(SHORTEST, caption.length()); words = shorter(words)) {
            var sewn = text.substring(0, behind) + " " + words + text.substring(behind);
            if (fits.test(sewn)) return sewn;
        }
        return text;
    }

    private static String shorter(String words) {
        int length = words.length() * 3 / 4;
        var cut = Texts.cut(words, length);
        int blank = cut.lastIndexOf(' ');
        return (blank > length / 2 ? cut.substring(0, blank) : cut).strip();
    }
}
