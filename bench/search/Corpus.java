import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rag.model.Chunk;
import rag.model.Fingerprint;
import rag.model.Ids;
import rag.store.analysis.TextAnalysis;

/**
 * Made-up chunks, each the same whenever it is made. Vectors are in clusters, as near to each other as those of real
 * passages; words have the frequencies of Zipf's law.
 */
final class Corpus {

    /** A question as both routes take it: a vector of length 1, and words that are their own terms. */
    record Question(float[] vector, List<String> words) {

        String text() {
            return String.join(" ", words);
        }
    }

    static final int QUERIES = 200;
    private static final int DIMENSION = 384;
    private static final int CLUSTERS = 400;
    private static final int WORDS_A_CHUNK = 150;
    private static final int VOCABULARY = 60_000;
    static final Fingerprint PRINT = new Fingerprint("none", "made-up", "", DIMENSION, "", "", "bench", "bench");

    final List<float[]> vectors = new ArrayList<>(); // of the chunks made so far
    final List<Question> questions = new ArrayList<>();
    private final float[][] centres = new float[CLUSTERS + 1][];
    private final double[] spread = new double[DIMENSION];
    private final String[] vocabulary = new String[VOCABULARY];

    Corpus() {
        var random = new Random(1);
        for (int i = 0; i < DIMENSION; i++) spread[i] = 1 / Math.sqrt(1 + i / 16.0); // real spectra fall off too
        for (int c = 0; c <= CLUSTERS; c++) centres[c] = noise(random);
        var syllables = "ba de fi go ku la me ni po ru sa te vi wo zu".split(" ");
        for (int word = 0; word < VOCABULARY; word++) { // ends in a way that no English stemmer touches
            var letters = new StringBuilder();
            for (int n = word + 225; n > 0; n /= 15) letters.append(syllables[n % 15]);
            vocabulary[word] = letters.append('k').toString();
        }
        for (int q = 0; q < QUERIES; q++) {
            var words = new ArrayList<String>();
            for (int n = 3 + q % 4; n > 0; n--) words.add(vocabulary[Math.max(50, zipf(random))]);
            if (!TextAnalysis.question(String.join(" ", words), List.of("en")).words().stream()
                    .flatMap(word -> word.variants().stream())
                    .toList()
                    .equals(words)) throw new IllegalStateException("words are not their own terms: " + words);
            questions.add(new Question(vector(random), words));
        }
    }

    List<Chunk> chunks(String collection, int from, int count) {
        return chunks(
                collection,
                from,
                count,
                IntStream.range(from, from + count).mapToObj(this::text).toArray(String[]::new));
    }

    private static List<Chunk> chunks(String collection, int document, int count, String... text) {
        var source = "/made/up/" + document + ".md";
        var id = Ids.document(collection, source);
        return IntStream.range(0, count)
                .mapToObj(i -> new Chunk(
                        Ids.chunk(id, i, text[i]),
                        id,
                        collection,
                        source,
                        i,
                        text[i],
                        "Document " + document,
                        List.of("Heading"),
                        "markdown",
                        "en",
                        new Chunk.PageRange(1 + i, 1 + i, "" + (1 + i), "" + (1 + i)),
                        1000 * i,
                        1000 * i + 999,
                        List.of(),
                        List.of("made-up"),
                        "",
                        List.of(),
                        false,
                        Map.of("author", "nobody")))
                .toList();
    }

    String text(int chunk) {
        var random = new Random(1_000_000L + chunk);
        return IntStream.range(0, WORDS_A_CHUNK)
                .mapToObj(i -> vocabulary[zipf(random)])
                .collect(Collectors.joining(" "));
    }

    /** A word's rank; its frequency is one through the rank. */
    private static int zipf(Random random) {
        return (int) Math.exp(random.nextDouble() * Math.log(VOCABULARY));
    }

    List<float[]> vectors(int count) {
        int from = vectors.size();
        for (int i = 0; i < count; i++) vectors.add(vector(new Random(2_000_000L + from + i)));
        return vectors.subList(from, from + count);
    }

    /** Mean cosine about 0.5; a passage and its cluster about 0.8. */
    float[] vector(Random random) {
        var cluster = centres[random.nextInt(CLUSTERS)];
        var own = noise(random);
        var vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) (0.7 * centres[CLUSTERS][i] + 0.45 * cluster[i] + 0.55 * own[i]);
        }
        return unit(vector);
    }

    private float[] noise(Random random) {
        var vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) vector[i] = (float) (spread[i] * random.nextGaussian());
        return unit(vector);
    }

    private static float[] unit(float[] vector) {
        float length = (float) Math.sqrt(dot(vector, vector));
        for (int i = 0; i < vector.length; i++) vector[i] /= length;
        return vector;
    }

    static float dot(float[] a, float[] b) {
        float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        for (int i = 0; i < a.length; i += 4) {
            s0 += a[i] * b[i];
            s1 += a[i + 1] * b[i + 1];
            s2 += a[i + 2] * b[i + 2];
            s3 += a[i + 3] * b[i + 3];
        }
        return s0 + s1 + s2 + s3;
    }
}
