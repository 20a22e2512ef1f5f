package rag.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;

/** A key of a settings file that is none. */
final class UnknownKey {

    private UnknownKey() {}

    /** What it most likely means, as the end of a message. */
    static String hint(String section, String name) {
        var prefix = section.isEmpty() ? "" : section + ".";
        if (SettingsSchema.find(name).isPresent()) {
            int dots = (int) name.chars().filter(c -> c == '.').count();
            return "write it as " + name.replace(".", ": {") + ": ...}".repeat(dots);
        }
        var near = Nearest.to(name, SettingsSchema.names(section));
        if (near.isPresent()) return "did you mean " + prefix + near.get() + "?";
        var elsewhere = new ArrayList<String>();
        var lasts = new LinkedHashMap<String, String>();
        for (var setting : SettingsSchema.all()) {
            var key = setting.key();
            if (key.endsWith("." + name)) elsewhere.add(key);
            lasts.putIfAbsent(key.substring(key.lastIndexOf('.') + 1), key);
        }
        if (!elsewhere.isEmpty()) return "did you mean " + String.join(" or ", elsewhere) + "?";
        return Nearest.to(name, lasts.keySet())
                .map(last -> "did you mean " + lasts.get(last) + "?")
                .orElse("known here: " + String.join(", ", SettingsSchema.names(section)));
    }
}
