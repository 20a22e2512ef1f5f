import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import rag.eval.BeirSet;

/** Ways of making collections of test sets, each named by a number, so that no name tells what it holds. */
enum Cut {
    /** A set is a collection. */
    SETS,
    /** Each set in its order, in parts of one length, like the volumes of a journal. */
    RUNS,
    /** Each set by the directions of its texts' vectors (spherical k-means), like folders by subject. */
    TOPICS;

    private static final int TURNS = 20;

    /** @param vectors by "set:id", for topics; each has length one */
    List<BeirSet> of(List<BeirSet> sets, int parts, Map<String, float[]> vectors) {
        var made = new ArrayList<BeirSet>();
        for (var set : sets) {
            var ids = new ArrayList<>(set.corpus().keySet());
            int[] part = switch (this) {
                case SETS -> new int[ids.size()];
                case RUNS -> runs(ids.size(), parts);
                case TOPICS ->
                    topics(
                            ids.stream()
                                    .map(id -> vectors.getOrDefault(set.name() + ":" + id, new float[0]))
                                    .toList(),
                            parts);
            };
            for (int p = 0; p <= Arrays.stream(part).max().orElse(0); p++) {
                var texts = new LinkedHashMap<String, BeirSet.Text>();
                for (int i = 0; i < part.length; i++) {
                    if (part[i] != p) continue;
                    var text = set.corpus().get(ids.get(i));
                    var id = set.name() + ":" + text.id(); // those of two sets may be alike
                    texts.put(id, new BeirSet.Text(id, text.title(), text.text()));
                }
                if (!texts.isEmpty()) made.add(new BeirSet("c%02d".formatted(made.size()), texts, Map.of(), Map.of()));
            }
        }
        return made;
    }

    private static int[] runs(int size, int parts) {
        var part = new int[size];
        for (int i = 0; i < size; i++) part[i] = i * parts / size;
        return part;
    }

    private static int[] topics(List<float[]> vectors, int parts) {
        var known = new ArrayList<Integer>();
        for (int i = 0; i < vectors.size(); i++) if (vectors.get(i).length > 0) known.add(i);
        var shuffled = new ArrayList<>(known);
        Collections.shuffle(shuffled, new Random(7));
        var means = new ArrayList<float[]>();
        for (int p = 0; p < parts; p++) means.add(vectors.get(shuffled.get(p)));
        var part = new int[vectors.size()];
        for (int turn = 0; turn < TURNS; turn++) {
            for (int i : known) part[i] = nearest(vectors.get(i), means);
            for (int p = 0; p < parts; p++) {
                int here = p;
                var own = known.stream()
                        .filter(i -> part[i] == here)
                        .map(vectors::get)
                        .toList();
                if (!own.isEmpty()) means.set(p, mean(own));
            }
        }
        return part;
    }

    private static int nearest(float[] vector, List<float[]> means) {
        int best = 0;
        for (int p = 1; p < means.size(); p++) {
            if (dot(vector, means.get(p)) > dot(vector, means.get(best))) best = p;
        }
        return best;
    }

    /** The mean's direction, with length one. */
    static float[] mean(List<float[]> vectors) {
        var mean = new float[vectors.getFirst().length];
        for (var vector : vectors) for (int i = 0; i < mean.length; i++) mean[i] += vector[i];
        float length = (float) Math.sqrt(dot(mean, mean));
        for (int i = 0; i < mean.length && length > 0; i++) mean[i] /= length;
        return mean;
    }

    static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i] * b[i];
        return sum;
    }
}
