package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rag.load.CodeOutlineTest.outline;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names with the line they stand on, in languages of scripts and servers. */
class ScriptOutlineTest {

    @Test
    void scriptsFindArrowsFieldsAndMethodsPastRegexesAndTemplates() {
        String common = """
            const pattern = /[{/]"/;
            export const load = async (a, { b }) => `${b ? `}` : "{"}`;
            module.exports.put = function (x) { return x / 2; };
            class Box extends Base {
              static #count = { a: 1 };
              get size() { if (this.a) { return 1; } }
              handle = (e) => {
                function local() {}
              };
              async *all() {}
            }
            describe('x', () => { function hidden() {} });
            export default function main() {}
            """;
        var expected = List.of(
                "load:2", "module.exports.put:3", "Box:4", "Box.size:6", "Box.handle:7", "Box.all:10", "main:13");
        assertEquals(expected, outline("javascript", common));
        var text = """
            export namespace Outer {
              interface Shape<T extends { a: string }> { area(): number; }
              export const pick = <T,>(o: T): { a: T } => ({ a: o })
            }
            @Component({ selector: 'app' })
            export abstract class App {
              private value?: Array<string>
              abstract missing(): void
              static of(a: string): { b: number } | null
              {
                return null
              }
            }
            """;
        assertEquals(
                List.of("Outer:1", "Outer.Shape:2", "Outer.pick:3", "App:6", "App.of:9"), outline("typescript", text));
    }

    @Test
    void shellFindsEveryWayToWriteAFunctionPastHeredocs() {
        var text = """
            build () {
              echo "${x:-"}"} {"   # don't {
            }
            function main {
              cat <<'EOF'
            fake() {
            EOF
            }
            next()
            {
              case $1 in
                a) echo '{' ;;
              esac
            }
            build
            if true; then
              inner() { :; }
            fi
            """;
        assertEquals(List.of("build:1", "main:4", "next:9", "inner:17"), outline("shell", text));
    }

    @Test
    void javaGoPhpAndSwiftFindMembersAndGroups() {
        var text = """
            @Mark({"a", "b"})
            public class Box<T extends Comparable<T>> {
                private final Runnable run = () -> { call(); };
                Box(int a) throws Odd {}
                public <U> Map<U, List<T>> all(@Mark({1}) int x) { new Object() { void hidden() {} }; }
                abstract int size();
            }
            """;
        assertEquals(List.of("Box:2", "Box.Box:4", "Box.all:5"), outline("java", text));
        var text2 = """
            type (
            	Server struct { n int }
            	Name string
            )
            func (s *Server[T]) Close(f func(int) error) (n int, err error) {
            	x := `{`
            }
            var v = func() {}
            """;
        assertEquals(List.of("Server:2", "Server.Close:5"), outline("go", text2));
        var text3 = """
            <?php
            final class Box extends Base {
                private $a = "{$x['}']}";
                #[Pure] public static function &put(array $a = []): ?int { $f = function () { }; }
                abstract function missing();
            }
            """;
        assertEquals(List.of("Box:2", "Box.put:4"), outline("php", text3));
        var text4 = """
            extension Box where T: Equatable {
                public required init?(a: Int) { }
                @discardableResult func put<T>(_ x: T) -> Int { return 1 }
                var size: Int { return 1 }
            }
            """;
        assertEquals(List.of("Box:1", "Box.init:2", "Box.put:3"), outline("swift", text4));
    }

    @Test
    void aKeyOfDataMayBeAnyWord() {
        assertEquals(
                List.of("import:1", "package:3", "if:4"), outline("yaml", "import: a\n  with: b\npackage: c\nif: d\n"));
    }

    @Test
    void aCommentBeginsOnlyWhereTheLanguageHasIt() {
        assertEquals(
                List.of("on:1", "jobs:5", "notes:7"),
                outline("yaml", "on:\n  push:\n    paths:\n      - src/**\njobs:\n  a: \"\"\" x\nnotes: it's\n"));
        assertEquals(List.of("a:1", "b:3"), outline("toml", "[a]\nfiles = 'src/**'\n[b]\nx = 1\n"));
        assertEquals(List.of("a:1", "b:4"), outline("toml", "[a]\nt = \'\'\'\n[no]\'\'\'\n[b]\nx = 1\n"));
        assertEquals(
                List.of("a:1", "b:2", "c:4", "d:5"),
                outline(
                        "css",
                        "a { background: url(http://x/y.png); }\n"
                                + "b { src: url(//x/y.png) } /* { \n"
                                + "*/\n"
                                + "c { } // don't {\n"
                                + "d {}\n"));
        assertEquals(
                List.of("a:2", "b:4"),
                outline("sql", "-- see src/**\nCREATE TABLE a (x int);\n-- don't\nCREATE TABLE b (x int);\n"));
        assertEquals(
                List.of("a:1", "b:3"),
                outline("python", "def a():\n    return glob('x') // 2, 'src/**'\ndef b(): pass\n"));
    }

    @Test
    void anItemOfAListInYamlIsKnownByItsNameAndOneUnderAKeyBelongsToIt() {
        assertEquals(
                List.of("Set up: web servers:1", "hosts: db:4", "roles::6"),
                outline(
                        "yaml",
                        "- name: \"Set up: web servers\" # first\n"
                                + "  hosts: web\n\n"
                                + "- hosts: db\n"
                                + "  name: x\n"
                                + "- roles:\n"
                                + "  - name: y\n"
                                + "- plain\n"));
        assertEquals(List.of("steps:1", "end:4"), outline("yaml", "steps:\n- name: one\n- name: two\nend: now\n"));
    }
}
