package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import rag.model.Domain;
import rag.model.Failure;
import rag.model.Field;
import rag.model.FieldType;

class DomainsTest extends WithSettingsFile {

    private static final String PARTS = """
        name: parts
        description: Finds parts.
        collection: spare_parts
        fields:
          number: {required: true, filter: true, description: "Part number"}
          price: {type: number}
          since: {type: date}
          kinds: {type: list, values: [bolt, nut]}
        """;

    private Domains load(String settings) throws Exception {
        return Domains.load(SettingsLoader.load(write(settings), NONE, NONE));
    }

    private Domains own(String... namesAndTexts) throws Exception {
        var profiles = Files.createDirectories(folder.resolve("profiles"));
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            Files.writeString(profiles.resolve(namesAndTexts[i]), namesAndTexts[i + 1]);
        }
        return load("domains: {folder: " + profiles + "}");
    }

    private List<String> mistakes(String... namesAndTexts) {
        var failure = assertThrows(Failure.class, () -> own(namesAndTexts));
        var lines = failure.getMessage()
                .replace(folder.resolve("profiles") + "/", "")
                .split("\n");
        assertTrue(lines[0].matches("[0-9]+ mistakes? in the domain profiles:"), lines[0]);
        return Arrays.asList(lines).subList(1, lines.length);
    }

    @Test
    void everyProfileOfTheFolderIsBuiltInAndNoOther() throws Exception {
        try (var files = Files.list(Path.of("config/domains"))) {
            var names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml"))
                    .map(name -> name.replace(".yaml", ""))
                    .sorted()
                    .toList();
            assertEquals(
                    names,
                    load("").all().stream()
                            .map(domain -> domain.name())
                            .sorted()
                            .toList());
        }
    }

    @Test
    void theAdmissionsProfileIsWhatTheToolsUsersKnow() throws Exception {
        var domain = load("").named("admissions");
        assertEquals("search_admissions_knowledge", domain.tool());
        assertEquals("admissions_knowledge", domain.collection());
        assertEquals("study_abroad_admissions", domain.forced().get("business_domain"));
        assertEquals(
                List.of(
                        "country",
                        "source_type",
                        "institution",
                        "program",
                        "degree_level",
                        "intake",
                        "application_round"),
                domain.filters().stream().map(Field::name).toList());
        assertEquals(
                List.of("title", "country", "source_type"),
                domain.fields().values().stream()
                        .filter(Field::required)
                        .map(Field::name)
                        .toList());
        assertEquals(
                Stream.of("title country source_type institution program degree_level intake application_round"
                                + " published_at valid_from valid_until language tags access_scope")
                        .flatMap(names -> Stream.of(names.split(" ")))
                        .toList(),
                List.copyOf(domain.fields().keySet()));
        assertEquals(FieldType.DATE, domain.fields().get("valid_until").type());
        assertEquals(FieldType.LIST, domain.fields().get("tags").type());
    }

    @Test
    void aProfileOfOnesOwnStandsBesideThoseThatAreBuiltIn() throws Exception {
        var domains = own("parts.yaml", PARTS);
        assertEquals("search_parts", domains.named("parts").tool());
        assertEquals("parts", domains.of("spare_parts").orElseThrow().title());
        assertEquals(
                "admissions", domains.of("admissions_knowledge").orElseThrow().name());
        assertTrue(domains.of("knowledge_hub").isEmpty());
    }

    @Test
    void oneWithTheNameOfABuiltInOneReplacesIt() throws Exception {
        var domains = own("mine.yaml", PARTS.replace("name: parts", "name: admissions"));
        assertEquals("spare_parts", domains.named("admissions").collection());
        assertTrue(domains.of("admissions_knowledge").isEmpty());
    }

    @Test
    void onlyTheProfilesThatAreEnabledAreInUse() throws Exception {
        var domains = load("domains: {enabled: [service_manuals]}");
        assertEquals(
                List.of("service_manuals"),
                domains.all().stream().map(d -> d.name()).toList());
        var failure = assertThrows(Failure.class, () -> domains.named("admissions"));
        assertTrue(failure.getMessage().contains("known are service_manuals"), failure.getMessage());
        var unknown = assertThrows(Failure.class, () -> load("domains: {enabled: [nothing]}"));
        assertTrue(unknown.getMessage().contains("domains.enabled names nothing, which is no profile"));
    }

    @Test
    void allMistakesOfAllProfilesAreToldWithTheirLines() {
        assertEquals(
                List.of(
                        "a.yaml:3: unknown key colection; did you mean collection?",
                        "a.yaml:1: collection is missing",
                        "a.yaml:5: fields.Size must be lower case letters, digits and _",
                        "a.yaml:5: fields.Size.type must be one of text, number, date, list",
                        "a.yaml:6: unknown key fields.price.requird; did you mean required?",
                        "a.yaml:6: fields.price.values are for texts and lists",
                        "a.yaml:7: fields.since.filter must be true or false",
                        "a.yaml:8: forced.since is a field too; it can't be both",
                        "a.yaml:9: in_order names price, which is of type number, not date",
                        "a.yaml:10: validity.from names price, which is of type number, not date",
                        "a.yaml:10: validity.until names untl, which is no field; known are Size, price, since",
                        "a.yaml:11: versions.newest is missing",
                        "b.yaml:1: not valid YAML: expected ',' or ']', but got <stream end>"),
                mistakes(
                        "a.yaml", """
                        name: a
                        description: x
                        colection: y
                        fields:
                          Size: {type: length}
                          price: {type: number, requird: true, values: [1]}
                          since: {type: date, filter: maybe}
                        forced: {since: "2020-01-01"}
                        in_order: [since, price]
                        validity: {from: price, until: untl}
                        versions: {of: [price]}
                        """,
                        "b.yaml", "name: [b"));
    }

    @Test
    void validityNamesOneDayOrBoth() throws Exception {
        assertEquals(
                new Domain.Validity("valid_from", "valid_until"),
                load("").named("admissions").validity());
        assertEquals(
                new Domain.Validity("since", ""),
                own("parts.yaml", PARTS + "validity: {from: since}\n")
                        .named("parts")
                        .validity());
        assertEquals(
                List.of("parts.yaml:9: validity must name the field of a day: from, until or both"),
                mistakes("parts.yaml", PARTS + "validity: {}\n"));
    }

    @Test
    void aPathRuleMustBeAPatternWithGroupsOfItsFields() throws Exception {
        var head = "name: a\ndescription: x\ncollection: y\nfields: {made_by: {}, part: {type: number}}\n"
                + "versions: {of: [made_by], newest: part, path: '";
        assertEquals(
                "y",
                own("a.yaml", head + "(?<madeby>.+)/(?<part>[0-9]+)'}")
                        .named("a")
                        .collection());
        assertEquals(
                List.of("a.yaml:5: versions.path has a group part2; did you mean part?"),
                mistakes("a.yaml", head + "(?<part2>.+)'}"));
        assertEquals(
                List.of("a.yaml:5: versions.path must have groups such as (?<part>[0-9]+)"),
                mistakes("a.yaml", head + "[0-9]'}"));
        assertEquals(
                List.of("a.yaml:5: versions.path is no pattern: Unclosed group"),
                mistakes("a.yaml", head + "(?<part>[0-9]+'}"));
    }

    @Test
    void twoProfilesMustNotShareToolOrCollection() {
        assertEquals(
                List.of(
                        "parts and twin both call their tool search_parts",
                        "parts and twin both have the collection spare_parts"),
                mistakes(
                        "parts.yaml",
                        PARTS,
                        "twin.yaml",
                        PARTS.replace("name: parts", "name: twin\ntool: search_parts")));
    }

    @Test
    void aFolderThatIsNotThereIsAMistake() {
        var failure = assertThrows(Failure.class, () -> load("domains: {folder: " + folder.resolve("none") + "}"));
        assertTrue(failure.getMessage().contains("domains.folder can't be read"), failure.getMessage());
    }

    @Test
    void whatMustBeThereIsNotEmpty() {
        assertEquals(
                List.of(
                        "parts.yaml:1: name is empty",
                        "parts.yaml:2: description is empty",
                        "parts.yaml:3: collection is empty",
                        "parts.yaml:4: fields is empty",
                        "parts.yaml:5: forced.kind is empty"),
                mistakes("parts.yaml", """
                    name:
                    description: ""
                    collection:
                    fields:
                    forced: {kind: }
                    """));
    }

    @Test
    void aToolWithoutANameHasTheUsualOne() throws Exception {
        assertEquals(
                "search_parts",
                own("parts.yaml", PARTS + "tool:\n").named("parts").tool());
    }

    @Test
    void aCollectionIsHeldAgainstTheRuleForNames() {
        var said = mistakes("parts.yaml", PARTS.replace("spare_parts", "spare/parts"));
        assertEquals(1, said.size(), "" + said);
        assertTrue(
                said.getFirst().startsWith("parts.yaml:3: collection: 'spare/parts' can't name a collection"),
                "" + said);
    }

    @Test
    void bothUsualEndingsOfAFileAreRead() throws Exception {
        assertEquals("parts", own("Parts.YML", PARTS).named("parts").name());
        assertEquals(
                List.of(folder.resolve("profiles") + "/parts.yaml:1: another file has the name parts too"),
                mistakes("parts.yaml", PARTS).stream()
                        .map(line -> folder.resolve("profiles") + "/" + line)
                        .toList());
    }
}
