package rag.load;

import org.apache.pdfbox.cos.COSObject;
import org.apache.pdfbox.pdmodel.DefaultResourceCache;
import org.apache.pdfbox.pdmodel.graphics.PDXObject;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;

/** Keeps fonts and forms of a document at hand, not its pictures, which are read once. */
final class PdfCache extends DefaultResourceCache {

    @Override
    public void put(COSObject indirect, PDXObject object) {
        if (!(object instanceof PDImageXObject)) super.put(indirect, object);
    }
}
