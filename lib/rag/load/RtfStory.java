package rag.load;

import com.rtfparserkit.parser.RtfListenerAdaptor;
import com.rtfparserkit.rtf.Command;
import com.rtfparserkit.rtf.CommandType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import rag.model.Block.Kind;

/** Follows the commands of an RTF file and appends its parts in reading order. */
final class RtfStory extends RtfListenerAdaptor {

    private static final List<String> HIDDEN = List.of("hidden text");

    /** Destinations whose words belong to the text where they stand. */
    private static final Set<Command> TEXT = Set.of(
            Command.rtf,
            Command.fldrslt,
            Command.field,
            Command.shpinst,
            Command.nesttableprops,
            Command.shppict,
            Command.object,
            Command.result,
            Command.shp);

    private static final Pattern HEADING =
            Pattern.compile("(?i)\\s*(?:heading|überschrift|titre|título|标题|見出し) ?(\\d).*");
    private static final int LARGEST_PICTURE = 64 << 20;

    private final DocumentBuilder builder;
    private final Deque<RtfGroup> groups = new ArrayDeque<>();
    private final Map<Integer, Integer> headingStyles = new HashMap<>();
    private final RtfRows rows = new RtfRows();
    private final List<String> hanging = new ArrayList<>();
    private final StringBuilder hidden = new StringBuilder();
    private StringBuilder line = new StringBuilder();
    private RtfGroup group = new RtfGroup(line);
    private String bullet = "";
    private int level;
    private int depth;
    private int notes;
    private int aside;
    private int style = -1;
    private boolean inTable;
    private boolean picture;

    RtfStory(DocumentBuilder builder) {
        this.builder = builder;
    }

    /** Appends what is still gathered. */
    void end() {
        paragraph();
        table();
    }

    @Override
    public void processGroupStart() {
        groups.push(group);
        group = group.inner();
        if (groups.getFirst().styles) capture(this::style); // an entry of the style sheet
    }

    @Override
    public void processGroupEnd() {
        if (groups.isEmpty()) return;
        group.atEnd.run();
        group = groups.pop();
    }

    @Override
    public void processString(String words) {
        if (group.skipped || group.deleted) return;
        boolean power = group.raised && words.matches("[-−]?\\d{1,3}") && endsInWord(group.into);
        if (group.hidden) hidden.append(words);
        else group.into.append(power ? "^" : "").append(words);
    }

    private static boolean endsInWord(StringBuilder words) {
        return !words.isEmpty() && Character.isLetterOrDigit(words.charAt(words.length() - 1));
    }

    @Override
    public void processBinaryBytes(byte[] bytes) {
        if (picture && group.into.length() < LARGEST_PICTURE)
            group.into.append(HexFormat.of().formatHex(bytes));
    }

    @Override
    public void processCommand(Command command, int parameter, boolean given, boolean optional) {
        if (optional && group.starred) {
            group.starred = false;
            group.skipped = false;
        }
        if (group.skipped) return;
        if (command == Command.optionalcommand) { // what follows may be unknown to the parser: then all is skipped
            group.starred = true;
            group.skipped = true;
            return;
        }
        if (command.getCommandType() == CommandType.Destination || optional) {
            destination(command);
            return;
        }
        switch (command) {
            case par, sect, page -> paragraph();
            case cell, nestcell -> {
                cellPart();
                if (command == Command.cell && aside == 0) rows.endCell();
            }
            case row -> {
                if (aside > 0) line.append('\n');
                else rows.endRow();
            }
            case pard, intbl, itap, s, ilvl -> {
                if (group.into == line || command == Command.s) property(command, parameter);
            }
            case plain -> {
                group.hidden = false;
                group.raised = false;
                group.deleted = false;
            }
            case v -> group.hidden = !given || parameter != 0;
            case deleted -> group.deleted = !given || parameter != 0;
            case supercmd -> group.raised = !given || parameter != 0;
            case nosupersub -> group.raised = false;
            case pngblip, jpegblip -> picture = true;
            default -> processString(sign(command));
        }
    }

    /** A property of the paragraph; the text of a bullet resets its own. */
    private void property(Command command, int value) {
        switch (command) {
            case pard -> {
                inTable = false;
                style = -1;
                level = 0;
                depth = 0;
            }
            case intbl -> inTable = true;
            case itap -> inTable = value > 0;
            case ilvl -> depth = Math.clamp(value, 0, 8);
            default -> {
                style = value;
                level = headingStyles.getOrDefault(value, 0);
            }
        }
    }

    private static String sign(Command command) {
        return switch (command) {
            case tab -> "\t";
            case line, softline, lbr -> "\n";
            case emdash -> "—";
            case endash -> "–";
            case lquote -> "‘";
            case rquote -> "’";
            case ldblquote -> "“";
            case rdblquote -> "”";
            case bullet -> "•";
            case nonbreakingspace -> "\u00a0";
            case nonbreakinghyphen -> "-";
            case emspace, enspace, qmspace -> " ";
            default -> "";
        };
    }

    private void destination(Command command) {
        switch (command) {
            case title, author, subject, keywords, doccomm -> capture(words -> about(command, words));
            case stylesheet -> {
                group.styles = true;
                group.into = new StringBuilder();
            }
            case listtext, pntext -> capture(words -> bullet = words.strip());
            case footnote -> footnote();
            case shptxt, dptxbxtext -> apart(words -> hanging.addAll(List.of(words.split("\n"))));
            case pict -> {
                picture = false;
                capture(this::picture);
            }
            default -> {
                if (!TEXT.contains(command)) group.skipped = true;
            }
        }
    }

    private void capture(java.util.function.Consumer<String> use) {
        var words = new StringBuilder();
        group.into = words;
        group.atEnd = () -> use.accept(words.toString());
    }

    /** Words with paragraphs of their own, which do not end the one around. */
    private void apart(java.util.function.Consumer<String> use) {
        var outer = line;
        var inner = new StringBuilder();
        line = inner;
        group.into = inner;
        aside++;
        group.atEnd = () -> {
            line = outer;
            aside--;
            use.accept(inner.toString());
        };
    }

    private void footnote() {
        int number = ++notes;
        group.into.append('[').append(number).append(']');
        apart(words -> hanging.add("\u0000[" + number + "] " + Characters.oneLine(words)));
    }

    private void about(Command command, String words) {
        switch (command) {
            case title -> {
                if (!PdfLoader.leftOver(words)) builder.title(words);
            }
            case keywords -> builder.metadata("keywords", List.of(words.split("\\s*[,;，、]\\s*")));
            case doccomm -> builder.metadata("description", words);
            default -> builder.metadata(command.getCommandName(), words);
        }
    }

    private void style(String name) {
        var heading = HEADING.matcher(name.replace(";", ""));
        if (heading.matches()) headingStyles.put(style, Integer.parseInt(heading.group(1)));
    }

    private void picture(String hex) {
        if (!picture) return;
        picture = false;
        String digits = hex.replaceAll("[^0-9A-Fa-f]", "");
        if (digits.length() % 2 == 0) OleProperties.picture(HexFormat.of().parseHex(digits), null, builder);
    }

    private void cellPart() {
        if (aside > 0) {
            line.append("; ");
            return;
        }
        rows.part(line.toString());
        line.setLength(0);
        inTable = true;
    }

    /** Ends a paragraph: of a cell, of a note or text box, or of the text. */
    private void paragraph() {
        if (group.into != line) return;
        if (aside > 0) {
            line.append('\n');
            return;
        }
        if (inTable) {
            if (!line.isEmpty()) cellPart();
            return;
        }
        table();
        String words = line.toString().strip();
        line.setLength(0);
        if (!words.isEmpty()) {
            if (level > 0) builder.heading(Math.min(level, 6), words, null);
            else if (!bullet.isEmpty()) builder.add(Kind.LIST, "  ".repeat(depth) + mark() + Characters.oneLine(words));
            else builder.add(Kind.PARAGRAPH, words);
        }
        bullet = "";
        hang();
    }

    private String mark() {
        return bullet.matches("[(\\[]?(\\d+|[A-Za-z]|[ivxIVX]+)([.)\\]]\\d*+)*+") ? bullet + " " : "- ";
    }

    /** Notes and text boxes stand behind the paragraph that they hang on. */
    private void hang() {
        if (!hidden.toString().isBlank()) builder.add(Kind.PARAGRAPH, 0, hidden.toString(), null, "", HIDDEN);
        hidden.setLength(0);
        for (String words : hanging) {
            boolean note = words.startsWith("\u0000");
            builder.add(note ? Kind.NOTE : Kind.PARAGRAPH, note ? words.substring(1) : words);
        }
        hanging.clear();
    }

    private void table() {
        String table = rows.take();
        if (table.isEmpty()) return;
        builder.add(Kind.TABLE, table);
        hang();
    }
}
