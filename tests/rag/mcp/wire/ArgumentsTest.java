package rag.mcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.config.Json;

/** Arguments against a schema: what is wrong is named, with what would be right. */
class ArgumentsTest {

    private static final Map<String, Object> SCHEMA = schema();

    private static Map<String, Object> schema() {
        var schema = Fixture.schema(
                "query",
                Fixture.of("type", "string", "minLength", 1, "maxLength", 5),
                "top_k",
                Fixture.of("type", "integer", "minimum", 1, "maximum", 20),
                "weight",
                Fixture.of("type", "number", "minimum", 0),
                "mode",
                Fixture.of("type", "string", "enum", List.of("dense", "sparse")),
                "exact",
                "boolean",
                "tags",
                Fixture.of("type", "array", "items", Fixture.of("type", "string"), "maxItems", 2),
                "filters",
                Fixture.of("type", "object", "additionalProperties", Fixture.of("type", "string")),
                "id",
                Fixture.of("type", "string", "pattern", "^[di]_"));
        schema.put("required", List.of("query"));
        schema.put("additionalProperties", false);
        return schema;
    }

    private static Map<String, Object> json(String json) throws Exception {
        return Rpc.typed((Map<?, ?>) Json.value(json.replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                              | 'query' is missing.",
                "{'query':null}                  | 'query' is missing.",
                "{'query':''}                    | 'query' must not be empty.",
                "{'query':5}                     | 'query' must be a string, not 5.",
                "{'query':['a']}                 | 'query' must be a string, not [\"a\"].",
                "{'query':'abcdef'}              | 'query' has 6 characters, at most 5 are allowed.",
                "{'query':'a','topk':3}          | there is no 'topk'; did you mean 'top_k'?",
                "{'query':'a','top-k':3}         | there is no 'top-k'; did you mean 'top_k'?",
                "{'query':'a','top_k':0}         | 'top_k' must be 1 to 20, not 0.",
                "{'query':'a','top_k':21}        | 'top_k' must be 1 to 20, not 21.",
                "{'query':'a','top_k':2.5}       | 'top_k' must be a whole number, not 2.5.",
                "{'query':'a','top_k':'3'}       | 'top_k' must be a whole number, not \"3\".",
                "{'query':'a','weight':-1}       | 'weight' must be at least 0, not -1.",
                "{'query':'a','mode':'fast'}     | 'mode' must be one of [dense, sparse], not \"fast\".",
                "{'query':'a','exact':'yes'}     | 'exact' must be true or false, not \"yes\".",
                "{'query':'a','tags':'x'}        | 'tags' must be an array, not \"x\".",
                "{'query':'a','tags':['x',1]}    | 'tags[1]' must be a string, not 1.",
                "{'query':'a','tags':['x',null]} | 'tags[1]' is null.",
                "{'query':'a','tags':['1','2','3']} | 'tags' has 3 entries, at most 2 are allowed.",
                "{'query':'a','filters':'x'}     | 'filters' must be an object, not \"x\".",
                "{'query':'a','filters':{'k':1}} | 'filters.k' must be a string, not 1.",
                "{'query':'a','id':'my d_1'}   | 'id' must match ^[di]_, not be \"my d_1\".",
                "{'query':7,'top_k':0}           | 'query' must be a string, not 7; 'top_k' must be 1 to 20, not 0.",
            })
    void whatIsWrongIsNamed(String arguments, String problem) throws Exception {
        var given = json(arguments);
        var thrown = assertThrows(BadParameters.class, () -> Arguments.checked(SCHEMA, given));
        assertEquals(problem, thrown.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'query':'a'}                                        | {\"query\":\"a\"}",
                "{'query':'a','top_k':null}                           | {\"query\":\"a\"}",
                "{'query':'a','top_k':20.0}                           | {\"query\":\"a\",\"top_k\":20.0}",
                "{'query':'a','tags':[],'exact':false}                | {\"query\":\"a\",\"tags\":[],\"exact\":false}",
                "{'query':'a','id':'i_1','filters':{'any':'thing'}} |"
                        + " {\"query\":\"a\",\"id\":\"i_1\",\"filters\":{\"any\":\"thing\"}}",
            })
    void whatIsRightGoesOnWithoutItsNulls(String arguments, String expected) throws Exception {
        assertEquals(expected, Json.line(Arguments.checked(SCHEMA, json(arguments))));
    }

    @Test
    void charactersAreCountedAsAPersonWould() throws Exception {
        Arguments.checked(SCHEMA, json("{'query':'😀😀😀😀😀'}"));
    }

    @Test
    void aToolWithoutArgumentsSaysSo() {
        var schema = Fixture.schema();
        schema.put("additionalProperties", false);
        var thrown = assertThrows(BadParameters.class, () -> Arguments.checked(schema, Map.of("x", 1)));
        assertEquals("there is no 'x': nothing is to be given.", thrown.getMessage());
    }
}
