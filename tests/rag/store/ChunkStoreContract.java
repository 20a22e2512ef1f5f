package rag.store;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** What holds of every store. A store's test names the store; each part of the contract meets it empty. */
abstract class ChunkStoreContract {

    /**
     * Opens the store under test.
     *
     * @param data an empty folder at first; the same folder is the same store, another one another
     */
    abstract ChunkStore open(Path data) throws Exception;

    @Nested
    class Ranking extends RankingContract {

        @Override
        ChunkStore opened() throws Exception {
            return ChunkStoreContract.this.open(data);
        }
    }

    @Nested
    class SparseRoute extends SparseRouteContract {

        @Override
        ChunkStore opened() throws Exception {
            return ChunkStoreContract.this.open(data);
        }
    }

    @Nested
    class Filters extends FilterContract {

        @Override
        ChunkStore opened() throws Exception {
            return ChunkStoreContract.this.open(data);
        }
    }

    @Nested
    class FilterOperators extends FilterOperatorContract {

        @Override
        ChunkStore opened() throws Exception {
            return ChunkStoreContract.this.open(data);
        }
    }

    @Nested
    class Reader extends ReaderContract {

        @Override
        ChunkStore opened() throws Exception {
            return ChunkStoreContract.this.open(data);
        }
    }

    @Nested
    class Writer extends WriterContract {

        @Override
        ChunkStore opened() throws Exception {
            return ChunkStoreContract.this.open(data);
        }
    }

    @Nested
    class PublishedState extends PublishedStateContract {

        @Override
        ChunkStore opened() throws Exception {
            return ChunkStoreContract.this.open(data);
        }
    }
}
