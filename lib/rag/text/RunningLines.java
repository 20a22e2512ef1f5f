package rag.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Tells a line that belongs to the pages (a head, a foot, a page number) from text that looks alike on several pages. */
public final class RunningLines {

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private static final double MOSTLY = 0.8;

    private RunningLines() {}

    /**
     * Whether lines that are equal but for their numbers are one running line: their numbers are equal too, or one of them
     * counts the pages while the others stay for a while, as those of a chapter do. Invoice numbers, steps and totals
     * change otherwise: they are text.
     *
     * @param pages where the lines stand, ascending
     * @param lines one a page
     */
    public static boolean run(List<Integer> pages, List<String> lines) {
        var numbers = lines.stream().map(RunningLines::numbers).toList();
        if (numbers.stream().distinct().count() == 1) return true;
        int count = numbers.getFirst().size();
        if (lines.size() < 2 || numbers.stream().anyMatch(each -> each.size() != count)) return false;
        boolean counts = false;
        for (int place = 0; place < count; place++) {
            int steps = 0, stays = 0;
            for (int i = 1; i < pages.size(); i++) {
                long step = numbers.get(i).get(place) - numbers.get(i - 1).get(place);
                if (step == pages.get(i) - pages.get(i - 1)) steps++;
                if (step == 0) stays++;
            }
            int pairs = pages.size() - 1;
            if (steps >= MOSTLY * pairs) counts = true;
            else if (stays * 2 < pairs) return false;
        }
        return counts;
    }

    private static List<Long> numbers(String line) {
        var numbers = new ArrayList<Long>();
        var matcher = NUMBER.matcher(line);
        while (matcher.find()) {
            var digits = matcher.group();
            numbers.add(digits.length() < 18 ? Long.parseLong(digits) : digits.hashCode());
        }
        return numbers;
    }
}
