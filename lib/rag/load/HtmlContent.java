package rag.load;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/**
 * Finds what a page is about: drops what is never shown, then what frames a page (navigation, banners, footers), by the
 * names HTML gives them and by the share of links. Where too little would be left, the frame stays: the whole body when in doubt.
 */
final class HtmlContent {

    private static final String UNSEEN =
            "script,style,template,iframe,object,embed,canvas,svg,link,meta,input,select,textarea,datalist,[hidden],"
                    + "[type=application/ld+json]";
    private static final String FRAME = "nav,aside,[role=navigation],[role=banner],[role=contentinfo],[role=search],"
            + "[role=complementary],[role=dialog],[role=alertdialog],[role=menu],[role=menubar]";
    private static final Pattern HIDDEN_STYLE = Pattern.compile(
            "(?i)(?:^|;)\\s*(?:display\\s*:\\s*none|visibility\\s*:\\s*hidden|opacity\\s*:\\s*0\\s*(?:;|$))");
    private static final Pattern NO_SIZE =
            Pattern.compile("(?i)(?:^|;)\\s*font-size\\s*:\\s*0(?:px|pt|em)?\\s*(?:;|!|$)");
    private static final Pattern CONSENT =
            Pattern.compile("(?i)(?:^|[-_\\s])(?:cookies?|consent|gdpr|onetrust)(?:$|[-_\\s])");
    private static final Pattern FRAME_NAME = Pattern.compile(
            "(?i)(?:^|[-_\\s])(?:nav|navbar|navigation|menu|sidebar|breadcrumbs?|pagination|pager|social|share|sharing|"
                    + "footer|site-header|masthead|related|promo|advert|ads|newsletter|skip-links?)(?:$|[-_\\s])");

    /** Asides that belong to the text: what docutils and others make of footnotes, admonitions and topics. */
    private static final Pattern NOTE = Pattern.compile(
            "(?i)(?:^|[-_\\s])(?:(?:foot|end)?notes?|citations?|admonition|callout|topic|tip|hint|info|warning|caution|"
                    + "important|danger|attention|alert|example|definition)(?:$|[-_\\s])");

    private static final String HEADINGS = "h1,h2,h3,h4,h5,h6";

    /** Buttons that open what stands below them: they are its heading. */
    private static final String OPENERS = ":is(" + HEADINGS + ",dt,summary) button, button:has(" + HEADINGS + ")";

    /** Characters and elements; no list of links that frames a page has more. */
    private static final int LARGEST_FRAME = 50_000;

    private HtmlContent() {}

    /** Whether an element holds more than so many characters and elements, looking no further than that. */
    static boolean longer(Element element, int most) {
        int[] left = {most};
        return element.filter((node, depth) -> {
                            left[0] -= node instanceof TextNode text
                                    ? text.getWholeText().strip().length()
                                    : 1;
                            return left[0] < 0 ? NodeFilter.FilterResult.STOP : NodeFilter.FilterResult.CONTINUE;
                        })
                        == element
                && left[0] < 0;
    }

    static Element main(Document page) {
        var body = page.body();
        opened(body);
        removeHidden(body);
        if (body.text().length() > 200) body.select("noscript").remove();
        var content = body.clone();
        for (var box : content.select("div,section,aside,form,dialog")) if (consent(box)) box.remove();
        for (var part : List.of(body, content)) part.select("button").remove();
        int whole = length(body);
        var root = chosen(content);
        return length(root) * 4 < whole ? largest(body, root) : root;
    }

    /** Removes what nobody sees who looks at it. */
    static void removeHidden(Element root) {
        root.select(UNSEEN).remove();
        for (var element : root.select("[style]")) {
            String style = element.attr("style");
            boolean hidden = HIDDEN_STYLE.matcher(style).find();
            // a frame without size closes the gaps between parts that have sizes of their own
            if (!hidden && NO_SIZE.matcher(style).find())
                hidden = element.select("[style*=font-size]").size() == 1;
            if (hidden) element.remove();
        }
    }

    /** What a click on a page's own headings or tabs shows is no less part of it. */
    private static void opened(Element body) {
        var openers = body.select(OPENERS);
        var panels = Set.copyOf(openers.eachAttr("aria-controls"));
        openers.unwrap();
        for (var panel : body.select("[id][hidden],[id][style]")) {
            if (panels.contains(panel.id())) panel.removeAttr("hidden").removeAttr("style");
        }
        body.select("[role=tabpanel],[hidden=until-found]").removeAttr("hidden");
        body.select("button[class*=accordion],button[class*=faq]").tagName("p");
    }

    /** A box that asks for consent: it stands beside the content, and has buttons or no heading of its own. */
    private static boolean consent(Element box) {
        if (!CONSENT.matcher(box.id() + " " + box.className()).find()) return false;
        if (longer(box, 6000) || box.text().length() >= 3000 || box.closest("main,article,[role=main]") != null)
            return false;
        boolean asks = !box.nameIs("section")
                && !box.select("button,[role=button],input").isEmpty();
        return asks || box.select(HEADINGS).isEmpty();
    }

    /** A small main part is right on a page that says it is main and holds a sentence or two; else the body is taken whole. */
    private static Element largest(Element body, Element root) {
        boolean named = root.normalName().equals("main")
                || root.attr("role").equals("main")
                || root.normalName().equals("article");
        return named && length(root) > 250 ? root : body;
    }

    private static Element chosen(Element body) {
        var main = body.select("main,[role=main]");
        if (main.size() == 1 && length(main.getFirst()) > 100) return unframed(main.getFirst());
        var articles = body.select("article");
        if (articles.size() == 1 && length(articles.getFirst()) > 500) return unframed(articles.getFirst());
        return unframed(body);
    }

    private static Element unframed(Element root) {
        root.select(FRAME).stream()
                .filter(element -> element != root && !note(element))
                .forEach(Element::remove);
        for (var element : root.select("header,footer")) {
            boolean inner = element.closest("article,section,main") != null
                    && element.closest("article,section,main") != element;
            if (!inner
                    && (element.normalName().equals("footer")
                            || element.select("h1").isEmpty())) element.remove();
        }
        for (var element : root.select("div,ul,ol,section,table,p")) {
            if (element != root && element.parent() != null && frame(element)) element.remove();
        }
        return root;
    }

    private static boolean note(Element element) {
        String name = element.id() + " " + element.className() + " " + element.attr("role");
        return element.nameIs("aside")
                && NOTE.matcher(name).find()
                && !FRAME_NAME.matcher(name).find();
    }

    /** A named frame, or a list of nothing but links. */
    private static boolean frame(Element element) {
        if (longer(element, LARGEST_FRAME)) return false;
        var links = element.select("a[href]");
        int all = length(element);
        if (links.isEmpty() || all == 0) return false;
        int linked = links.stream().mapToInt(HtmlContent::length).sum();
        double density = (double) linked / all;
        String name = (element.id() + " " + element.className()).toLowerCase(Locale.ROOT);
        if (FRAME_NAME.matcher(name).find() && density > 0.5) return true;
        boolean short_ = linked / links.size() < 25;
        return density > 0.85
                && links.size() >= 6
                && short_
                && element.select("h1,h2,h3,p,pre,table").isEmpty();
    }

    private static int length(Element element) {
        return element.text().length();
    }
}
