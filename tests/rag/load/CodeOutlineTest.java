package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names with the line they stand on. */
class CodeOutlineTest {

    private static List<String> outline(String language, String text) {
        return CodeLoader.byShape(language, text).stream()
                .map(found -> found.path() + ":" + (1 + text.substring(0, found.head()).lines().count()))
                .toList();
    }

    @Test
    void cppLooksThroughNamespacesLinkageTemplatesAndInitialisers() {
        assertEquals(
                List.of("a::b:2", "a::b.Box:7", "a::b.Box.Box:10", "a::b.Box.~Box:11", "a::b.Box.operator==:12",
                        "a::b.Box.size:13", "a::b.free_one:23", "c_call:31", "Box::put:37"),
                outline("cpp", """
                    #define OPEN {
                    namespace a::b {
                    namespace {
                    int prototype(int x);
                    const char* raw = R"x(} } ")x";
                    template <typename T = Map<int, int>>
                    class EXPORT_API Box final : public Base<T>,
                                                 private Other {
                     public:
                      explicit Box(int a) : a_{a}, b_(f{}) {}
                      ~Box() override { int big = 1'000'000; }
                      bool operator==(const Box& other) const { return '{' == 'x'; }
                      int size() const noexcept
                      {
                    #ifdef A
                        if (a) {
                    #else
                        if (b) {
                    #endif
                        }
                        return 1; }
                      int values[2] = {1, 2}; };
                    static auto free_one(int a) -> int { auto f = [](int x) { return x; }; return f(a); }
                    FOO(bar)
                    }
                    }
                    """+ "extern \"C\" {\nint x = 0;\nvoid call(void);\n/* { */\nvoid c_call(void)\n{\n}\n}\ntemplate <class T>\nvoid\nBox::put(T t) & {\n}\n"));
    }

    @Test
    void cFindsOldHeadsAndTypedefsAndNoPrototypesOrCalls() {
        assertEquals(
                List.of("point:1", "colour:5", "add:11", "find:19"),
                outline("c", """
                    typedef struct {
                        int x;
                        struct { int a; } inner;
                    } point;
                    enum colour { RED, GREEN };
                    MODULE_LICENSE("GPL");
                    int add(int a, int b);
                    static struct ops table = { .add = add };
                    DEFINE_LIST(list)
                    int
                    add(a, b)
                        int a;
                        int *b;
                    {
                        if (a) { return '{'; }
                        return a + *b;
                    }

                    struct point *find(const char *name)
                    {
                        return NULL;
                    }
                    """));
    }

    @Test
    void csharpFindsMembersPastPropertiesAndVerbatimStrings() {
        assertEquals(
                List.of("App.Core:1", "App.Core.Box:3", "App.Core.Box.Box:7", "App.Core.Box.Twice:8",
                        "App.Core.Box.All:9", "App.Core.Box.operator +:14"),
                outline("csharp", """
                    namespace App.Core
                    {
                        public sealed class Box<T> : IBox where T : new()
                        {
                            public int Size { get; set; } = 3;
                            private string path = @"c:\\{";
                            public Box(int size) : base(size) { }
                            public int Twice(int a) => a * 2;
                            public async Task<List<T>> All<U>(
                                U first) where U : class
                            {
                                if (first == null) { return null; }
                            }
                            public static Box<T> operator +(Box<T> a, Box<T> b) => a;
                        }
                    }
                    """));
    }

    @Test
    void rustFindsImplsOverLinesPastRawStringsAndLifetimes() {
        assertEquals(
                List.of("Point:2", "Point:4", "Point.new:7", "call:11", "say:13", "tests:15", "tests.works:17"),
                outline("rust", """
                    #[derive(Debug)]
                    pub struct Point<'a> { x: &'a str }

                    impl<'a, T> From<T> for Point<'a>
                    where T: Into<&'a str>,
                    {
                        pub(crate) fn new(t: T) -> Self { let s = r#"{ " "#; let c = '{'; inner!{} }
                        const N: usize = 3;
                    }
                    /* nested /* { */ { */
                    pub(crate) unsafe extern "C" fn call<F: Fn(i32) -> i32>(f: F) {}

                    macro_rules! say { () => { fn hidden() {} } }
                    #[cfg(test)]
                    mod tests {
                        #[test]
                        fn works() { fn local() {} }
                    }
                    """));
    }

    @Test
    void kotlinFindsCompanionsExtensionsAndShortBodies() {
        assertEquals(
                List.of("Box:1", "Box.companion:5", "Box.companion.of:6", "Box.twice:8", "Box.constructor:11", "second:14"),
                outline("kotlin", """
                    internal class Box<T : Any>(
                        private val a: Int,
                    ) : Base(a), Other {
                        val text = "${if (a > 1) "{" else "}"}"
                        companion object {
                            fun of() = Box(1)
                        }
                        override suspend fun twice(n: Int): Int =
                            listOf(n).map { it * 2 }
                                .sum()
                        constructor() : this(1) { println() }
                        val lazy by lazy { 3 }
                    }
                    fun <T> List<T>.second(): T { fun local() = 1; return this[1] }
                    """));
    }

    @Test
    void scalaFindsMembersWithAndWithoutBraces() {
        assertEquals(
                List.of("Old:1", "Old.put:3", "Old.twice:4", "New:8", "New.size:9", "New.Inner:12", "New.Inner.deep:13", "last:15"),
                outline("scala", """
                    final case class Old(a: Int)
                        extends Base with Other {
                      def put(x: Int) { def local = 1 }
                      private[old] def twice[A](x: A)(implicit y: Int): Int =
                        x match { case _ => 1 }
                      def missing: Int
                    }
                    object New extends App:
                      def size =
                        def local = 3
                        local
                      trait Inner:
                        def deep: Int = 1

                    def last(): Int = 1
                    """));
    }

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
        var expected = List.of("load:2", "module.exports.put:3", "Box:4", "Box.size:6", "Box.handle:7", "Box.all:10", "main:13");
        assertEquals(expected, outline("javascript", common));
        assertEquals(
                List.of("Outer:1", "Outer.Shape:2", "Outer.pick:3", "App:6", "App.of:9"),
                outline("typescript", """
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
                    """));
    }

    @Test
    void shellFindsEveryWayToWriteAFunctionPastHeredocs() {
        assertEquals(
                List.of("build:1", "main:4", "next:9", "inner:17"),
                outline("shell", """
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
                    """));
    }

    @Test
    void javaGoPhpAndSwiftFindMembersAndGroups() {
        assertEquals(
                List.of("Box:2", "Box.Box:4", "Box.all:5"),
                outline("java", """
                    @Mark({"a", "b"})
                    public class Box<T extends Comparable<T>> {
                        private final Runnable run = () -> { call(); };
                        Box(int a) throws Odd {}
                        public <U> Map<U, List<T>> all(@Mark({1}) int x) { new Object() { void hidden() {} }; }
                        abstract int size();
                    }
                    """));
        assertEquals(
                List.of("Server:2", "Server.Close:5"),
                outline("go", """
                    type (
                    	Server struct { n int }
                    	Name string
                    )
                    func (s *Server[T]) Close(f func(int) error) (n int, err error) {
                    	x := `{`
                    }
                    var v = func() {}
                    """));
        assertEquals(
                List.of("Box:2", "Box.put:4"),
                outline("php", """
                    <?php
                    final class Box extends Base {
                        private $a = "{$x['}']}";
                        #[Pure] public static function &put(array $a = []): ?int { $f = function () { }; }
                        abstract function missing();
                    }
                    """));
        assertEquals(
                List.of("Box:1", "Box.init:2", "Box.put:3"),
                outline("swift", """
                    extension Box where T: Equatable {
                        public required init?(a: Int) { }
                        @discardableResult func put<T>(_ x: T) -> Int { return 1 }
                        var size: Int { return 1 }
                    }
                    """));
    }

    @Test
    void anUnclosedBraceCostsItsFunctionAndNoMore() {
        assertEquals(
                List.of("A:1", "A.one:2", "A.two:5", "B:9", "B.three:10"),
                outline("java", """
                    class A {
                        void one() {
                            if (x) {
                        }
                        void two() {
                        }
                    }

                    class B {
                        void three() {}
                    }
                    """));
    }

    @Test
    void bothSidesOfAMergeConflictAreRead() {
        assertEquals(
                List.of("A:1", "A.one:3", "A.one:6", "A.two:11"),
                outline("java", """
                    class A {
                    <<<<<<< HEAD
                        void one() {
                            int a;
                    =======
                        void one(int b) {
                            int b;
                    >>>>>>> topic
                            call();
                        }
                        void two() {}
                    }
                    """));
    }

    @Test
    void packedLinesAndBytesGiveNoNamesAndTakeNoTime() {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertEquals(List.of("after:2"), outline("javascript", "function a(){b()};".repeat(50_000) + "\nfunction after() {}\n"));
            assertEquals(List.of(), outline("java", "\0\1{(\"'\u00ff".repeat(50_000)));
            for (String odd : List.of("\"", "'", "`${", "/*", "<", "(", "a::", "a ", "{", "<<E\n", "R\"(", "\"\"\"", "\\\"", "x<a ", "/[", "#if\n", "a()")) {
                for (String language : CodeShapes.BY_LANGUAGE.keySet())
                    outline(language, odd.repeat(60_000 / odd.length()));
            }
        });
    }
}
