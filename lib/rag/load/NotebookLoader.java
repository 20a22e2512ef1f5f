package rag.load;

import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/** Jupyter notebooks (nbformat 3 and 4): cells in order, code in fences with its outputs behind it, read as one Markdown text. */
public final class NotebookLoader implements DocumentLoader {

    /** Bold words; not {@code 2**3 and 4**2}. */
    private static final Pattern BOLD = Pattern.compile("(?<![\\w*`])\\*\\*(?=\\S)([^*`\n]+)(?<=\\S)\\*\\*(?![\\w*`])");

    private static final int LONGEST_OUTPUT = 20_000;

    @Override
    public String type() {
        return "ipynb";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("ipynb");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        String json = Encodings.decode(source.bytes()).tell(builder).text();
        JsonValue notebook;
        try {
            var all = JsonValue.all(json);
            if (all.cut())
                builder.problem(
                        "cells behind the first " + JsonValue.MOST + " values are left out: split the notebook");
            notebook = all.values().getFirst();
        } catch (IOException | java.util.NoSuchElementException broken) {
            throw new LoadException(DocumentState.FAILED, "not a readable notebook: " + broken.getMessage(), broken);
        }
        var metadata = notebook.get("metadata");
        var kernel = metadata == null ? null : metadata.get("language_info");
        String language = kernel == null ? "python" : kernel.words("name");
        builder.metadata("language", language);
        if (metadata != null) builder.title(metadata.words("title"));
        var text = new StringBuilder();
        Map<String, byte[]> attached = new HashMap<>();
        boolean cut = false;
        for (var cell : cells(notebook)) cut |= cell(cell, language, text, attached);
        if (cut) builder.problem("of an output the first " + LONGEST_OUTPUT + " characters are read");
        MarkdownLoader.append(text.toString(), new LinkedImages(link -> attached.get(link)), builder);
        return builder.build(source);
    }

    private static List<JsonValue> cells(JsonValue notebook) {
        var cells = notebook.get("cells");
        var sheets = notebook.get("worksheets"); // before nbformat 4
        if (cells == null && sheets != null && !sheets.items().isEmpty())
            cells = sheets.items().getFirst().get("cells");
        return cells == null ? List.of() : cells.items();
    }

    /** @return whether an output of it was cut */
    private static boolean cell(JsonValue cell, String language, StringBuilder text, Map<String, byte[]> attached) {
        boolean cut = false;
        String words = cell.get("source") == null ? cell.words("input") : cell.words("source");
        switch (cell.words("cell_type")) {
            case "code" -> {
                fence(text, language, words);
                var outputs = cell.get("outputs");
                for (var output : outputs == null ? List.<JsonValue>of() : outputs.items()) cut |= output(output, text);
            }
            case "heading" ->
                text.append("#".repeat(level(cell)))
                        .append(' ')
                        .append(Characters.oneLine(words))
                        .append("\n\n");
            default -> {
                attach(cell, attached, text.length());
                String linked = words.replace("(attachment:", "(attachment-" + text.length() + ":");
                text.append(
                                words.contains("```")
                                        ? linked
                                        : BOLD.matcher(linked).replaceAll("$1"))
                        .append("\n\n");
            }
        }
        return cut;
    }

    private static int level(JsonValue heading) {
        String level = heading.words("level");
        return level.matches("[1-6]") ? level.charAt(0) - '0' : 1;
    }

    /** Two cells may attach different pictures under one name. */
    private static void attach(JsonValue cell, Map<String, byte[]> attached, int place) {
        var files = cell.get("attachments");
        if (files == null || !files.object()) return;
        for (String name : files.keys()) {
            var data = files.get(name);
            if (data == null) continue;
            for (String type : data.keys()) {
                if (!type.startsWith("image/")) continue;
                try {
                    attached.put(
                            "attachment-" + place + ":" + name,
                            Base64.getMimeDecoder().decode(data.words(type)));
                } catch (IllegalArgumentException broken) {
                    // the name in the text is all there is
                }
            }
        }
    }

    /** @return whether it was cut */
    private static boolean output(JsonValue output, StringBuilder text) {
        boolean cut = false;
        var data = output.get("data") == null ? output : output.get("data");
        String html = data.words("text/html");
        String plain = data.words("text/plain");
        if (output.words("output_type").equals("error")
                || output.words("output_type").equals("pyerr")) {
            fence(text, "text", output.words("ename") + ": " + output.words("evalue"));
        } else if (!output.words("text").isEmpty() && data == output) {
            cut = printed(text, output.words("text"));
        } else if (html.contains("<table")) {
            var page = Jsoup.parse(html);
            var none = new LinkedImages(link -> null);
            for (var table : page.select("table"))
                text.append(MarkdownTable.of(HtmlTable.rows(table, none, new DocumentBuilder("html"))))
                        .append("\n\n");
        } else if (!data.words("text/markdown").isEmpty()) {
            text.append(data.words("text/markdown")).append("\n\n");
        } else if (!plain.isEmpty() && data.get("image/png") == null && data.get("image/jpeg") == null) {
            cut = printed(text, plain);
        } else if (!html.isEmpty()) {
            text.append(Jsoup.parse(html).text()).append("\n\n");
        }
        for (String type : new String[] {"image/png", "image/jpeg"}) {
            String image = data.words(type).replaceAll("\\s", "");
            if (!image.isEmpty())
                text.append("![](data:")
                        .append(type)
                        .append(";base64,")
                        .append(image)
                        .append(")\n\n");
        }
        return cut;
    }

    private static boolean printed(StringBuilder text, String words) {
        boolean cut = words.length() > LONGEST_OUTPUT;
        fence(text, "text", cut ? words.substring(0, LONGEST_OUTPUT) + "\n…" : words);
        return cut;
    }

    /** A fence longer than any in the words. */
    private static void fence(StringBuilder text, String language, String words) {
        if (words.isBlank()) return;
        int longest = 2;
        for (int i = 0, run = 0; i < words.length(); i++) {
            run = words.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        String mark = "`".repeat(longest + 1);
        String clean = words.replaceAll("\u001b\\[[\\d;]*[A-Za-z]", ""); // colours of a terminal
        text.append(mark)
                .append(language)
                .append('\n')
                .append(clean.stripTrailing())
                .append('\n')
                .append(mark)
                .append("\n\n");
    }
}
