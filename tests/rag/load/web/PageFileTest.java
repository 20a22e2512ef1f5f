package rag.load.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.load.Loaders;

class PageFileTest {

    private static final Charset WINDOWS = Charset.forName("windows-1252");

    @TempDir
    Path folder;

    private Path page(String contentType, byte[] body) throws Exception {
        return PageFile.write(folder, "https://example.org/a", "html", contentType, body);
    }

    private String read(String contentType, byte[] body) throws Exception {
        return Loaders.standard().load(page(contentType, body)).text();
    }

    @Test
    void lettersOfWindowsAreReadWhereAHeaderSaysLatin1() throws Exception {
        String words = "Il coûte 20 € – « l’œuvre » de l’année…";
        for (String meta : new String[] {"", "<meta charset=utf-8>", "<meta charset=windows-1251>"}) {
            byte[] body = (meta + "<p>" + words).getBytes(WINDOWS);
            assertEquals(words, read("text/html; charset=ISO-8859-1", body), meta);
        }
    }

    @Test
    void aHeaderThatTheBytesProveWrongLeavesThePageAsItIs() throws Exception {
        String russian = "Летом на севере долго не темнеет, и люди гуляют по набережной.";
        byte[] body = ("<meta charset=windows-1251><p>" + russian).getBytes(Charset.forName("windows-1251"));
        for (String header : new String[] {"utf-8", "shift_jis", "no-such-one"}) {
            Path file = page("text/html; charset=" + header, body);
            assertArrayEquals(body, Files.readAllBytes(file), header);
            assertEquals(russian, Loaders.standard().load(file).text());
        }
        byte[] utf8 = ("<p>" + russian).getBytes(StandardCharsets.UTF_8);
        assertEquals(russian, read("text/html; charset=iso-8859-1", utf8));
    }
}
