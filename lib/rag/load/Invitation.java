package rag.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What an invitation in calendar data (iCalendar, RFC 5545) says to its reader: what, when, where, by whom. */
final class Invitation {

    private static final Map<String, String> SHOWN = Map.of(
            "SUMMARY", "Invitation",
            "DTSTART", "Start",
            "DTEND", "End",
            "LOCATION", "Place",
            "ORGANIZER", "Organizer",
            "DESCRIPTION", "Description");

    private static final Pattern LINE =
            Pattern.compile("([A-Z-]++)((?:;[^\":\\n]*+(?:\"[^\"\\n]*+\"[^\":\\n]*+)*+)?):(.*)");
    private static final Pattern PARAMETER = Pattern.compile(";(?:TZID|CN)=\"?([^\";]+)");
    private static final Pattern TIME = Pattern.compile("(\\d{4})(\\d\\d)(\\d\\d)(?:T(\\d\\d)(\\d\\d)\\d\\d(Z?))?");

    private Invitation() {}

    /** Lines of its events; "" when there is none. */
    static String lines(String calendar) {
        var lines = new ArrayList<String>();
        boolean event = false;
        for (String line : calendar.replace("\r", "").replaceAll("\n[ \t]", "").split("\n")) {
            if (line.startsWith("BEGIN:")) event = line.startsWith("BEGIN:VEVENT");
            var parts = LINE.matcher(line);
            if (!event || !parts.matches()) continue;
            String name = SHOWN.get(parts.group(1));
            String words = words(parts.group(2), parts.group(3));
            if (name != null && !words.isBlank()) lines.add(name + ": " + words);
        }
        return String.join("\n", lines);
    }

    private static String words(String parameters, String value) {
        var named = PARAMETER.matcher(parameters);
        String zone = named.find() ? named.group(1) : "";
        var time = TIME.matcher(value);
        if (time.matches()) {
            String day = String.join("-", List.of(time.group(1), time.group(2), time.group(3)));
            if (time.group(4) == null) return day;
            String at = time.group(6).isEmpty() ? zone : "UTC";
            return (day + " " + time.group(4) + ":" + time.group(5) + " " + at).strip();
        }
        String address = value.replaceFirst("(?i)^mailto:", "");
        if (!address.equals(value)) return zone.isEmpty() ? address : zone + " <" + address + ">";
        return value.replaceAll("\\\\[nN]", "\n").replaceAll("\\\\(.)", "$1").strip();
    }
}
