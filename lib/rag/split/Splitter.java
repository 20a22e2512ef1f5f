package rag.split;

import java.util.List;
import rag.model.Document;
import rag.model.Passage;

/** Cuts a document into passages, in reading order, none over the limit, nothing but white space left out. */
public interface Splitter {

    List<Passage> split(Document document, ChunkLimits limits);
}
