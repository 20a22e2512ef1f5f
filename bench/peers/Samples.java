import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured again and again, by its name. */
final class Samples {

    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    void add(String what, double value) {
        values.computeIfAbsent(what, name -> new ArrayList<>()).add(value);
    }

    double median(String what) {
        return at(what, 0.5);
    }

    /** The value below which this share of the values lies, 0..1. */
    double at(String what, double share) {
        var sorted = values.get(what).stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1.0, Math.floor(share * sorted.size())));
    }

    /** How many times the second one's median goes into the first one's. */
    double ratio(String slow, String fast) {
        return median(slow) / median(fast);
    }

    /** Says how busy the machine is: medians of a busy one are larger, ratios shift a little too. */
    static String load() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return "load %.1f on %d processors".formatted(system.getSystemLoadAverage(), system.getAvailableProcessors());
    }
}
