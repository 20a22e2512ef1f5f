package rag.load;

import java.io.IOException;
import java.util.Set;
import org.apache.poi.EncryptedDocumentException;
import org.apache.poi.hwpf.HWPFDocument;
import org.apache.poi.hwpf.OldWordFileFormatException;
import org.apache.poi.hwpf.extractor.Word6Extractor;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/** Old Word documents (DOC, Word 97 to 2003; of Word 6 and 95, paragraphs only). */
public final class DocLoader implements DocumentLoader {

    @Override
    public String type() {
        return "doc";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("doc", "dot");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        Quiet.libraries();
        var builder = new DocumentBuilder(type());
        try (var files = new POIFSFileSystem(source.path().toFile(), true)) {
            try (var document = new HWPFDocument(files)) {
                OleProperties.add(document.getSummaryInformation(), builder);
                new DocStory(document, builder).append();
            } catch (OldWordFileFormatException e) {
                old(files, builder);
            }
        } catch (EncryptedDocumentException e) {
            throw new LoadException(DocumentState.ENCRYPTED, "the document needs a password to be opened", e);
        }
        return builder.build(source);
    }

    private static void old(POIFSFileSystem files, DocumentBuilder builder) throws IOException {
        try (var extractor = new Word6Extractor(files)) {
            for (String paragraph : extractor.getText().split("\\R")) builder.add(Kind.PARAGRAPH, paragraph);
        }
    }
}
