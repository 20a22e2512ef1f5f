package rag;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which package may know which: dependencies go downwards, and a third party's types stay where they are used. */
class LayersTest {

    /** The steps of ingestion and search. What passes between them is in model. */
    private static final List<String> STAGES =
            List.of("load", "split", "transform", "embed", "rerank", "retrieve", "answer", "store");

    private static final JavaClasses CLASSES = classes();

    /** Other classes are known by name only: reading them too would cost far more than all rules. */
    private static JavaClasses classes() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        var own = LayersTest.class.getProtectionDomain().getCodeSource().getLocation();
        return new ClassFileImporter()
                .withImportOption(LayersTest::isOfTheProduct)
                .importUrl(own);
    }

    /** Whether a class has its source in lib or at the top: is not of the tests, which may know everything. */
    private static boolean isOfTheProduct(Location location) {
        var place = location.asURI().toString().replaceFirst("(\\$[^/]*)?\\.class$", ".java");
        int start = place.lastIndexOf("/rag/");
        return start >= 0
                ? Files.exists(Path.of("lib", place.substring(start)))
                : Files.exists(Path.of(place.substring(place.lastIndexOf('/') + 1)));
    }

    @Test
    void packagesDependDownwardsOnly() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .layer("uses")
                .definedBy(packages("cli", "mcp", "web", "eval"))
                .layer("engine")
                .definedBy(packages("engine"))
                .layer("stages")
                .definedBy(packages(STAGES.toArray(String[]::new)))
                .layer("base")
                .definedBy(packages("llm", "config", "trace", "text"))
                .layer("model")
                .definedBy(packages("model"))
                .whereLayer("uses")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("engine")
                .mayOnlyBeAccessedByLayers("uses")
                .whereLayer("stages")
                .mayOnlyBeAccessedByLayers("engine", "uses")
                .whereLayer("base")
                .mayOnlyBeAccessedByLayers("stages", "engine", "uses")
                .check(CLASSES);
    }

    @Test
    void stagesDoNotKnowEachOther() {
        for (var stage : STAGES) {
            var others = STAGES.stream().filter(other -> !other.equals(stage)).toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("rag." + stage + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages(others))
                    .allowEmptyShould(true)
                    .check(CLASSES);
        }
    }

    @Test
    void everyPackageHasItsPlace() {
        var known = Stream.concat(
                        STAGES.stream(),
                        Stream.of("cli", "mcp", "web", "eval", "engine", "llm", "config", "trace", "text", "model"))
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("rag..")
                .should()
                .resideOutsideOfPackages(packages(known))
                .check(CLASSES);
    }

    @ParameterizedTest(name = "{0} is used in {1} only")
    @CsvSource({
        "org.apache.lucene, store",
        "org.sqlite, store",
        "java.sql, store",
        "org.postgresql, store",
        "org.opensearch, store",
        "org.apache.hc, store",
        "org.apache.pdfbox, load",
        "org.apache.poi, load",
        "org.apache.xmlbeans, load",
        "com.rtfparserkit, load",
        "org.apache.commons.csv, load",
        "org.apache.james, load",
        "org.jsoup, load",
        "org.commonmark, load",
        "okhttp3, load llm",
        "crawlercommons, load",
        "org.eclipse.jgit, load",
        "com.openai, embed llm",
        "io.modelcontextprotocol, mcp",
        "reactor, mcp",
        "ai.onnxruntime, embed llm",
        "ai.djl, embed",
        "io.javalin, web",
        "jakarta.servlet, web",
        "org.eclipse.jetty, web",
        "io.pebbletemplates, web",
        "com.github.difflib, web",
        "com.fasterxml.jackson.databind.ObjectMapper, config",
    })
    void aThirdPartyStaysWhereItIsUsed(String library, String allowed) {
        noClasses()
                .that()
                .resideOutsideOfPackages(packages(allowed.split(" ")))
                .should()
                .dependOnClassesThat(isOf(library))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void picocliIsUsedByScriptsAndTheirOptionsOnly() {
        noClasses()
                .that()
                .resideInAPackage("rag..")
                .and()
                .resideOutsideOfPackage("rag.cli..")
                .should()
                .dependOnClassesThat(isOf("picocli"))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> isOf(String name) {
        return DescribedPredicate.describe(
                "are of " + name,
                type -> type.getName().equals(name) || type.getName().startsWith(name + "."));
    }

    private static String[] packages(String... names) {
        return Stream.of(names).map(name -> "rag." + name + "..").toArray(String[]::new);
    }
}
