package rag.config;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The secrets this process knows, so that whatever leaves it (errors, logs, traces, pages) can be cleaned of them. One
 * for the process, because what prints an error doesn't know which settings were in use.
 */
public final class Secrets {

    private static final String MASK = "****";

    /** What people write where a key is asked for and none is needed; words of everyday texts. */
    private static final Set<String> PLACEHOLDERS =
            Set.of("none", "null", "empty", "dummy", "test", "local", "unused", "ollama", "lm-studio", "not-needed");

    private static final int SHORT = 8;

    /** What variables and parameters that hold secrets are called; keywords and numbers of tokens are none. */
    static final Pattern NAME = Pattern.compile("(?i).*(KEY(?!WORD)|TOKEN(?!S|IZ)|SECRET|PASSW|CREDENTIAL).*");

    private static final Pattern USER = Pattern.compile("(?<=:)//([^/\\s]*)@");
    private static final Pattern PARAMETER = Pattern.compile("[?&]([^=&#\\s]+)=([^&#\\s]+)");

    private static final List<Known> KNOWN = new CopyOnWriteArrayList<>();

    private record Known(String text, Pattern pattern) {}

    private Secrets() {}

    /** From now on this value is masked; values under 4 characters and placeholders are left alone. */
    public static void register(String value) {
        if (value.length() < 4 || PLACEHOLDERS.contains(value.toLowerCase(java.util.Locale.ROOT))) return;
        if (KNOWN.stream().anyMatch(known -> known.text.equals(value))) return;
        var json = Json.line(value);
        var forms = Stream.of(
                        value, json.substring(1, json.length() - 1), URLEncoder.encode(value, StandardCharsets.UTF_8))
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(Secrets::inMarkup)
                .toList();
        var any = "(?:" + String.join("|", forms) + ")";
        // a short one might stand inside an innocent word
        KNOWN.add(new Known(
                value,
                Pattern.compile(value.length() < SHORT ? "(?<![\\p{L}\\p{N}])" + any + "(?![\\p{L}\\p{N}])" : any)));
    }

    /** Signs that HTML escapes, more or fewer of them. */
    private static final Map<Character, String> ENTITIES =
            Map.of('&', "&amp;", '<', "&lt;", '>', "&gt;", '"', "&quot;", '\'', "&apos;", '/', "&sol;");

    /** A text as a pattern that finds it plain and escaped for HTML. */
    private static String inMarkup(String text) {
        var pattern = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            var plain = Pattern.quote(String.valueOf(c));
            var entity = ENTITIES.get(c);
            pattern.append(
                    entity == null
                            ? plain
                            : "(?:%s|%s|&#0*%d;|&#[xX]0*(?i:%x);)".formatted(entity, plain, (int) c, (int) c));
        }
        return pattern.toString();
    }

    /** Registers what of an address is secret: a name with its password, and parameters that are called like keys. */
    public static void registerIn(String address) {
        var user = USER.matcher(address);
        if (user.find()) {
            register(user.group(1));
            register(user.group(1).replaceFirst("^[^:]*:", ""));
        }
        var parameters = PARAMETER.matcher(address);
        while (parameters.find()) {
            if (!NAME.matcher(parameters.group(1)).matches()) continue;
            register(parameters.group(2));
            register(decoded(parameters.group(2)));
        }
    }

    private static String decoded(String parameter) {
        try {
            return URLDecoder.decode(parameter, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return parameter;
        }
    }

    /** What a message may show of an address, known or not: neither a name with its password nor parameters. */
    public static String address(String address) {
        return USER.matcher(address).replaceFirst("//").replaceFirst("[?#].*", "");
    }

    /** The text with every known secret replaced by "****", also where it stands escaped for JSON, a URL or HTML. */
    public static String mask(String text) {
        for (var known : KNOWN) text = known.pattern.matcher(text).replaceAll(Matcher.quoteReplacement(MASK));
        return text;
    }

    /** Whether any is known: a long text need not be looked through when none is. */
    public static boolean any() {
        return !KNOWN.isEmpty();
    }

    /** What may be shown of one secret: that it is there, and the last two characters of a long one. */
    public static String hint(String value) {
        if (value.isEmpty()) return "";
        return value.length() > 12 ? MASK + value.substring(value.length() - 2) : MASK;
    }
}
