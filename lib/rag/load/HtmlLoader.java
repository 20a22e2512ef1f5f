package rag.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;
import rag.model.Document;
import rag.model.LoadException;

/** HTML pages: the main content as blocks, without navigation, scripts and hidden parts. */
public final class HtmlLoader implements DocumentLoader {

    private static final Pattern CHARSET =
            Pattern.compile("(?i)(?:charset|<\\?xml[^>]{0,80}encoding)\\s*=\\s*[\"']?\\s*([\\w.:-]+)");

    @Override
    public String type() {
        return "html";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("html", "htm", "xhtml", "shtml");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        byte[] bytes = source.bytes();
        String text = Encodings.decode(bytes, declared(bytes)).tell(builder).text();
        var page = Jsoup.parse(text);
        builder.title(page.title());
        builder.metadata("description", meta(page, "description", "og:description"));
        builder.metadata("keywords", List.of(meta(page, "keywords").split("\\s*[,;，、]\\s*")));
        builder.metadata("author", meta(page, "author", "article:author"));
        builder.metadata("published_at", meta(page, "article:published_time", "date", "dc.date"));
        builder.metadata("language", page.select("html").attr("lang"));
        var images = new LinkedImages(source);
        new HtmlBlocks(builder, images).append(HtmlContent.main(page));
        images.tell(builder);
        return builder.build(source);
    }

    static @Nullable String declared(byte[] bytes) {
        String head = new String(Arrays.copyOf(bytes, Math.min(bytes.length, 4096)), StandardCharsets.ISO_8859_1);
        var found = CHARSET.matcher(head);
        return found.find() ? found.group(1) : null;
    }

    private static String meta(org.jsoup.nodes.Document page, String... names) {
        for (String name : names) {
            for (var meta : page.select("meta")) {
                boolean named = meta.attr("name").equalsIgnoreCase(name)
                        || meta.attr("property").equalsIgnoreCase(name);
                if (named && !meta.attr("content").isBlank()) return meta.attr("content");
            }
        }
        return "";
    }
}
