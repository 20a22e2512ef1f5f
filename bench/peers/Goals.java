/** Prints what came of a goal. */
final class Goals {

    private Goals() {}

    static void atLeast(String what, double times, double goal) {
        print(what, "%.2f x as fast".formatted(times), "at least %.1f".formatted(goal), times >= goal);
    }

    static void atMost(String what, double value, double goal) {
        print(what, "%.2f".formatted(value), "at most %.2f".formatted(goal), value <= goal);
    }

    private static void print(String what, String value, String goal, boolean met) {
        IO.println("  %s: %s (goal: %s) %s".formatted(what, value, goal, met ? "met" : "MISSED"));
    }
}
