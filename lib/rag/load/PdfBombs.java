package rag.load;

import java.io.IOException;
import java.util.Set;
import java.util.zip.InflaterInputStream;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDPage;

/** Finds content that would unpack to more than any page holds, before it is unpacked into memory. */
final class PdfBombs {

    /** Bytes of content that one stream may hold, unpacked. */
    private static final long MOST = 128L << 20;

    /** Deflate packs at most so many bytes into one (RFC 1951: 258 bytes in two bits). */
    private static final long DEFLATE = 1032;

    private static final Set<COSName> PICTURES =
            Set.of(COSName.JBIG2_DECODE, COSName.JPX_DECODE, COSName.DCT_DECODE, COSName.CCITTFAX_DECODE);

    private PdfBombs() {}

    /** Takes streams that cannot be content off the page; true when there were any. */
    static boolean defuse(PDPage page) throws IOException {
        var contents = page.getCOSObject().getDictionaryObject(COSName.CONTENTS);
        if (contents instanceof COSStream stream && !harmless(stream)) {
            page.getCOSObject().removeItem(COSName.CONTENTS);
            return true;
        }
        boolean found = false;
        if (contents instanceof COSArray array) {
            for (int i = array.size() - 1; i >= 0; i--) {
                if (array.getObject(i) instanceof COSStream stream && !harmless(stream)) {
                    array.remove(i);
                    found = true;
                }
            }
        }
        return found;
    }

    static boolean harmless(COSDictionary content) throws IOException {
        if (!(content instanceof COSStream stream)) return true;
        int packed = 0;
        var filters = stream.getFilters();
        var names = filters instanceof COSArray array
                ? array.toList()
                : filters == null ? java.util.List.of() : java.util.List.of(filters);
        for (var filter : names) {
            if (filter instanceof COSName name && PICTURES.contains(name)) return false;
            if (COSName.FLATE_DECODE.equals(filter) || COSName.FLATE_DECODE_ABBREVIATION.equals(filter)) packed++;
        }
        double most = stream.getLength() * Math.pow(DEFLATE, packed);
        if (most <= MOST || packed < names.size()) return most <= MOST || stream.getLength() < MOST / 64;
        long length = 0;
        byte[] buffer = new byte[64 << 10];
        try (var raw = stream.createRawInputStream()) {
            java.io.InputStream in = raw;
            for (int i = 0; i < packed; i++) in = new InflaterInputStream(in);
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                length += read;
                if (length > MOST) return false;
            }
        } catch (java.util.zip.ZipException broken) {
            return true; // PDFBox reads what can be read of it
        } catch (java.io.EOFException cut) {
            return true;
        }
        return true;
    }
}
