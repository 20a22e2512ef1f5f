///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Runs the tests: all, or what JUnit's console options choose (-T process: only the fast ones)
//SOURCES ../*.java Project.java Quiet.java Report.java manifest.java ProjectTest.java
//SOURCES rag/**.java scripts/**.java
//SOURCES ../lib/*.java
//FILES META-INF/services/org.junit.platform.launcher.TestExecutionListener=report.service
//FILES META-INF/services/org.junit.platform.launcher.LauncherSessionListener=quiet.service
//DEPS org.junit.jupiter:junit-jupiter:6.1.3
//DEPS org.junit.platform:junit-platform-console:6.1.3
//DEPS com.tngtech.archunit:archunit:1.5.0
//DEPS org.wiremock:wiremock-standalone:3.13.2
//DEPS org.seleniumhq.selenium:selenium-chrome-driver:4.52.0
//DEPS com.google.guava:guava:33.7.2-jre
//DEPS com.deque.html.axe-core:selenium:4.11.1@fatjar
//DEPS io.opentelemetry.proto:opentelemetry-proto:1.11.0-alpha
//DEPS com.google.protobuf:protobuf-java-util:4.36.2
//DEPS com.google.code.gson:gson:2.14.0
//DEPS io.opentelemetry:opentelemetry-bom:1.67.0@pom
//JAVAC_OPTIONS -Xlint:all,-processing,-try,-classfile -Werror
//MAIN run

import java.io.File;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.console.ConsoleLauncher;

/**
 * Runs the tests. Options are those of JUnit's console launcher:
 *
 * <pre>
 *   ./jbang tests/run.java                           everything
 *   ./jbang tests/run.java -T process                the fast ones: no test that starts other processes
 *   ./jbang tests/run.java -c rag.store.LedgerTest   one class; -p a package, -m 'Class#method', -t a tag
 *   ./jbang tests/run.java --details=tree            JUnit's own account; --reports-dir=DIR writes XML
 * </pre>
 *
 * The last line is the count: {@code N passed, N failed, N skipped}. The exit code is JUnit's: 1 when a test failed, 2
 * when none was found.
 */
class run {

    static void main(String... args) {
        var options = new ArrayList<>(List.of("execute", "--disable-banner", "--fail-if-no-tests"));
        options.addAll(List.of(args));
        boolean detailed = Stream.of(args).anyMatch(arg -> arg.startsWith("--details") || arg.endsWith("-help"));
        if (!detailed) options.add("--details=none");
        if (Stream.of(args).noneMatch(arg -> arg.matches("-[ufdopcmri].*|--(select|scan|uid).*"))) {
            options.add("--scan-class-path=" + ownJar());
        }
        var out = new PrintWriter(System.out, true);
        var account = detailed ? out : new PrintWriter(Writer.nullWriter());
        var result = ConsoleLauncher.run(account, new PrintWriter(System.err, true), options.toArray(String[]::new));
        out.println(Report.totals());
        System.exit(result.getExitCode());
    }

    /** JBang puts the jar it built from these sources first on the class path; JUnit looks into no other. */
    private static String ownJar() {
        return System.getProperty("java.class.path").split(File.pathSeparator)[0];
    }
}
