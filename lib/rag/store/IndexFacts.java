package rag.store;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.jspecify.annotations.Nullable;
import rag.model.FieldType;

/** What one state of an index holds in sum. Every query asks, and the answer changes with the state alone: it is kept. */
final class IndexFacts {

    private final IndexReader index;
    private @Nullable Collection<String> codes;
    private @Nullable Map<String, Integer> languages;
    private @Nullable List<String> filterKeys;
    private @Nullable Map<String, Set<FieldType>> orderedKeys;

    IndexFacts(IndexReader index) {
        this.index = index;
    }

    /** Codes of the chunks' languages, sorted; those of removed chunks may be among them. */
    synchronized Collection<String> languageCodes() throws IOException {
        if (codes != null) return codes;
        var found = new TreeSet<String>();
        for (var leaf : index.leaves()) {
            var terms = leaf.reader().terms(ChunkFields.LANGUAGE);
            if (terms == null) continue;
            var each = terms.iterator();
            for (var code = each.next(); code != null; code = each.next()) found.add(code.utf8ToString());
        }
        codes = Collections.unmodifiableSortedSet(found);
        return codes;
    }

    /** See {@link ChunkReader#languages}. */
    synchronized Map<String, Integer> languages() throws IOException {
        if (languages != null) return languages;
        var searcher = new IndexSearcher(index);
        var counts = new HashMap<String, Integer>();
        for (var language : languageCodes()) {
            int count = searcher.count(new TermQuery(new Term(ChunkFields.LANGUAGE, language)));
            if (count > 0) counts.put(language, count);
        }
        var sorted = new LinkedHashMap<String, Integer>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        languages = Collections.unmodifiableMap(sorted);
        return languages;
    }

    /** See {@link ChunkReader#filterKeys}. */
    synchronized List<String> filterKeys() throws IOException {
        if (filterKeys == null) {
            filterKeys = List.copyOf(FilterQueries.keys(MultiTerms.getTerms(index, ChunkFields.FILTER)));
        }
        return filterKeys;
    }

    /** See {@link ChunkReader#orderedKeys}. */
    synchronized Map<String, Set<FieldType>> orderedKeys() throws IOException {
        if (orderedKeys == null) {
            orderedKeys =
                    Collections.unmodifiableMap(OrderedTerms.types(MultiTerms.getTerms(index, ChunkFields.ORDERED)));
        }
        return orderedKeys;
    }
}
