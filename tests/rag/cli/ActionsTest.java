package rag.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rag.model.Failure;

/** Options that an action would silently ignore are refused. */
class ActionsTest {

    private static final Actions ACTIONS = Actions.usual("the ingestion of paths", "PATH", "--dry-run", "--force")
            .or("--list")
            .or("--reembed", "--force")
            .or(List.of("--describe", "--keyword"))
            .all("--collection");

    @Command(name = "sample")
    static final class Sample implements Callable<Integer> {

        @Mixin
        CommonOptions common = new CommonOptions();

        @Parameters(arity = "0..*", paramLabel = "PATH")
        List<String> named = List.of();

        @Option(names = {"-c", "--collection"})
        String collection = "";

        @Option(names = "--dry-run")
        boolean dryRun;

        @Option(names = "--force")
        boolean force;

        @Option(names = "--list")
        boolean list;

        @Option(names = "--reembed")
        boolean reembed;

        @Option(names = "--describe")
        String description = "";

        @Option(names = "--keyword")
        List<String> keywords = List.of();

        @Option(names = "--depth", defaultValue = "7")
        int depth;

        @Override
        public Integer call() {
            ACTIONS.check(common.given());
            return 0;
        }
    }

    private static void run(String... words) {
        var sample = new Sample();
        new CommandLine(sample).parseArgs(words);
        sample.call();
    }

    private static String refused(String... words) {
        return assertThrows(Failure.class, () -> run(words)).getMessage();
    }

    @Test
    void whatAnActionHeedsGoesWithIt() {
        run();
        run("docs", "--dry-run", "--force", "-c", "x", "--json", "-v", "--data", "d");
        run("--reembed", "--force");
        run("--list", "-c", "x");
        run("--describe", "x", "--keyword", "y", "--keyword", "z");
    }

    @Test
    void whatItWouldIgnoreIsRefusedWithWhatThatGoesWith() {
        assertEquals(
                "--dry-run does not go with --reembed; it goes with the ingestion of paths",
                refused("--reembed", "--dry-run"));
        assertEquals(
                "--force does not go with --list; it goes with the ingestion of paths and --reembed",
                refused("--force", "--list"));
        assertEquals(
                "PATH does not go with --describe; it goes with the ingestion of paths",
                refused("docs", "--keyword", "x"));
    }

    @Test
    void twoActionsAtOnceAreRefused() {
        assertEquals("--list and --reembed are one at a time", refused("--reembed", "--list"));
    }

    @Test
    void anOptionOfAnotherActionIsRefusedWhereNoneIsAskedFor() {
        var two = Actions.usual("serving", "--port").or("--check", "--bring-in");
        assertEquals(
                "--bring-in goes with --check",
                assertThrows(Failure.class, () -> two.check(List.of("--port", "--bring-in")))
                        .getMessage());
    }
}
