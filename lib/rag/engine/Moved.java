package rag.engine;

import java.util.List;
import rag.store.CollectionCopy;
import rag.store.LedgerCopy;

/**
 * What was copied to another store or ledger.
 *
 * @param histories what was taken along into a shared ledger
 * @param left collections that the target lacks still
 * @param history whether the target has their history: from the same data folder, or in a shared ledger
 */
public record Moved(
        List<CollectionCopy.Copied> collections,
        List<LedgerCopy.Taken> histories,
        String from,
        String to,
        List<String> left,
        boolean history) {}
