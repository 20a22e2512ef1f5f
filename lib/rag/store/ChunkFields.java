package rag.store;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.util.BytesRef;
import rag.model.Chunk;
import rag.store.analysis.TextAnalysis;

/** A chunk as a Lucene document, and back: fields to search by, columns for a list of candidates, and the whole as JSON. */
final class ChunkFields {

    /** Chunk id: to find it by, and a column. */
    static final String ID = "id";
    /** Document id. */
    static final String DOCUMENT = "document";
    /** Language code. */
    static final String LANGUAGE = "language";
    /** What filters ask for, as {@link FilterTerms} writes it. */
    static final String FILTER = "filter";
    /** Numbers and days of metadata, as {@link OrderedTerms} writes them. */
    static final String ORDERED = "ordered";
    /** Words of {@link Chunk#searchText}, stemmed by the chunk's language. */
    static final String WORDS = "words";
    /** The vector, unit length. */
    static final String VECTOR = "vector";
    /** The whole chunk as JSON, but for {@link #STALE}. */
    static final String CHUNK = "chunk";
    /** Column: place in the document. */
    static final String ORDER = "order";
    /** Column: SimHash of the text. */
    static final String LIKENESS = "likeness";
    /** Column: 1 when an older version of the document answers. */
    static final String STALE = "stale";

    private static final FieldType KEY = new FieldType(StringField.TYPE_NOT_STORED);
    private static final FieldType ANALYSED = new FieldType();

    static {
        KEY.setDocValuesType(DocValuesType.BINARY);
        KEY.freeze();
        ANALYSED.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
        ANALYSED.freeze();
    }

    private ChunkFields() {}

    static Document document(Chunk chunk, float[] vector) {
        var document = new Document();
        document.add(new Field(ID, new BytesRef(chunk.id()), KEY));
        document.add(new StringField(DOCUMENT, chunk.documentId(), Field.Store.NO));
        document.add(new StringField(LANGUAGE, chunk.language(), Field.Store.NO));
        for (var term : FilterTerms.of(chunk)) document.add(new StringField(FILTER, term, Field.Store.NO));
        for (var term : OrderedTerms.of(chunk)) document.add(new StringField(ORDERED, term, Field.Store.NO));
        document.add(new Words(chunk.searchText(), TextAnalysis.analyzer(chunk.language())));
        document.add(new KnnFloatVectorField(VECTOR, vector, VectorSimilarityFunction.DOT_PRODUCT));
        document.add(new StoredField(CHUNK, ChunkJson.of(chunk)));
        document.add(new NumericDocValuesField(ORDER, chunk.index()));
        document.add(new NumericDocValuesField(LIKENESS, SimHash.of(chunk.text())));
        document.add(new NumericDocValuesField(STALE, chunk.stale() ? 1 : 0));
        return document;
    }

    /** Text that is analysed when its document is written, by an analyzer of its own. */
    private static final class Words extends Field {

        private final Analyzer analyzer;

        private Words(String text, Analyzer analyzer) {
            super(WORDS, text, ANALYSED);
            this.analyzer = analyzer;
        }

        @Override
        public TokenStream tokenStream(Analyzer writers, TokenStream reuse) {
            return analyzer.tokenStream(WORDS, stringValue());
        }
    }
}
