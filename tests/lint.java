///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Compiles lib, the scripts and the benchmarks with Error Prone and NullAway, and names what they find
//JAVA 25+
//SOURCES Project.java
//DEPS com.google.errorprone:error_prone_core:2.52.0
//DEPS com.uber.nullaway:nullaway:0.14.3
//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.main=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.model=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.parser=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.processing=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=jdk.compiler/com.sun.tools.javac.comp=ALL-UNNAMED

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** A compilation of its own, so that what users build carries no checks that a newer JDK might fail. */
class lint {

    /** Checks that do not fit scripts in the unnamed package, or find fault with what the project does on purpose. */
    private static final List<String> OFF = List.of(
            "ArrayRecordComponent",
            "AssignmentExpression",
            "DefaultPackage",
            "ExposedPrivateType",
            "IdentityHashMapUsage",
            "InlineFormatString",
            "InvalidInlineTag",
            "JavaTimeDefaultTimeZone",
            "MissingSummary",
            "NotJavadoc",
            "OperatorPrecedence",
            "ReferenceEquality",
            "StringSplitter");

    static void main(String... args) throws IOException, InterruptedException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var plugin = new StringBuilder("-Xplugin:ErrorProne -Xep:NullAway:ERROR -XepOpt:NullAway:AnnotatedPackages=rag"
                + " -XepOpt:NullAway:ExcludedFieldAnnotations=picocli.CommandLine.Mixin,picocli.CommandLine.Spec");
        OFF.forEach(check -> plugin.append(" -Xep:").append(check).append(":OFF"));
        var options = List.of(
                "-cp",
                libraries(),
                "-processorpath",
                System.getProperty("java.class.path"),
                "-proc:none",
                "-Xlint:all,-try",
                "-Xmaxwarns",
                "1000",
                "-Xmaxerrs",
                "1000",
                "-XDcompilePolicy=simple",
                "--should-stop=ifError=FLOW",
                "--should-stop=ifNoError=FLOW",
                plugin.toString());
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var product = Project.javaFiles().stream()
                    .filter(file -> !file.startsWith("tests"))
                    .toList();
            var units = files.getJavaFileObjectsFromPaths(product);
            var found = new AtomicInteger();
            boolean compiled = compiler.getTask(null, files, printer(found), options, null, units)
                    .call();
            IO.println("lint: " + found + " found in " + product.size() + " files");
            System.exit(compiled && found.get() == 0 ? 0 : 1);
        }
    }

    /** Prints and counts what is found. (With -Werror the checks would end at the first class with a finding.) */
    private static DiagnosticListener<JavaFileObject> printer(AtomicInteger count) {
        return diagnostic -> {
            if (diagnostic.getKind() == Diagnostic.Kind.NOTE) return;
            count.incrementAndGet();
            IO.println(diagnostic);
        };
    }

    /** What the tests see is what all scripts see; a benchmark may have libraries of its own. */
    private static String libraries() throws IOException, InterruptedException {
        var jars = Project.libraries(Path.of("tests/run.java"));
        for (var script : Project.scripts()) {
            boolean more = script.startsWith("bench")
                    && !Project.values(script, "DEPS").isEmpty();
            if (more) jars.addAll(Project.libraries(script));
        }
        // annotations that the driver of PostgreSQL carries and nobody needs but the compiler
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> jar.getFileName().toString().startsWith("checker-qual"))
                .forEach(jars::add);
        return jars.stream().map(Path::toString).collect(joining(File.pathSeparator));
    }
}
