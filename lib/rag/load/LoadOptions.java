package rag.load;

/**
 * What loaders do beyond reading, since it takes its time.
 *
 * @param ocr recognition of text in pictures
 * @param drawings whether drawings of a PDF that a caption names are rendered as pictures: a quarter of a second each
 */
public record LoadOptions(Ocr ocr, boolean drawings) {

    /** Neither. */
    public static LoadOptions plain() {
        return new LoadOptions(Ocr.off(), false);
    }
}
