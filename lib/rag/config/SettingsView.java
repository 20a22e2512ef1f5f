package rag.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rag.model.Mode;

/** Settings as they may be shown: names and order of the YAML file, secrets masked, null for what is not set. */
final class SettingsView {

    private SettingsView() {}

    /** The value of a parameter in an address: some endpoints take their key there. */
    private static final Pattern QUERY_VALUE = Pattern.compile("((?<=://[^ ]{0,200})[?&][^=&# ]+=)[^&# ]+");

    static Map<String, Object> of(Record settings) {
        var view = new LinkedHashMap<String, Object>();
        SettingsRecords.components(settings).forEach((name, value) -> {
            if (!name.equals("warnings")) view.put(name, shown(name, value));
        });
        return view;
    }

    private static @Nullable Object shown(String name, @Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Record section -> of(section);
            case Path path -> path.toString();
            case Mode mode -> mode.key();
            case String secret when name.equals("api_key") || name.equals("password") -> Secrets.hint(secret);
            case String text -> Secrets.mask(QUERY_VALUE.matcher(text).replaceAll("$1****"));
            case List<?> list -> list.stream().map(each -> shown("", each)).toList();
            default -> value;
        };
    }
}
