package rag.embed;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import rag.embed.LocalModel.Pooling;

/**
 * The models that need no key and no server. All are quantised to 8 bits; pooling, prefixes and limits are those of
 * their cards. bge-small-zh gets no query instruction: with it, questions found a little less on Chinese web text.
 */
public final class LocalModels {

    public static final LocalModel ENGLISH = new LocalModel(
            "bge-small-en-v1.5",
            "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
            "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
            Pooling.CLS,
            false,
            384,
            512,
            "Represent this sentence for searching relevant passages: ",
            "",
            Set.of("en"));

    public static final LocalModel CHINESE = new LocalModel(
            "bge-small-zh-v1.5",
            "15b717c382bcb518ba457b93ea6850ede7f4f1cd8937454aa06972366cd19bcc",
            "48cea5d44424912a6fd1ea647bf4fe50b55ab8b1e5879c3275f80e339e8fae26",
            Pooling.CLS,
            true,
            512,
            512,
            "",
            "",
            Set.of("zh"));

    private static final LocalModel MINI_LM = new LocalModel(
            "all-MiniLM-L6-v2",
            "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
            "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
            Pooling.MEAN,
            false,
            384,
            256,
            "",
            "",
            Set.of("en"));

    private static final LocalModel E5 = new LocalModel(
            "e5-small-v2",
            "7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded",
            "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
            Pooling.MEAN,
            false,
            384,
            512,
            "query: ",
            "passage: ",
            Set.of("en"));

    private static final List<LocalModel> ALL = List.of(ENGLISH, CHINESE, MINI_LM, E5);

    private LocalModels() {}

    public static List<LocalModel> all() {
        return ALL;
    }

    /** The model called so; case doesn't matter, nor an owner before it ("BAAI/bge-small-en-v1.5"). */
    public static Optional<LocalModel> find(String name) {
        var slash = name.lastIndexOf('/');
        if (slash != name.indexOf('/') || name.startsWith("/") || name.startsWith(".") || name.startsWith("~")) {
            return Optional.empty(); // a folder
        }
        var wanted = name.substring(slash + 1);
        return ALL.stream()
                .filter(model -> model.name().equalsIgnoreCase(wanted))
                .findFirst();
    }

    /** The names there are, for messages. */
    static String names() {
        return ALL.stream().map(LocalModel::name).collect(Collectors.joining(", "));
    }
}
