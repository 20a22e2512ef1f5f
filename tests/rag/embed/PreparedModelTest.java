package rag.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.WholeFile;
import rag.model.Failure;
import rag.model.Ids;

class PreparedModelTest {

    private static final LocalModel MODEL = LocalModels.find("all-MiniLM-L6-v2").orElseThrow();

    @TempDir
    private Path folder;

    private static float[] vector(Path cache) {
        try (var embedder = LocalEmbedder.open(MODEL, cache, 1)) {
            return embedder.query("The ferry leaves from pier four.");
        }
    }

    private static Path kept(Path cache) throws IOException {
        try (var files = Files.list(cache)) {
            return files.filter(file -> file.toString().endsWith(".ort"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void thePreparedModelGivesTheOriginalsVectors() throws IOException {
        var notAFolder = Files.writeString(folder.resolve("file"), "");

        var fromOriginal = vector(notAFolder.resolve("cache")); // can't be written to
        var first = vector(folder.resolve("cache"));
        var again = vector(folder.resolve("cache"));

        assertArrayEquals(fromOriginal, first);
        assertArrayEquals(fromOriginal, again);
    }

    @Test
    void aKeptModelIsUsedAsItIs() throws IOException {
        vector(folder);
        var written = Files.getLastModifiedTime(kept(folder));
        vector(folder);

        assertEquals(written, Files.getLastModifiedTime(kept(folder)));
        try (var files = Files.list(folder)) {
            assertFalse(files.anyMatch(file -> file.toString().endsWith(".tmp")));
        }
    }

    @Test
    void aDamagedModelIsSeenAndMadeAgain() throws IOException {
        var good = vector(folder);
        var file = kept(folder);
        var bytes = Files.readAllBytes(file);

        for (int length : new int[] {0, 7, 8, bytes.length / 2, bytes.length - 1, bytes.length + 8}) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertFalse(isKept(), length + " bytes");
        }
        for (int flipped : new int[] {0, bytes.length / 2, bytes.length - 9, bytes.length - 1}) {
            var damaged = bytes.clone();
            damaged[flipped] ^= 1;
            Files.write(file, damaged);
            assertFalse(isKept(), "byte " + flipped);
        }
        assertArrayEquals(good, vector(folder));
        assertTrue(isKept());
    }

    private boolean isKept() {
        return new PreparedModel(MODEL, folder).kept() != null;
    }

    @Test
    void anUnpackedFileThatDiffersFromTheJarsIsReplaced() throws IOException {
        var jar = folder.resolve("a.jar");
        try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("lib.so"));
            out.write("true bytes".getBytes());
            out.closeEntry();
        }
        var file = folder.resolve("native/lib.so");
        try (var zip = new JarFile(jar.toFile())) {
            var entry = zip.getEntry("lib.so");
            for (var damaged : List.of("", "true byte", "True bytes")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, damaged);
                WholeFile.unpack(entry, () -> zip.getInputStream(entry), file);
                assertEquals("true bytes", Files.readString(file));
            }
            var written = Files.getLastModifiedTime(file);
            WholeFile.unpack(entry, () -> zip.getInputStream(entry), file);
            assertEquals(written, Files.getLastModifiedTime(file));
        }
    }

    @Test
    void theNativeLibraryIsLoadedFromACacheFolder() {
        vector(folder);
        var library = Path.of(System.getProperty("onnxruntime.native.path"))
                .getFileName()
                .toString();

        assertTrue(library.startsWith("onnxruntime-" + OnnxLibrary.VERSION), library);
    }

    @Test
    void theCatalogueHasTheHashesOfTheFilesOnTheClassPath() throws IOException {
        for (var model : LocalModels.all()) {
            try (var weights = LocalModel.class.getResourceAsStream(model.modelResource());
                    var tokenizer = LocalModel.class.getResourceAsStream(model.tokenizerResource())) {
                assertEquals(model.modelHash(), Ids.sha256(weights.readAllBytes()), model.name());
                assertEquals(model.tokenizerHash(), Ids.sha256(tokenizer.readAllBytes()), model.name());
            }
        }
    }

    @Test
    void everyModelHasARevisionOfItsOwn() {
        assertEquals(
                LocalModels.all().size(),
                LocalModels.all().stream()
                        .map(model -> model.info().revision())
                        .distinct()
                        .count());
    }

    @Test
    void anotherModelUnderTheSameNameIsRefused() {
        var other = new LocalModel(
                MODEL.name(),
                "0".repeat(64),
                MODEL.tokenizerHash(),
                MODEL.pooling(),
                false,
                384,
                256,
                "",
                "",
                MODEL.languages());

        var failure = assertThrows(Failure.class, () -> LocalEmbedder.open(other, folder, 1));

        assertTrue(failure.getMessage().contains("not the file"), failure.getMessage());
    }

    @Test
    void aModelWithoutItsJarNamesTheMissingFile() {
        var absent = new LocalModel(
                "bge-huge",
                "0".repeat(64),
                "0".repeat(64),
                MODEL.pooling(),
                false,
                384,
                256,
                "",
                "",
                MODEL.languages());

        var failure = assertThrows(Failure.class, () -> LocalEmbedder.open(absent, folder, 1));

        assertTrue(failure.getMessage().contains("/bge-huge-q"), failure.getMessage());
    }
}
