import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints a line for each test class, then why tests were skipped, then the failures, in at most 80 columns. JUnit finds
 * it through META-INF/services.
 */
public final class Report implements TestExecutionListener {

    private static final int WIDTH = 80;
    private static final int FRAMES = 4;
    private static final int LINES = 25;

    private static int passed;
    private static int failed;
    private static int skipped;

    private final Map<String, Long> started = new ConcurrentHashMap<>();
    private final Map<String, List<String>> reasons = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();
    private TestPlan plan;

    static String totals() {
        return "%d passed, %d failed, %d skipped".formatted(passed, failed, skipped);
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        started.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier test, String reason) {
        skip(test, reason);
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
        switch (result.getStatus()) {
            case SUCCESSFUL -> passed += test.isTest() ? 1 : 0;
            case ABORTED -> skip(test, result.getThrowable().map(Report::reason).orElse("no reason given"));
            case FAILED -> {
                failed++;
                failures.add(failure(test, result.getThrowable().orElseThrow()));
            }
        }
        if (isClass(test)) printClass(test);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan finished) {
        reasons.forEach((reason, tests) -> {
            IO.println("\nskipped: " + wrapped(reason, "         ").strip());
            tests.forEach(test -> IO.println("    " + test));
        });
        failures.forEach(IO::println);
        IO.println("");
    }

    /** Counts a test, or all tests of a class. */
    private void skip(TestIdentifier test, String reason) {
        long count = test.isTest()
                ? 1
                : plan.getDescendants(test).stream()
                        .filter(TestIdentifier::isTest)
                        .count();
        skipped += (int) count;
        reasons.computeIfAbsent(reason, key -> new ArrayList<>()).add(name(test));
    }

    private static String reason(Throwable e) {
        return String.valueOf(e.getMessage()).replaceFirst("^Assumption failed: ", "");
    }

    private static boolean isClass(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).isPresent();
    }

    private void printClass(TestIdentifier test) {
        var took = Duration.ofNanos(System.nanoTime() - started.get(test.getUniqueId()));
        long tests = plan.getDescendants(test).stream()
                .filter(TestIdentifier::isTest)
                .count();
        boolean bad = failures.stream().anyMatch(text -> text.startsWith("\nFAILED " + name(test)));
        IO.println("%-56s %4d %8.2f s%s".formatted(name(test), tests, took.toMillis() / 1000.0, bad ? "  FAILED" : ""));
    }

    private static String name(TestIdentifier test) {
        return switch (test.getSource().orElse(null)) {
            case MethodSource method -> method.getClassName() + "." + name(method, test.getDisplayName());
            case ClassSource type -> type.getClassName();
            case null, default -> test.getDisplayName();
        };
    }

    /** An invocation with parameters is displayed without its method. */
    private static String name(MethodSource method, String displayed) {
        var name = method.getMethodName();
        return displayed.startsWith(name) ? displayed : name + " " + displayed;
    }

    private static String failure(TestIdentifier test, Throwable e) {
        var text = new StringBuilder("\nFAILED " + name(test) + "\n");
        for (var cause = e; cause != null; cause = cause.getCause()) {
            var words = cause instanceof AssertionError && cause.getMessage() != null ? cause.getMessage() : cause;
            text.append(wrapped(String.valueOf(words), "    "));
            var frames = List.of(cause.getStackTrace()).stream()
                    .filter(Report::isOurs)
                    .limit(FRAMES);
            frames.forEach(frame -> text.append("      at ").append(frame).append('\n'));
        }
        return text.toString().stripTrailing();
    }

    /** Whether a stack frame is of a class in a package of ours or in none. */
    private static boolean isOurs(StackTraceElement frame) {
        return frame.getClassName().matches("(rag|scripts)\\..*|[^.]*");
    }

    private static String wrapped(String text, String indent) {
        var lines = new StringBuilder();
        for (var line : text.lines().limit(LINES).toList()) {
            var rest = line.stripTrailing();
            while (rest.length() > WIDTH - indent.length()) {
                int end = rest.lastIndexOf(' ', WIDTH - indent.length());
                if (end <= 0) end = WIDTH - indent.length();
                lines.append(indent).append(rest, 0, end).append('\n');
                rest = rest.substring(end).strip();
            }
            lines.append(indent).append(rest).append('\n');
        }
        return lines.toString();
    }
}
