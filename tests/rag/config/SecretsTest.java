package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SecretsTest {

    @Test
    void aSecretIsMaskedWhereverItStands() {
        Secrets.register("sk-live/97\"x&y zz");
        assertEquals("key=**** end", Secrets.mask("key=sk-live/97\"x&y zz end"));
        assertEquals("{\"k\":\"****\"}", Secrets.mask(Json.line(java.util.Map.of("k", "sk-live/97\"x&y zz"))));
        assertEquals("?key=****", Secrets.mask("?key=sk-live%2F97%22x%26y+zz"));
    }

    @Test
    void aSecretIsMaskedHoweverHtmlWritesIt() {
        Secrets.register("pk-live/<47>&\"q'z");
        assertEquals("<p>****</p>", Secrets.mask("<p>pk-live/&lt;47&gt;&amp;&quot;q&#39;z</p>"));
        assertEquals("<p>****</p>", Secrets.mask("<p>pk-live&#47;&lt;47&gt;&amp;&quot;q&#x27;z</p>"));
        assertEquals(
                "<p>****</p>", Secrets.mask("<p>pk-live&#x2F;&#060;47>&#38;\\&quot;q&apos;z</p>"), "JSON within HTML");
        assertEquals("<p>pk-live/&lt;48&gt;</p>", Secrets.mask("<p>pk-live/&lt;48&gt;</p>"));
    }

    @Test
    void aShortSecretIsMaskedOnlyAsAWord() {
        Secrets.register("qzx42");
        assertEquals("the **** and aqzx42b", Secrets.mask("the qzx42 and aqzx42b"));
    }

    @Test
    void placeholdersAreNoSecrets() {
        Secrets.register("ollama");
        Secrets.register("ab");
        assertEquals("ollama ab", Secrets.mask("ollama ab"));
    }

    @Test
    void aHintShowsTheEndOfALongSecretOnly() {
        assertEquals("", Secrets.hint(""));
        assertEquals("****", Secrets.hint("123456789012"));
        assertEquals("****23", Secrets.hint("1234567890123"));
    }

    @Test
    void ofAnAddressThePasswordAndParametersCalledLikeKeysAreSecrets() {
        Secrets.registerIn("https://anna:heron-11@host/v1?api-version=2024-10-21&x_token=egret%2F7");
        assertEquals("**** is ****, not 2024-10-21", Secrets.mask("heron-11 is egret/7, not 2024-10-21"));
        assertEquals("https://****@host/ ****", Secrets.mask("https://anna:heron-11@host/ egret%2F7"));
    }

    @Test
    void wordsThatAreSearchedForInAnAddressAreNoSecrets() {
        Secrets.registerIn("https://host/search?keyword=plover&max_tokens=8192");
        assertEquals("plover 8192", Secrets.mask("plover 8192"));
    }

    @Test
    void anAddressIsShownWithoutNameAndParameters() {
        assertEquals("https://host:1/v1", Secrets.address("https://anna:x@y@host:1/v1?key=z#a@b"));
        assertEquals("https://host/@anna", Secrets.address("https://host/@anna"));
        assertEquals("a@b", Secrets.address("a@b"));
    }
}
