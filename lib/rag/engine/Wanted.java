package rag.engine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import rag.model.Chunk;
import rag.model.DocumentName;
import rag.model.Failure;
import rag.store.analysis.QueryTerms.Word;
import rag.store.analysis.TextAnalysis;

/** What is looked for among passages: one by its id, those of a document by its name, or those that hold some words. */
final class Wanted {

    private final String text;
    private final DocumentName document;
    private final Map<String, List<Word>> words = new HashMap<>();

    Wanted(String text) {
        if (text.isBlank()) throw new Failure("say which passage: its id, its source, or words that stand in it");
        this.text = text.strip();
        this.document = new DocumentName(text);
    }

    String text() {
        return text;
    }

    DocumentName document() {
        return document;
    }

    /** Whether it is the id of this passage, or means its document. */
    boolean names(Chunk chunk) {
        return chunk.id().equals(text) || document.means(chunk.source(), chunk.documentId());
    }

    /** Whether its words stand in this passage one behind another, in any of their forms, as a store finds a phrase. */
    boolean quotes(Chunk chunk) {
        var phrase = words.computeIfAbsent(chunk.language(), this::phrase);
        if (phrase.isEmpty()) return false;
        var places = new HashMap<String, Set<Integer>>();
        int place = -1;
        for (var token : TextAnalysis.tokens(chunk.searchText(), chunk.language())) {
            place += token.step();
            places.computeIfAbsent(token.term(), term -> new HashSet<>()).add(place);
        }
        var first = phrase.getFirst();
        return first.variants().stream()
                .flatMap(form -> places.getOrDefault(form, Set.of()).stream())
                .map(start -> start - first.position())
                .anyMatch(start -> phrase.stream()
                        .allMatch(word -> word.variants().stream()
                                .anyMatch(form ->
                                        places.getOrDefault(form, Set.of()).contains(start + word.position()))));
    }

    private List<Word> phrase(String language) {
        return TextAnalysis.question(text, List.of(language)).words().stream()
                .filter(Word::exact)
                .toList();
    }
}
