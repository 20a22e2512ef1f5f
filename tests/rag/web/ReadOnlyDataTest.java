package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data folder on a disk that is mounted read-only, as only a child process sees it (Linux user namespaces). */
@Tag("process")
class ReadOnlyDataTest {

    @TempDir
    Path folder;

    @Test
    void pagesAndQueriesWorkAndEveryChangeSaysWhyNot() throws Exception {
        assumeTrue(lines("mount -t tmpfs tmpfs /mnt && echo yes").equals(List.of("yes")), "no mounts can be made");
        try (var web = new Web(folder)) {
            web.corpus().write("pump.md", "# Pump\n\nThe pump is greased in April.");
            web.corpus().ingest("knowledge_hub");
            web.page("/");
        }
        var data = folder.resolve("data");
        var java = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ReadOnlyVisitor.class.getName(),
                folder.toString());
        var said = lines(
                "mount --bind '%s' '%s' && mount -o remount,bind,ro '%s' && exec \"$@\"".formatted(data, data, data),
                java);
        var expected = new ArrayList<>(Collections.nCopies(6, "200 true")); // pages
        expected.addAll(Collections.nCopies(3, "400 true")); // changes
        expected.add("true"); // a query
        assertEquals(expected, said);
    }

    private static List<String> lines(String mount) throws IOException {
        return lines(mount, List.of());
    }

    private static List<String> lines(String mount, List<String> command) throws IOException {
        var all = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", mount, "sh"));
        all.addAll(command);
        var child = new ProcessBuilder(all)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var out = child.inputReader()) {
            return out.readAllLines();
        }
    }
}
