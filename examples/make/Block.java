import java.util.List;

/** What a source consists of. */
sealed interface Block {

    record Heading(int level, String text) implements Block {}

    record Paragraph(String text) implements Block {}

    record Abstract(String text) implements Block {}

    record Item(String marker, String text) implements Block {}

    record Code(String text) implements Block {}

    record Table(List<List<String>> rows) implements Block {}

    record Picture(String caption, String figure) implements Block {}

    /** A flow chart drawn as lines. */
    record Chart(String caption, List<Step> steps) implements Block {}

    /** A box of a flow chart. @param exit the box to its right; "" for none @param answer what leads there */
    record Step(String text, String answer, String exit) {}

    record Contents() implements Block {}

    record Break() implements Block {}
}
