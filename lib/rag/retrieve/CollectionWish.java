package rag.retrieve;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a question itself says of where to look: "only in the handbook", "except recipes", in the plain words of a dozen
 * languages. Only names of collections count, and only where the words around them can mean nothing else: behind a
 * preposition ("only in X"), or where the clause ends with the name ("…, except X").
 *
 * @param text the question without these words
 * @param only where to look and nowhere else; empty for anywhere
 * @param except where not to look
 */
public record CollectionWish(String text, Set<String> only, Set<String> except) {

    private static final String ONLY =
            "only|just|exclusively|nur|ausschließlich|solo|sólo|solamente|únicamente|unicamente"
                + "|seulement|uniquement|soltanto|apenas|somente|só|alleen|только|лишь|tylko|endast|bara|kun|sadece|yalnızca";
    private static final String ONLY_BEHIND = ONLY + "|alone|allein|enkel";
    private static final String EXCEPT =
            "except(?:\\s+for)?|excluding|exclude|but\\s+not|other\\s+than|ignoring|ignore|without"
                + "|not|außer|ausser|ohne|aber\\s+nicht|nicht|excepto|salvo|menos|sin|sauf|excepté|hormis|sans|pas"
                + "|tranne|eccetto|esclus[oa]|exceto|sem|behalve|zonder|niet|кроме|исключая|без|oprócz|utom|undtagen|hariç";
    private static final String VERB = "(?:(?:search|look|use|ask|such[et]?|busca|cherche|cerca|ищи|zoek)\\s+)?";
    private static final String IN =
            "(?:within|inside|in|from|im|in\\s+der|in\\s+den|aus|aus\\s+dem|aus\\s+der|en|de|dans"
                    + "|da|dal|dalla|nel|nella|nei|em|no|na|uit|van|в|во|из|w|z|i|från|fra)";
    private static final String THE =
            "(?:(?:the|our|my|der|die|das|dem|den|el|la|los|las|le|les|il|lo|gli|o|a|os|as|het|collections?"
                    + "|sammlung|colección|coleccion|collezione|coleção|collectie|коллекци\\p{L}*)\\s+){0,2}";
    private static final String KIND =
            "(?:\\s+(?:collections?|sammlung|colección|coleccion|collezione|coleção|collectie))?";
    private static final String AND =
            "\\s*(?:,|、|，|&|\\b(?:and|or|nor|und|oder|y|o|et|ou|e|en|of)\\b|и|или|和|或|与|及|と)\\s*";
    private static final String END = "(?=\\s*(?:$|[.,:;?!)，。：；？！]))";
    private static final String WORD_START = "(?<![\\p{L}\\p{N}])";
    private static final String NAME_END = "(?![-_][\\p{L}\\p{N}])"; // "notes" is not named by "notes-2025"
    private static final String QUOTE = "[\"'“”„«»《》「」]?";

    public CollectionWish {
        only = Set.copyOf(only);
        except = Set.copyOf(except);
    }

    /** Whether the question says nothing of where to look. */
    public boolean isNone() {
        return only.isEmpty() && except.isEmpty();
    }

    /** @param names what a question may call each collection, by collection */
    public static CollectionWish of(String question, Map<String, List<String>> names) {
        var spoken = new LinkedHashMap<Pattern, String>();
        names.forEach((collection, called) -> called.stream()
                .filter(name -> !name.isBlank())
                .forEach(name -> spoken.put(pattern(spoken(name)), collection)));
        if (spoken.isEmpty()) return new CollectionWish(question, Set.of(), Set.of());
        var any = spoken.keySet().stream()
                .map(Pattern::pattern)
                .sorted((a, b) -> b.length() - a.length())
                .collect(Collectors.joining("|", "(?:", ")"));
        var name = QUOTE + any + NAME_END + QUOTE;
        var list = "(" + name + "(?:" + AND + THE + name + ")*)";
        var each = pattern("\\G(?:" + AND + THE + ")?" + QUOTE + "(" + any + ")" + NAME_END + QUOTE);
        var except = new LinkedHashSet<String>();
        var rest = taken(question, excepts(list), each, spoken, except);
        var only = new LinkedHashSet<String>();
        rest = taken(rest, onlys(list), each, spoken, only);
        var text = rest.replaceAll("[\\s,]+([?!.])", "$1")
                .replaceAll("\\s{2,}", " ")
                .replaceAll("^[\\s,:;，：；、]+|[\\s,:;，：；、]+$", "");
        boolean words = text.codePoints().anyMatch(Character::isLetterOrDigit);
        return new CollectionWish(words ? text : question, only, except);
    }

    private static List<Pattern> onlys(String list) {
        return List.of(
                pattern(WORD_START + "(?:" + ONLY + ")\\s+" + VERB + IN + "\\s+" + THE + list + KIND
                        + "(?![\\p{L}\\p{N}])"),
                pattern(WORD_START + "(?:" + ONLY + ")\\s+" + VERB + THE + list + KIND + END),
                pattern(WORD_START + "(?:" + IN + "\\s+)?" + THE + list + KIND + "\\s+(?:" + ONLY_BEHIND + ")" + END),
                pattern("(?:只|仅|僅)(?:在|从|從|查询|查|搜索|搜|用|看|找)*\\s*" + list + "\\s*(?:里面|里|裡|中|内|內)?(?:查找|查|找|搜索|搜)?"),
                pattern(list + "\\s*(?:の中)?(?:だけ|のみ)(?:で|から|に|を)?"),
                pattern(list + "\\s*(?:에서)?만(?![\\p{L}])"));
    }

    private static List<Pattern> excepts(String list) {
        return List.of(
                pattern(WORD_START + "(?:" + EXCEPT + ")\\s+" + IN + "\\s+" + THE + list + KIND + "(?![\\p{L}\\p{N}])"),
                pattern(WORD_START + "(?:" + EXCEPT + ")\\s+" + THE + list + KIND + END),
                pattern("(?:除了|除|不要查|不要|不包括|排除|不含|不查)\\s*" + list + "\\s*(?:以外|之外|外)?(?:的)?"),
                pattern(list + "\\s*(?:以外|を除いて|を除く|は除いて)(?:で|から|の)?"),
                pattern(list + "\\s*(?:을|를)?\\s*(?:제외하고|제외|빼고)"));
    }

    /**
     * Takes the clauses out of a text, and puts the collections that they name into {@code found}.
     *
     * @param each the next name of a list: the longest that fits, so that "notes-2024" does not name "notes" too
     */
    private static String taken(
            String text, List<Pattern> clauses, Pattern each, Map<Pattern, String> spoken, Set<String> found) {
        var rest = text;
        for (var clause : clauses) {
            Matcher matcher = clause.matcher(rest);
            if (!matcher.find()) continue;
            for (var names = each.matcher(matcher.group(1)); names.find(); )
                found.addAll(meant(names.group(1), spoken));
            rest = rest.substring(0, matcher.start()) + " " + rest.substring(matcher.end());
        }
        return rest;
    }

    /** The collection of just this name; else those that may be called so. */
    private static Set<String> meant(String name, Map<Pattern, String> spoken) {
        var called = spoken.entrySet().stream()
                .filter(one -> one.getKey().matcher(name).matches())
                .map(Map.Entry::getValue)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        var exact = called.stream().filter(name::equalsIgnoreCase).collect(Collectors.toSet());
        return exact.isEmpty() ? called : exact;
    }

    /** A name as people write it: "user_guide" also as "user guide". */
    private static String spoken(String name) {
        return List.of(name.strip().split("[-_.\\s]+")).stream()
                .filter(part -> !part.isEmpty())
                .map(Pattern::quote)
                .collect(Collectors.joining("[-_.\\s]+"));
    }

    private static Pattern pattern(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
}
