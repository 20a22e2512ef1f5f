package rag.load;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;
import rag.model.Page;

/** PDF: pages are painted and laid out by {@link PdfPageReader}, then made into headings, paragraphs, tables and pictures. */
public final class PdfLoader implements DocumentLoader {

    /** Time for one document, in nanoseconds; what was read until then stands, and the rest is named. */
    private static final long TIME = 300_000_000_000L;

    private static final long SMALL = 32L << 20;

    private static final List<String> RECOGNISED = List.of("recognised text");

    private final Ocr ocr;
    private final boolean drawings;

    public PdfLoader(LoadOptions options) {
        this.ocr = options.ocr();
        this.drawings = options.drawings();
    }

    @Override
    public String type() {
        return "pdf";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("pdf");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        PdfFonts.install();
        var builder = new DocumentBuilder(type());
        try (var document = open(source)) {
            document.setResourceCache(new PdfCache());
            var numbers = new IdentityHashMap<COSBase, Integer>();
            form(document, builder);
            var pages = pages(document, builder, numbers);
            PdfProperties.add(document, builder);
            if (pages.isEmpty()) throw new LoadException(DocumentState.FAILED, "the PDF has no page that can be read");
            assemble(document, pages, numbers, builder);
            return builder.build(source);
        } catch (InvalidPasswordException e) {
            throw new LoadException(DocumentState.ENCRYPTED, "the PDF needs a password to be opened", e);
        } catch (IOException e) {
            throw new LoadException(DocumentState.FAILED, "not a readable PDF: " + e.getMessage(), e);
        }
    }

    /** Gives fields a look that the file leaves to its reader; it is painted with the pages. */
    private static void form(PDDocument document, DocumentBuilder builder) {
        try {
            var form = document.getDocumentCatalog().getAcroForm();
            if (form != null && form.xfaIsDynamic())
                builder.problem("a form that only Adobe's own reader fills in (XFA): its fields are not read");
        } catch (RuntimeException broken) {
            builder.problem("form fields may be missing, the form is broken");
        }
    }

    /** What is not large is read from memory, which is quicker; unpacked streams always lie in a file. */
    private static PDDocument open(Source source) throws IOException {
        var cache = IOUtils.createTempFileOnlyStreamCache();
        return Files.size(source.path()) <= SMALL
                ? Loader.loadPDF(source.bytes(), "", null, null, cache)
                : Loader.loadPDF(source.path().toFile(), "", cache);
    }

    private List<PdfPage> pages(PDDocument document, DocumentBuilder builder, Map<COSBase, Integer> numbers) {
        var pages = new ArrayList<PdfPage>();
        long deadline = System.nanoTime() + TIME;
        var reader = new PdfPageReader(
                new PdfPictures(builder), drawings ? new PdfDrawings(document) : null, builder, deadline);
        try {
            for (PDPage page : document.getPages()) {
                if (System.nanoTime() > deadline) {
                    builder.problem("pages from " + (pages.size() + 1) + " on: not read, it takes over "
                            + TIME / 1_000_000_000 + " s");
                    break;
                }
                int number = pages.size() + 1;
                numbers.put(page.getCOSObject(), number);
                pages.add(reader.read(page, number));
            }
        } catch (RuntimeException broken) {
            builder.problem("pages from " + (pages.size() + 1) + " on: not read, the list of pages is broken");
        }
        return pages;
    }

    private void assemble(
            PDDocument document, List<PdfPage> pages, Map<COSBase, Integer> numbers, DocumentBuilder builder)
            throws LoadException {
        var recognised = PdfScans.read(document, pages, ocr, builder);
        if (recognised.isEmpty() && pages.stream().noneMatch(PdfPage::hasText))
            throw without(pages, builder.problems());
        String[] labels = labels(document, pages.size());
        for (var page : pages) {
            boolean read = recognised.containsKey(page.number());
            var flags = new ArrayList<>(page.flags());
            if (read) flags.addAll(RECOGNISED);
            builder.page(new Page(page.number(), labels[page.number() - 1], read || page.hasText(), flags));
        }
        var scanned = pages.stream()
                .filter(PdfPage::scanned)
                .map(PdfPage::number)
                .filter(number -> !recognised.containsKey(number))
                .toList();
        if (!scanned.isEmpty())
            builder.problem((scanned.size() == 1 ? "page " : "pages ") + ranges(scanned) + ": no text layer");
        builder.metadata("running_heads", PdfFurniture.remove(pages));
        var hyphens = new PdfHyphens();
        int mono = 0;
        int all = 0;
        for (var page : pages) {
            for (var part : page.order()) {
                if (!(part instanceof PdfLine line)) continue;
                hyphens.learn(line.text());
                all += line.text().length();
                if (line.mono()) mono += line.text().length();
            }
        }
        var headings = new PdfHeadings(pages, new PdfOutline(document, numbers));
        var paragraphs = new PdfParagraphs(builder, headings, hyphens, mono * 2 > all);
        for (var page : pages) {
            paragraphs.page(page);
            for (String words : recognised.getOrDefault(page.number(), List.of()))
                builder.add(Kind.PARAGRAPH, 0, words, page.number(), "", RECOGNISED);
        }
    }

    /** Pages that were not read to their end are no blank ones. */
    private LoadException without(List<PdfPage> pages, List<String> problems) {
        if (problems.isEmpty()) return new LoadException(DocumentState.NO_TEXT, blank(pages));
        boolean scanned = pages.stream().anyMatch(PdfPage::scanned);
        return scanned
                ? new LoadException(DocumentState.NO_TEXT, blank(pages) + "; " + String.join("; ", problems))
                : new LoadException(DocumentState.FAILED, "no text was found; " + String.join("; ", problems));
    }

    private String blank(List<PdfPage> pages) {
        if (pages.stream().noneMatch(PdfPage::scanned)) return "its pages are blank";
        String why = ocr.missing().isEmpty() ? "no words were recognised" : ocr.missing();
        var which = pages.size() == 1 ? "its only page" : "any of its " + pages.size() + " pages";
        return "no text layer on " + which + " (a scan?), and " + why;
    }

    private static String[] labels(PDDocument document, int count) {
        String[] labels = new String[count];
        try {
            var named = document.getDocumentCatalog().getPageLabels();
            String[] found = named == null ? new String[0] : named.getLabelsByPageIndices();
            System.arraycopy(found, 0, labels, 0, Math.min(found.length, count));
        } catch (IOException | RuntimeException broken) {
            // the numbers below serve
        }
        for (int i = 0; i < count; i++)
            if (labels[i] == null || labels[i].isBlank()) labels[i] = Integer.toString(i + 1);
        return labels;
    }

    /** {@code 1-3, 7}. */
    static String ranges(List<Integer> numbers) {
        var out = new StringBuilder();
        for (int i = 0; i < numbers.size(); i++) {
            int first = numbers.get(i);
            while (i + 1 < numbers.size() && numbers.get(i + 1) == numbers.get(i) + 1) i++;
            if (!out.isEmpty()) out.append(", ");
            out.append(first);
            if (numbers.get(i) > first) out.append('-').append(numbers.get(i));
        }
        return out.toString();
    }

    /** Whether a title was left by the program that made the file. */
    static boolean leftOver(String title) {
        return title.toLowerCase(Locale.ROOT)
                .matches("(?s)\\s*(untitled.*|\\(?(anonymous|unspecified)\\)?|microsoft (word|powerpoint) -"
                        + " .*|.*\\.(docx?|dvi|qxd|indd|tex|pdf|pptx?|xlsx?|ps|eps|fm|rtf|txt|html?))\\s*");
    }
}
