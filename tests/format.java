///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Formats our Java files (Palantir's style); with --check only names those that need it
//JAVA 25+
//SOURCES Project.java
//DEPS com.palantir.javaformat:palantir-java-format:2.103.0
//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.parser=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files may be named; otherwise all are looked at. Exit code 1: something needs formatting (--check), or is no Java. */
class format {

    private static final Formatter FORMATTER = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(Style.PALANTIR).build());

    static void main(String... args) throws IOException {
        boolean check = List.of(args).contains("--check");
        var named = Stream.of(args)
                .filter(arg -> !arg.startsWith("--"))
                .map(Path::of)
                .toList();
        boolean clean = true;
        for (var file : named.isEmpty() ? Project.javaFiles() : named) {
            try {
                var source = Project.read(file);
                var formatted = formatted(source);
                if (formatted.equals(source)) continue;
                IO.println((check ? "needs ./jbang tests/format.java: " : "formatted: ") + file);
                if (check) clean = false;
                else Files.writeString(file, formatted);
            } catch (FormatterException e) {
                IO.println(file + ": " + e.getMessage());
                clean = false;
            }
        }
        System.exit(clean ? 0 : 1);
    }

    /** Leaves the lines before the code alone: the formatter would turn //DEPS into // DEPS. */
    private static String formatted(String source) throws FormatterException {
        int code = 0;
        while (code < source.length()) {
            int next = source.indexOf('\n', code) + 1;
            var line = source.substring(code, next == 0 ? source.length() : next);
            if (!line.startsWith("//") && !line.isBlank()) break;
            code += line.length();
        }
        if (code == source.length()) return source;
        return source.substring(0, code) + FORMATTER.formatSourceAndFixImports(source.substring(code));
    }
}
