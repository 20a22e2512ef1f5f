package rag.llm;

import java.util.regex.Pattern;

/** What a model that reasons in the open writes before its answer: no part of it. */
final class Thoughts {

    private static final Pattern TAG = Pattern.compile("<(/?)think(?:ing)?>(\\h*(?:\\R|\\z))?");

    private Thoughts() {}

    /**
     * The answer alone; "" when the thoughts find no end. The opening tag may be missing, since the template of some
     * models ends with it: then the closing one ends its line. Tags anywhere else are words of the answer.
     */
    static String without(String text) {
        var tag = TAG.matcher(text);
        if (!tag.find()) return text.strip();
        if (!tag.group(1).isEmpty()) return (tag.group(2) == null ? text : text.substring(tag.end())).strip();
        if (!text.substring(0, tag.start()).isBlank()) return text.strip();
        while (tag.find())
            if (!tag.group(1).isEmpty()) return text.substring(tag.end()).strip();
        return "";
    }
}
