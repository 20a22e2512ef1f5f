package rag.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds sentences in a document that speak to a language model instead of a reader. Rules for the common forms in seven
 * languages: they warn, they do not protect; whatever they miss is still only data to whoever reads it as such.
 */
public final class Injection {

    private static final List<Rule> RULES = new ArrayList<>();

    /** @param hints one of them at least stands in whatever the pattern finds; looked for first, at a fortieth of its cost */
    private record Rule(String meaning, List<String> hints, Pattern pattern) {}

    static {
        rule(
                "tells a model to forget its instructions",
                "ignor|disregard|forget|override|bypass|vergiss|missachte|oublie|pas compte|olvida|haz caso|descarta"
                        + "|игнорируй|забудь|не обращай|忽略|无视|無視|忘记|忘掉|不要理会|忘れ",
                "\\b(ignore|disregard|forget|override|bypass)\\b[^.\\n"
                    + "]{0,40}\\b(previous|prior|above|earlier|preceding|all|your|any|system|developer|safety)\\b[^.\\n"
                    + "]{0,30}\\b(instructions?|prompts?|rules|guidelines|directions|context|training|constraints)\\b",
                "\\b(ignorier\\w*|vergiss|missachte\\w*)\\b[^.\\n]{0,40}\\b(anweisung\\w*|regeln|vorgaben|prompts?)\\b",
                "\\b(ignore[zr]?|oublie[zr]?|ne (?:tiens|tenez) pas compte)\\b[^.\\n]{0,40}\\b(instructions|consignes|"
                        + "r[eè]gles)\\b",
                "\\b(ignora[r]?|olvida[r]?|haz caso omiso|descarta)\\b[^.\\n]{0,40}\\b(instrucciones|reglas|"
                        + "indicaciones)\\b",
                "(игнорируй\\w*|забудь\\w*|не обращай\\w* внимания)[^.\\n]{0,40}(инструкци|указани|правил)",
                "(忽略|无视|無視|忘记|忘掉|不要理会)[^。\\n]{0,6}(之前|以前|先前|以上|上面|上述|所有|一切|全部|你的|您的|系统)"
                        + "[^。\\n]{0,10}(指令|指示|提示|规则|規則|要求|说明)",
                "(これまで|以前|上記|前)の?[^。\\n]{0,10}(指示|命令|ルール)[^。\\n]{0,8}(無視|忘れ)");
        rule(
                "gives a model a new role",
                "you are now|from now on|pretend|your new |从现在|現在から",
                "\\b(you are now|from now on,? you(?: are| will| must)|pretend (?:to be|you are)|your new (?:role|task|"
                        + "instructions?|system prompt))\\b",
                "(从现在起|从现在开始|現在から)[^。\\n]{0,6}(你|您|あなた)");
        rule(
                "imitates the frame of a conversation with a model",
                "<|inst]|system|assistant|developer",
                "<\\|?(im_start|im_end|system|endoftext|start_header_id|eot_id)\\|?>|\\[/?INST\\]|<</?SYS>>|"
                        + "</?(?:system|assistant|tool_result|function_results?|passage)>",
                "(?m)^[^\\S\\n]*+(?:#{1,6}\\s*+)?(?:system|assistant|developer)(?: prompt| message)?\\s*:\\s*\\S");
        rule(
                "asks a model to hide something from its user",
                "user|human|operator|用户|使用者",
                "\\b(do not|don't|never|without)\\b[^.\\n"
                    + "]{0,20}\\b(tell(?:ing)?|mention(?:ing)?|reveal(?:ing)?|inform(?:ing)?|show(?:ing)?|alert(?:ing)?)\\b[^.\\n"
                    + "]{0,20}\\b(the |your )?(user|human|operator)\\b",
                "(不要|别|请勿)(告诉|告知|提示)[^。\\n]{0,6}(用户|使用者)");
        rule(
                "asks a model to send or reveal secrets",
                "prompt|apikey|api key|api_key|api-key|password|credential|access token|secret|environment variable"
                        + "|history",
                "\\b(reveal|print|output|repeat|leak|exfiltrate|send|post|upload|email)\\b[^.\\n"
                        + "]{0,40}\\b(system prompt|hidden prompt|api[ _-]?keys?|passwords?|credentials|access"
                        + " tokens?|secrets?|environment variables|conversation history|chat history)\\b[^.\\n"
                        + "]{0,40}(\\b(to|at|via)\\b|https?:|$)");
    }

    private Injection() {}

    private static void rule(String meaning, String hints, String... patterns) {
        var pattern = Pattern.compile(
                "(?:" + String.join(")|(?:", patterns) + ")",
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.MULTILINE);
        RULES.add(new Rule(meaning, List.of(hints.split("\\|")), pattern));
    }

    /** Without case, as the patterns see it: "ſ" is an "s" to them. */
    private static String folded(String text) {
        var folded = new char[text.length()];
        for (int i = 0; i < folded.length; i++) {
            char c = text.charAt(i);
            folded[i] = c < 0x80 ? (c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c) : fold(c);
        }
        return new String(folded);
    }

    private static char fold(char c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    /** What speaks to a model in a text, each rule once with the words it found; empty for nearly all texts. */
    public static List<String> flags(String text) {
        var plain = text.replace('\u00a0', ' ');
        var flags = new ArrayList<String>();
        var folded = folded(plain);
        for (var rule : RULES) {
            if (rule.hints.stream().noneMatch(folded::contains)) continue;
            Matcher matcher = rule.pattern.matcher(plain);
            if (matcher.find()) {
                var words = matcher.group().strip().replaceAll("\\s+", " ");
                flags.add(
                        "%s: \"%s\"".formatted(rule.meaning, words.length() > 80 ? Texts.cut(words, 80) + "…" : words));
            }
        }
        return flags;
    }
}
