package rag.load.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.Secrets;
import rag.model.Failure;

class WebAddressTest {

    @ParameterizedTest
    @CsvSource({
        "HTTP://Example.ORG:80/a/../b?utm_source=x&q=1#top, http://example.org/b?q=1",
        "https://example.org, https://example.org/",
        "https://example.org:443/%7euser/%C3%A4, https://example.org/~user/%C3%A4",
        "https://example.org/a;jsessionid=12AB?x=1, https://example.org/a?x=1",
        "https://example.org/guide/guide/, https://example.org/guide/guide/",
    })
    void oneAddressHasOneSpelling(String written, String usual) {
        assertEquals(Optional.of(usual), WebAddress.of(written));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "ftp://example.org/",
                "javascript:alert(1)",
                "mailto:a@example.org",
                "",
                "guide",
                "https://user:gannet-5@example.org/",
                "https://example.org/a/b/a/b/a/b/",
                "https://example.org/x/x/x",
                "http:///x"
            })
    void whatIsNoPageOrOnlyATrapIsNoAddress(String written) {
        assertEquals(Optional.empty(), WebAddress.of(written));
    }

    @ParameterizedTest
    @CsvSource({
        "../b c, https://example.org/b%20c",
        "//other.org/x, https://other.org/x",
        "?p=2, https://example.org/d/a?p=2"
    })
    void aLinkIsReadFromItsPage(String link, String whole) {
        assertEquals(Optional.of(whole), WebAddress.of("https://example.org/d/a", link));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "https://anna:dunlin-4@example.org/guide | leave the name and password out of"
                        + " 'https://example.org/guide'",
                "ssh://anna:dunlin-4@example.org/x.git | 'ssh://example.org/x.git' is no address of a web page"
            })
    void aPasswordInAnAddressIsNotSaid(String typed, String said) {
        var failure = assertThrows(Failure.class, () -> CrawlOrder.start(typed));
        assertTrue(("" + failure.getMessage()).startsWith(said), failure.getMessage());
        assertEquals("the ****", Secrets.mask("the dunlin-4"));
    }
}
