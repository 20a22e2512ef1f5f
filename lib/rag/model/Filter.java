package rag.model;

import java.util.List;
import java.util.stream.Collectors;

/** Conditions that every hit fulfils; all of them hold, in both routes, before the cut. */
public record Filter(List<Condition> conditions) {

    public static final Filter NONE = new Filter(List.of());

    /** Of so many values and more, a text shows the first few. */
    private static final int MANY = 10;

    /** How a condition compares. */
    public enum Operator {
        /** The key has one of the values. */
        ANY_OF,
        /** The key has none of the values, or is not there. */
        NONE_OF,
        /** A value of the key begins with one of these. */
        PREFIX,
        /** A value of the key lies between two numbers or two days, both included; "" leaves an end open. */
        WITHIN,
        /** No value of the key lies between the two: also where the key is not there, or is no number or date. */
        OUTSIDE
    }

    /**
     * One key with what is asked of it.
     *
     * @param key type, source, tag, lang, document, or a key of the documents' metadata
     * @param values the values to compare with; of {@code WITHIN} and {@code OUTSIDE} the two ends
     */
    public record Condition(String key, Operator operator, List<String> values) {

        public Condition {
            if (key.isBlank()) throw new IllegalArgumentException("a filter needs a key");
            if (values.isEmpty()) throw new IllegalArgumentException("filter " + key + " has no value");
            values = List.copyOf(values);
            boolean range = operator == Operator.WITHIN || operator == Operator.OUTSIDE;
            if (range && (values.size() != 2 || values.stream().allMatch(String::isEmpty))) {
                throw new IllegalArgumentException("filter " + key + " has no two ends: " + values);
            }
        }

        /** The key has one of these values. */
        public Condition(String key, List<String> anyOf) {
            this(key, Operator.ANY_OF, anyOf);
        }

        public static Condition within(String key, String from, String to) {
            return new Condition(key, Operator.WITHIN, List.of(from, to));
        }

        @Override
        public String toString() {
            return switch (operator) {
                case ANY_OF -> key + "=" + listed("|");
                case NONE_OF -> key + "!=" + listed("|");
                case PREFIX -> key + "=" + listed("*|") + "*";
                case WITHIN -> key + "=" + listed("..");
                case OUTSIDE -> key + "!=" + listed("..");
            };
        }

        private String listed(String between) {
            if (values.size() <= MANY) return String.join(between, values);
            return String.join(between, values.subList(0, MANY / 2)) + between + "… (" + values.size() + " values)";
        }
    }

    public Filter {
        conditions = List.copyOf(conditions);
    }

    public boolean none() {
        return conditions.isEmpty();
    }

    @Override
    public String toString() {
        return conditions.stream().map(Condition::toString).collect(Collectors.joining(", "));
    }
}
