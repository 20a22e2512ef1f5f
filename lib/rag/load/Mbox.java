package rag.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A file of many mails (RFC 4155), as mail programs export a folder. */
final class Mbox {

    /** A line such as {@code From ada@example.org Mon Jan  1 10:00:00 2024}. */
    private static final Pattern BEGIN = Pattern.compile("From \\S.*\\d:\\d\\d.*\\d{4}.*");

    private static final Pattern FIELD = Pattern.compile("[!-9;-~]+:.*");

    private static final int LONGEST_LINE = 200;

    /** Where a mail begins, and how many bytes it has. */
    record Place(int from, int length) {}

    private Mbox() {}

    /** The mails in their order; the whole where none begins. */
    static List<Place> mails(byte[] box) {
        var mails = new ArrayList<Place>();
        int begun = 0;
        boolean blank = true;
        for (int at = 0, end; at < box.length; at = end + 1) {
            end = end(box, at);
            String line = line(box, at, end);
            if (blank
                    && BEGIN.matcher(line).matches()
                    && FIELD.matcher(line(box, end + 1, end(box, end + 1))).matches()) {
                if (at > begun) mails.add(new Place(begun, at - begun));
                begun = Math.min(end + 1, box.length);
            }
            blank = line.isEmpty();
        }
        if (begun < box.length) mails.add(new Place(begun, box.length - begun));
        return mails;
    }

    private static int end(byte[] box, int at) {
        int end = at;
        while (end < box.length && box[end] != '\n') end++;
        return end;
    }

    private static String line(byte[] box, int at, int end) {
        int length = Math.clamp(end - at, 0, LONGEST_LINE);
        return length == 0 ? "" : new String(box, at, length, StandardCharsets.ISO_8859_1).strip();
    }
}
