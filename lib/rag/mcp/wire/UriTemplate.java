package rag.mcp.wire;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An address with {name} in the place of path segments (RFC 6570, level 1), read backwards. */
final class UriTemplate {

    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    private final List<String> names = new ArrayList<>();
    private final Pattern pattern;

    UriTemplate(String template) {
        var regex = new StringBuilder();
        var variables = VARIABLE.matcher(template);
        int end = 0;
        for (; variables.find(); end = variables.end()) {
            regex.append(Pattern.quote(template.substring(end, variables.start())))
                    .append("([^/]+)");
            names.add(variables.group(1));
        }
        pattern = Pattern.compile(regex + Pattern.quote(template.substring(end)));
    }

    List<String> names() {
        return names;
    }

    /** Values of the variables, percent-decoded; null if the address is not of this kind. */
    @Nullable
    Map<String, String> variables(String uri) {
        var match = pattern.matcher(uri);
        if (!match.matches()) return null;
        var values = new LinkedHashMap<String, String>();
        try {
            for (int i = 0; i < names.size(); i++) {
                // (In the path of an address "+" is itself; the decoder, made for forms, would make it a space.)
                var plus = match.group(i + 1).replace("+", "%2B");
                values.put(names.get(i), URLDecoder.decode(plus, StandardCharsets.UTF_8));
            }
        } catch (IllegalArgumentException e) {
            return null;
        }
        return values;
    }
}
