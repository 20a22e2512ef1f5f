package rag.load;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.LoadException;

/** Files cut short and with bytes changed: each gives a document or a reason, soon, and nothing else. */
class DamagedFilesTest {

    private static final int ROUNDS = 40;

    @TempDir
    Path folder;

    private Map<String, byte[]> sound() throws IOException {
        var files = new LinkedHashMap<String, byte[]>();
        try (var pdf = new Pdfs()) {
            for (int i = 0; i < 3; i++)
                pdf.page().text(60, 700, "Words of page " + i).picture(i + 2, 40, 60, 300, 100);
            files.put("a.pdf", Files.readAllBytes(pdf.save(folder, "sound.pdf")));
        }
        var docx = new Docx()
                .picture("p", MarkdownLoaderTest.png(30, 1))
                .body(Docx.p(Docx.r("Words")) + Docx.p(Docx.r("more")));
        files.put("a.docx", Files.readAllBytes(docx.save(folder.resolve("sound.docx"))));
        files.put(
                "a.html",
                "<html><body><table><tr><td>a</td></tr></table><ul><li>b</ul><pre>c</pre></body>"
                        .getBytes(StandardCharsets.UTF_8));
        files.put(
                "a.md",
                "---\ntitle: x\n---\n# T\n\n- a\n  ```\n  b\n\n| c | d |\n|---|---|\n| e | 日本 |\n"
                        .getBytes(StandardCharsets.UTF_8));
        files.put("a.py", "class A:\n    def f(self):\n        return '''x'''\n".getBytes(StandardCharsets.UTF_8));
        return files;
    }

    @Test
    void giveADocumentOrAReason() throws Exception {
        var loaders = Loaders.standard();
        var random = new Random(7);
        var printed = new ByteArrayOutputStream();
        var out = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            for (var file : sound().entrySet()) {
                Path path = folder.resolve(file.getKey());
                for (int round = 0; round < ROUNDS; round++) {
                    byte[] bytes = file.getValue().clone();
                    for (int i = 0; i < 1 + round / 4; i++)
                        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                    if (round % 3 == 0) bytes = java.util.Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
                    Files.write(path, bytes);
                    try {
                        var document = loaders.load(path);
                        assertTrue(
                                document.text().chars().noneMatch(c -> c == 0 || c == 0xfeff),
                                file.getKey() + " round " + round);
                    } catch (LoadException told) {
                        assertTrue(told.getMessage().length() > 5, told.getMessage());
                    }
                }
            }
        } finally {
            System.setOut(out);
        }
        assertTrue(printed.size() == 0, printed.toString(StandardCharsets.UTF_8));
    }
}
