import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rag.model.Chunk;
import rag.model.Ids;

/**
 * Made-up chunks and questions, the same in every run. Vectors lie in clusters, as near to each other as those of real
 * passages: two have a cosine of about 0.5, one and its cluster 0.8. Words have the frequencies of Zipf's law.
 */
final class MadeUp {

    static final int DIMENSION = 384;
    private static final int CLUSTERS = 400;
    private static final int WORDS_A_CHUNK = 150;
    private static final int VOCABULARY = 60_000;

    private final float[][] centres = new float[CLUSTERS + 1][];
    private final double[] spread = new double[DIMENSION];
    private final String[] vocabulary = new String[VOCABULARY];
    private final List<Question> questions = new ArrayList<>();

    /** @param words three to six of them, none of the commonest fifty */
    record Question(float[] vector, String words) {}

    MadeUp(int questions) {
        var random = new Random(1);
        for (int i = 0; i < DIMENSION; i++) spread[i] = 1 / Math.sqrt(1 + i / 16.0); // real spectra fall off too
        for (int c = 0; c <= CLUSTERS; c++) centres[c] = noise(random);
        var syllables = "ba de fi go ku la me ni po ru sa te vi wo zu".split(" ");
        for (int word = 0; word < VOCABULARY; word++) { // ends in a way that no English stemmer touches
            var letters = new StringBuilder();
            for (int n = word + 225; n > 0; n /= 15) letters.append(syllables[n % 15]);
            vocabulary[word] = letters.append('k').toString();
        }
        for (int q = 0; q < questions; q++) {
            var words = IntStream.range(0, 3 + q % 4)
                    .mapToObj(i -> vocabulary[Math.max(50, zipf(random))])
                    .collect(Collectors.joining(" "));
            this.questions.add(new Question(vector(random), words));
        }
    }

    List<Question> questions() {
        return questions;
    }

    /** A document of chunks with the numbers from {@code from} on. */
    List<Chunk> document(String collection, int from, int count) {
        var source = "/made/up/" + from + ".md";
        var id = Ids.document(collection, source);
        return IntStream.range(0, count)
                .mapToObj(i -> chunk(collection, source, id, i, text(from + i)))
                .toList();
    }

    private static Chunk chunk(String collection, String source, String document, int index, String text) {
        var page = "" + (1 + index);
        return new Chunk(
                Ids.chunk(document, index, text),
                document,
                collection,
                source,
                index,
                text,
                "Document",
                List.of("Heading"),
                "markdown",
                "en",
                new Chunk.PageRange(1 + index, 1 + index, page, page),
                1000 * index,
                1000 * index + 999,
                List.of(),
                List.of("made-up"),
                "",
                List.of(),
                false,
                Map.of("author", "nobody"));
    }

    String text(int chunk) {
        var random = new Random(1_000_000L + chunk);
        return IntStream.range(0, WORDS_A_CHUNK)
                .mapToObj(i -> vocabulary[zipf(random)])
                .collect(Collectors.joining(" "));
    }

    float[] vector(int chunk) {
        return vector(new Random(2_000_000L + chunk));
    }

    /** A word's rank; its frequency is one through the rank. */
    private static int zipf(Random random) {
        return (int) Math.exp(random.nextDouble() * Math.log(VOCABULARY));
    }

    private float[] vector(Random random) {
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
