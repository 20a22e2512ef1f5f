package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names with the line they stand on. */
class CodeOutlineTest {

    static List<String> outline(String language, String text) {
        return CodeLoader.byShape(language, text).stream()
                .map(found -> found.path() + ":"
                        + (1 + text.substring(0, found.head()).lines().count()))
                .toList();
    }

    @Test
    void cppLooksThroughNamespacesLinkageTemplatesAndInitialisers() {
        var text = """
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
            extern "C" {
            int x = 0;
            void call(void);
            /* { */
            void c_call(void)
            {
            }
            }
            template <class T>
            void
            Box::put(T t) & {
            }
            """;
        assertEquals(
                List.of(
                        "a::b:2",
                        "a::b.Box:7",
                        "a::b.Box.Box:10",
                        "a::b.Box.~Box:11",
                        "a::b.Box.operator==:12",
                        "a::b.Box.size:13",
                        "a::b.free_one:23",
                        "c_call:31",
                        "Box::put:37"),
                outline("cpp", text));
    }

    @Test
    void cFindsOldHeadsAndTypedefsAndNoPrototypesOrCalls() {
        var text = """
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
            """;
        assertEquals(List.of("point:1", "colour:5", "add:11", "find:19"), outline("c", text));
    }

    @Test
    void csharpFindsMembersPastPropertiesAndVerbatimStrings() {
        var text = """
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
            """;
        assertEquals(
                List.of(
                        "App.Core:1",
                        "App.Core.Box:3",
                        "App.Core.Box.Box:7",
                        "App.Core.Box.Twice:8",
                        "App.Core.Box.All:9",
                        "App.Core.Box.operator +:14"),
                outline("csharp", text));
    }

    @Test
    void rustFindsImplsOverLinesPastRawStringsAndLifetimes() {
        var text = """
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
            """;
        assertEquals(
                List.of("Point:2", "Point:4", "Point.new:7", "call:11", "say:13", "tests:15", "tests.works:17"),
                outline("rust", text));
    }

    @Test
    void kotlinFindsCompanionsExtensionsAndShortBodies() {
        var text = """
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
            """;
        assertEquals(
                List.of(
                        "Box:1",
                        "Box.companion:5",
                        "Box.companion.of:6",
                        "Box.twice:8",
                        "Box.constructor:11",
                        "second:14"),
                outline("kotlin", text));
    }

    @Test
    void scalaFindsMembersWithAndWithoutBraces() {
        var text = """
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
            """;
        assertEquals(
                List.of(
                        "Old:1",
                        "Old.put:3",
                        "Old.twice:4",
                        "New:8",
                        "New.size:9",
                        "New.Inner:12",
                        "New.Inner.deep:13",
                        "last:15"),
                outline("scala", text));
    }
}
