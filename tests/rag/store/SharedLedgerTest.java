package rag.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.LedgerSettings;
import rag.model.Failure;

/** A ledger in PostgreSQL: what holds of one in SQLite, and what several machines see of each other. */
@Tag("engine")
class SharedLedgerTest extends WithSharedLedger {

    @Nested
    class Tables extends LedgerContract {

        @Override
        Ledger opened() {
            return Ledger.open(data, settings);
        }
    }

    @Nested
    class Words extends LearnedWordsTest {

        @Override
        Ledger opened() {
            return Ledger.open(data, settings);
        }
    }

    @Nested
    class Publishing extends PublicationTest {

        /** PostgreSQL has no text with NUL. */
        @Override
        String anyText() {
            return super.anyText().replace("\0", "");
        }

        @Override
        Ledger opened() {
            return Ledger.open(data, settings);
        }
    }

    @Nested
    class Failing extends FailedPublicationTest {

        @Override
        Ledger opened() {
            return Ledger.open(data, settings);
        }
    }

    @Nested
    class Staging extends StagedPublicationTest {

        @Override
        Ledger opened() {
            return Ledger.open(data, settings);
        }
    }

    @Test
    void readingDoesNotMakeALedger(@TempDir Path data) {
        assertEquals(Optional.empty(), Ledger.openReadOnly(data, settings));
        Ledger.open(data, settings).close();
        try (var ledger = Ledger.openReadOnly(data, settings).orElseThrow()) {
            assertEquals(List.of(), ledger.collections());
        }
    }

    @Test
    void anotherMachineReadsTheHistoryAndThePicturesOfTheFirst(@TempDir Path first, @TempDir Path second)
            throws Exception {
        var put = Documents.put("kb", "a.pdf", 1);
        var picture = put.images().getFirst();
        try (var lock = WriterLock.acquire(first, "test", Duration.ZERO);
                var store = new LuceneChunkStore(first);
                var ledger = Ledger.open(first, settings);
                var publication = Publication.open(first, store, ledger);
                var session = publication.session("kb", Documents.PRINT)) {
            session.publish(List.of(put));
        }
        try (var ledger = Ledger.openReadOnly(second, settings).orElseThrow()) {
            var row = ledger.history("kb").getFirst();
            var images = ledger.images("kb", row.documentId());
            assertFalse(Files.exists(new ImageFiles(second).path(images.getFirst())));
            var read = ledger.pictures().read(second, images.getFirst());
            assertArrayEquals(picture.bytes(), read.bytes());
            assertEquals(picture.caption(), read.caption());
        }
        try (var lock = WriterLock.acquire(first, "test", Duration.ZERO);
                var store = new LuceneChunkStore(first);
                var ledger = Ledger.open(first, settings);
                var publication = Publication.open(first, store, ledger);
                var session = publication.session("kb", Documents.PRINT)) {
            var row = ledger.history("kb").getFirst();
            var image = ledger.images("kb", row.documentId()).getFirst();
            session.publish(List.of(new Change.Delete(row)));
            assertThrows(Failure.class, () -> ledger.pictures().read(second, image), "gone with its document");
        }
    }

    @Test
    void nulInATextBecomesTheSignForWhatCannotBeShown(@TempDir Path data) {
        try (var ledger = Ledger.open(data, settings)) {
            ledger.save(Documents.failed("kb", "a\0b.pdf", 1, false));
            assertEquals("a\uFFFDb.pdf", ledger.history("kb").getFirst().source());
        }
    }

    private static LedgerSettings through(Wire wire) {
        var schema = "rag_" + UUID.randomUUID().toString().substring(0, 8);
        return new LedgerSettings("postgresql://" + wire.at() + "/postgres", "postgres", "", schema, 1);
    }

    @Test
    void aQuestionTakesOneWayToTheServerForEachThingItReads(@TempDir Path data) throws Exception {
        try (var wire = new Wire(server)) {
            var settings = through(wire);
            Ledger.open(data, settings).close();
            wire.trips();
            for (int i = 0; i < 3; i++) {
                try (var ledger = Ledger.openForQuestion(data, settings).orElseThrow()) {
                    ledger.profiles().all();
                    ledger.images("kb", "doc_0123456789abcdef");
                }
            }
            assertEquals(6, wire.trips());
        }
    }

    @Test
    void aServerThatHangsIsWaitedForOnceByQuestionsAndLongerByOthers(@TempDir Path data) throws Exception {
        try (var wire = new Wire(server)) {
            var settings = through(wire);
            Ledger.open(data, settings).close();
            wire.hang();
            for (int i = 0; i < 2; i++) {
                long start = System.nanoTime();
                var message = assertThrows(
                                Failure.class,
                                () -> Ledger.openForQuestion(data, settings)
                                        .orElseThrow()
                                        .profiles()
                                        .all())
                        .getMessage();
                long took = (System.nanoTime() - start) / 1_000_000;
                assertTrue(
                        message.contains("did not answer within 1 s; ask again, or raise ledger.timeout_s"), message);
                assertTrue(i == 0 ? took < 4000 : took < 200, took + " ms");
            }
            wire.heal();
            try (var ledger = Ledger.openReadOnly(data, settings).orElseThrow()) {
                assertEquals(List.of(), ledger.collections(), "who needs it asks again");
            }
            try (var ledger = Ledger.openForQuestion(data, settings).orElseThrow()) {
                assertEquals(Map.of(), ledger.learned().all(java.time.Instant.EPOCH), "and has heard of it for all");
            }
        }
    }

    @Test
    void aServerThatIsSlowToLetInIsTooSlowForAQuestionAndNotForWork(@TempDir Path data) throws Exception {
        try (var wire = new Wire(server)) {
            var settings = through(wire);
            Ledger.open(data, settings).close();
            wire.letInAfter(Duration.ofMillis(2_500));
            wire.cut();
            var message = assertThrows(
                            Failure.class,
                            () -> Ledger.openForQuestion(data, settings)
                                    .orElseThrow()
                                    .collections())
                    .getMessage();
            assertTrue(message.contains("did not answer within 1 s"), message);
            try (var ledger = Ledger.open(data, settings)) {
                ledger.save(Documents.failed("kb", "a.pdf", 1, false));
                assertEquals(1, ledger.history("kb").size());
            }
        }
    }

    @Test
    void whatTheServerRefusesIsSaidWithTheMend(@TempDir Path data) {
        var mends = Map.of(
                new LedgerSettings("postgresql://127.0.0.1:1/postgres", "postgres", "", "rag", 2),
                "can't be reached",
                new LedgerSettings("postgresql://" + server + "/nowhere", "postgres", "", "rag", 2),
                "make it with: createdb nowhere",
                new LedgerSettings("postgresql://" + server + "/postgres", "nobody_known", "secret-word", "rag", 2),
                "see ledger.user and ledger.password");
        mends.forEach((settings, mend) -> {
            var message = assertThrows(Failure.class, () -> Ledger.open(data, settings))
                    .getMessage();
            assertTrue(message.contains(mend), message);
            assertFalse(message.contains("secret-word"), message);
        });
    }
}
