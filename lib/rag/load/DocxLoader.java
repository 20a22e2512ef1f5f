package rag.load;

import java.util.Set;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/**
 * Word documents (ISO/IEC 29500, transitional and strict). The package is read by POI, the text by walking the XML, so that
 * tracked changes, text boxes, content controls and equations come out as Word shows them.
 */
public final class DocxLoader implements DocumentLoader {

    @Override
    public String type() {
        return "docx";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("docx", "docm", "dotx", "dotm");
    }

    @Override
    public Document load(Source source) throws LoadException {
        var builder = new DocumentBuilder(type());
        return OfficePackage.read(source, "Word document", office -> {
            var main = office.main();
            office.properties(builder);
            var story = new DocxStory(
                    builder,
                    main,
                    new DocxStyles(
                            OfficePackage.root(OfficePackage.related(main, "styles")),
                            OfficePackage.root(OfficePackage.related(main, "numbering"))),
                    OfficePackage.root(OfficePackage.related(main, "footnotes")),
                    OfficePackage.root(OfficePackage.related(main, "endnotes")));
            var document = OfficePackage.root(main);
            var body = document == null ? null : Xml.child(document, "body");
            if (body == null) throw new LoadException(DocumentState.FAILED, "the Word document has no body");
            story.body(body);
            return builder.build(source);
        });
    }
}
