package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.model.Failure;

class SettingsVariablesTest extends WithSettingsFile {

    @Test
    void variablesExpandInEveryFormOfScalarAndTakeTheirTypeFromTheKey() throws Exception {
        var env = Map.of("N", "5", "NAME", "a: b, {c} # d", "EMPTY", "", "HOST", "h");
        var file = write("""
            # ${NOT_SET} in a comment is nobody's business
            ingestion: {workers: ${N}, chunk_size: "${SIZE:-320}", exclude: ["${NAME}", '$${N}', x-${N}-y]}
            llm: {model: ${NAME}, base_url: "http://${HOST}:${PORT:-80}/${A:-${HOST}}", max_tokens: ${EMPTY:-7}}
            rerank: {top_k: ${EMPTY}}
            """);
        var settings = SettingsLoader.load(file, env, NONE);
        assertEquals(5, settings.ingestion().workers());
        assertEquals(320, settings.ingestion().chunkSize());
        assertEquals(
                List.of("a: b, {c} # d", "${N}", "x-5-y"), settings.ingestion().exclude());
        assertEquals("a: b, {c} # d", settings.llm().model());
        assertEquals("http://h:80/h", settings.llm().baseUrl());
        assertEquals(7, settings.llm().maxTokens());
        assertEquals(5, settings.rerank().topK(), "an empty value takes the default");
    }

    @Test
    void aKeyWhoseVariableIsNotSetIsNotAlsoMissing() throws Exception {
        assertEquals(
                List.of("settings.yaml:1: llm.api_key: the environment has no variable MY_KEY:"
                        + " set it, or write ${MY_KEY:-default}"),
                mistakes("llm: {provider: openai, api_key: ${MY_KEY}}\n"
                        + "vision_llm: {enabled: true, provider: openai}\n"));
    }

    @Test
    void variablesThatAreNotSetAreNamedAllAtOnce() throws Exception {
        assertEquals(
                List.of(
                        "settings.yaml:2: llm.model: the environment has no variable MY_MODEL:"
                                + " set it, or write ${MY_MODEL:-default}",
                        "settings.yaml:3: llm.api_key: the environment has no variable MY_KEY:"
                                + " set it, or write ${MY_KEY:-default}",
                        "settings.yaml:4: llm.base_url: \"${\" is not a variable;"
                                + " write ${NAME}, or $${ for the signs themselves"),
                mistakes("llm:\n  model: ${MY_MODEL}\n  api_key: ${MY_KEY}\n  base_url: http://${HOST/\n"));
    }

    @Test
    void anErrorShowsTheNameOfAVariableAndNotWhatItHolds() throws Exception {
        var file = write("ingestion: {workers: ${HIDDEN}}");
        var message = assertThrows(
                        Failure.class, () -> SettingsLoader.load(file, Map.of("HIDDEN", "hunter2-hunter2"), NONE))
                .getMessage();
        assertTrue(message.contains("${HIDDEN}"), message);
        assertFalse(message.contains("hunter2"), message);
    }
}
