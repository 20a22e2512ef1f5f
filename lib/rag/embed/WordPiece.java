package rag.embed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.config.Json;

/**
 * BERT's tokenizer: clean, set Chinese characters apart, strip accents, lower-case, split at blanks and punctuation,
 * then take the longest pieces that the vocabulary has (Devlin et al., 2019, https://arxiv.org/abs/1810.04805). Reads
 * the {@code tokenizer.json} that models ship, and gives the ids that Hugging Face's tokenizers give for it, but for
 * some 600 rare signs younger than the Unicode tables there.
 *
 * <p>Lower-cases code point by code point: {@link String#toLowerCase()} would turn a sigma at the end of a word into
 * another letter. Several threads may use it at once.
 */
final class WordPiece implements Tokens {

    /** Found as they stand, before anything is done to the text. */
    private static final List<String> SPECIAL = List.of("[CLS]", "[SEP]", "[UNK]", "[PAD]", "[MASK]");

    private final List<String> vocabulary;
    private final boolean uncased;
    private final int longestWord;
    private final int longestPiece;
    private final Map<String, Integer> heads;
    private final Map<String, Integer> tails;
    private final int start;
    private final int end;
    private final int unknown;

    /**
     * A tokenizer with these tokens.
     *
     * @param vocabulary each token at the place of its id
     * @param uncased lower-case and strip accents
     * @param longestWord letters of a word; a longer one is unknown
     */
    private WordPiece(List<String> vocabulary, boolean uncased, int longestWord) {
        this.vocabulary = vocabulary;
        this.uncased = uncased;
        this.longestWord = longestWord;
        this.heads = HashMap.newHashMap(vocabulary.size());
        this.tails = HashMap.newHashMap(vocabulary.size() / 2);
        int longest = 0;
        for (int id = 0; id < vocabulary.size(); id++) {
            var token = vocabulary.get(id);
            if (token.length() > 2 && token.startsWith("##")) tails.put(token.substring(2), id);
            else heads.put(token, id);
            longest = Math.max(longest, token.length());
        }
        this.longestPiece = longest;
        this.start = vocabulary.indexOf("[CLS]");
        this.end = vocabulary.indexOf("[SEP]");
        this.unknown = vocabulary.indexOf("[UNK]");
    }

    /**
     * Reads a {@code tokenizer.json} of type WordPiece; its truncation and padding are left aside.
     *
     * @param uncased lower-case and strip accents even if the file says no
     * @throws IOException when it is of another kind or lacks tokens
     */
    static WordPiece read(byte[] tokenizer, boolean uncased) throws IOException {
        var root = Json.tree(new String(tokenizer, StandardCharsets.UTF_8));
        var model = root.path("model");
        var normalizer = root.path("normalizer");
        if (!model.path("type").asText().equals("WordPiece")
                || !normalizer.path("type").asText().equals("BertNormalizer")) {
            throw new IOException("tokenizer.json is not BERT's WordPiece");
        }
        var tokens = new String[model.path("vocab").size()];
        for (var token : model.path("vocab").properties()) {
            int id = token.getValue().asInt(-1);
            if (id >= 0 && id < tokens.length) tokens[id] = token.getKey();
        }
        var vocabulary = Arrays.asList(tokens);
        if (vocabulary.contains(null) || !vocabulary.containsAll(SPECIAL))
            throw new IOException("tokenizer.json lacks tokens");
        return new WordPiece(
                vocabulary,
                uncased || normalizer.path("lowercase").asBoolean(),
                model.path("max_input_chars_per_word").asInt());
    }

    /** Reads what {@link #plain()} wrote. */
    static WordPiece ofPlain(String plain) {
        var lines = plain.lines().toList();
        return new WordPiece(
                lines.subList(2, lines.size()), Boolean.parseBoolean(lines.get(0)), Integer.parseInt(lines.get(1)));
    }

    /** All of it as lines, which are read in a tenth of the time that the JSON takes. */
    String plain() {
        return uncased + "\n" + longestWord + "\n" + String.join("\n", vocabulary);
    }

    /** {@inheritDoc} {@code [CLS]} stands before and {@code [SEP]} behind. */
    @Override
    public long[] ids(String text, int limit) {
        var reading = new Reading(limit - 1);
        reading.add(start);
        reading.read(text);
        reading.room = limit;
        reading.add(end);
        return Arrays.copyOf(reading.ids, reading.size);
    }

    /** One pass over one text. */
    private final class Reading {

        private final StringBuilder word = new StringBuilder();
        private long[] ids = new long[256];
        private int size;
        private int room;

        Reading(int room) {
            this.room = room;
        }

        void read(String raw) {
            var text = uncased && !raw.chars().allMatch(c -> c < 128)
                    ? Normalizer.normalize(raw, Normalizer.Form.NFD)
                    : raw;
            for (int at = 0, c; at < text.length() && size < room; at += Character.charCount(c)) {
                c = text.codePointAt(at);
                if (c == '[') {
                    var token = specialAt(text, at);
                    if (token != null) {
                        endWord();
                        add(heads.getOrDefault(token, unknown));
                        at += token.length() - 1;
                        continue;
                    }
                }
                if (BertCharacters.blank(c)) {
                    endWord();
                } else if (!BertCharacters.dropped(c, uncased)) {
                    int letter = uncased ? Character.toLowerCase(c) : c;
                    if (BertCharacters.alone(letter)) {
                        endWord();
                        word.appendCodePoint(letter);
                        endWord();
                    } else {
                        word.appendCodePoint(letter);
                    }
                }
            }
            endWord();
        }

        private @Nullable String specialAt(String text, int at) {
            for (var token : SPECIAL) if (text.startsWith(token, at)) return token;
            return null;
        }

        /** Splits the word into the longest pieces from its start on; with one unknown piece it is unknown whole. */
        private void endWord() {
            int before = size;
            boolean known = word.length() <= longestWord || word.codePoints().count() <= longestWord;
            for (int from = 0, to; from < word.length() && known; from = to) {
                var pieces = from == 0 ? heads : tails;
                Integer id = null;
                for (to = Math.min(word.length(), from + longestPiece); to > from; to--) {
                    id = pieces.get(word.substring(from, to));
                    if (id != null) break;
                }
                known = id != null;
                if (id != null) add(id);
            }
            if (!known) {
                size = before;
                add(unknown);
            }
            word.setLength(0);
        }

        void add(int id) {
            if (size >= room) return;
            if (size == ids.length) ids = Arrays.copyOf(ids, 2 * size);
            ids[size++] = id;
        }
    }
}
