package rag;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URL;
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

    /** Of other classes the names are enough: without reading them this takes a tenth of the time. */
    private static JavaClasses classes() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .importUrl(own())
                .that(DescribedPredicate.describe("are of the product", LayersTest::isOfTheProduct));
    }

    /** The jar, or folder, with our own classes. */
    private static URL own() {
        return LayersTest.class.getProtectionDomain().getCodeSource().getLocation();
    }

    /** Whether a class has its source in lib or at the top, not in tests. */
    private static boolean isOfTheProduct(JavaClass type) {
        var source = type.getSource().flatMap(Source::getFileName).orElse("none");
        var name = type.getPackageName();
        return Files.exists(Path.of(name.isEmpty() ? "" : "lib/" + name.replace('.', '/'), source));
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
        "org.apache.pdfbox, load",
        "org.apache.poi, load",
        "org.apache.xmlbeans, load",
        "org.jsoup, load",
        "org.commonmark, load",
        "com.openai, embed llm",
        "ai.onnxruntime, embed llm",
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
