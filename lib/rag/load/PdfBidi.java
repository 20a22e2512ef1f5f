package rag.load;

import java.util.regex.Pattern;

/** Brings a line of right-to-left script, read from left to right off the page, into the order in which it is spoken. */
final class PdfBidi {

    /** A vowel sign that was painted behind the blank belongs to the letter before it. */
    private static final Pattern MARK = Pattern.compile(" (\\p{Mn}+)");

    private PdfBidi() {}

    static String logical(String visual) {
        int right = 0;
        int left = 0;
        for (int i = 0; i < visual.length(); i++) {
            char c = visual.charAt(i);
            if (Characters.rightToLeft(c)) right++;
            else if (Character.isLetter(c)) left++;
        }
        return MARK.matcher(right >= left ? mostlyRight(visual) : mostlyLeft(visual))
                .replaceAll("$1 ");
    }

    /** All is turned round, then what runs left to right within it is turned back. */
    private static String mostlyRight(String visual) {
        String turned = reverse(visual);
        var out = new StringBuilder(turned.length());
        for (int i = 0; i < turned.length(); ) {
            int end = i;
            int last = i;
            while (end < turned.length() && !Characters.rightToLeft(turned.charAt(end))) {
                char c = turned.charAt(end++);
                if (Character.isLetterOrDigit(c) || (end < turned.length() && c == '%')) last = end;
            }
            int first = i;
            while (first < last && !Character.isLetterOrDigit(turned.charAt(first))) first++;
            if (first < last) {
                out.append(mirrored(turned.substring(i, first))).append(reverse(turned.substring(first, last)));
                i = last;
            } else if (end > i) {
                out.append(mirrored(turned.substring(i, end)));
                i = end;
            } else {
                out.append(turned.charAt(i++));
            }
        }
        return out.toString();
    }

    private static String mostlyLeft(String visual) {
        var out = new StringBuilder(visual.length());
        for (int i = 0; i < visual.length(); ) {
            if (!Characters.rightToLeft(visual.charAt(i))) {
                out.append(visual.charAt(i++));
                continue;
            }
            int last = i + 1;
            for (int end = i;
                    end < visual.length()
                            && (!Character.isLetterOrDigit(visual.charAt(end))
                                    || Characters.rightToLeft(visual.charAt(end)));
                    end++) {
                if (Characters.rightToLeft(visual.charAt(end))) last = end + 1;
            }
            out.append(reverse(visual.substring(i, last)));
            i = last;
        }
        return out.toString();
    }

    /** Combining marks stay behind their letters. */
    private static String reverse(String text) {
        var out = new StringBuilder(text.length());
        for (int end = text.length(); end > 0; ) {
            int start = text.offsetByCodePoints(end, -1);
            while (start > 0 && Character.getType(text.codePointAt(start)) == Character.NON_SPACING_MARK) {
                start = text.offsetByCodePoints(start, -1);
            }
            out.append(text, start, end);
            end = start;
        }
        return out.toString();
    }

    private static String mirrored(String text) {
        var out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int at = "()[]{}<>«»".indexOf(c);
            out.append(at < 0 ? c : ")(][}{><»«".charAt(at));
        }
        return out.toString();
    }
}
