package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Block;
import rag.model.Document;

class CodeLoaderTest {

    @TempDir
    Path folder;

    private Document load(String name, String text) throws Exception {
        return Loaders.standard().load(Files.writeString(folder.resolve(name), text));
    }

    private static List<String> names(Document document) {
        return document.blocks().stream().map(Block::name).toList();
    }

    @Test
    void cutsJavaAtTypesAndMembersWithTheirComments() throws Exception {
        String text = """
            package a;

            import java.util.List;

            /** Keeps what was done. */
            @Deprecated
            public final class Ledger<T> extends Base
                    implements AutoCloseable {

                private final String open = "{ not a brace";

                /** Writes it down. */
                public void put(String key,
                        List<String> values) {
                    if (key == null) { // {
                        throw new IllegalStateException("}");
                    }
                }

                int size() { return 0; }

                record Entry(int a) {
                    int twice() {
                        return 2 * a;
                    }
                }
            }

            enum Side {
                LEFT, RIGHT
            }
            """;
        var document = load("Ledger.java", text);
        assertEquals(
                List.of("", "Ledger", "Ledger.put", "Ledger.size", "Ledger.Entry", "Ledger.Entry.twice", "Side"),
                names(document));
        assertEquals("Ledger.java", document.title());
        assertEquals(text, document.text());
        var put = document.blocks().get(2);
        assertEquals(
                "    /** Writes it down. */",
                document.text(put).lines().findFirst().orElseThrow());
        assertEquals(
                12,
                text.substring(0, put.start()).chars().filter(c -> c == '\n').count() + 1);
    }

    @Test
    void cutsPythonByIndentation() throws Exception {
        String text = """
            import os

            LIMIT = 3

            @decorated
            def outer(a):
                def inner():
                    return a
                return inner

            class Box(Base):
                \"\"\"A box.

            def not_a_function():
                \"\"\"
                # puts it in
                async def put(self, x):
                    pass

                def get(self):
                    pass
            """;
        assertEquals(List.of("", "outer", "Box", "Box.put", "Box.get"), names(load("box.py", text)));
    }

    @Test
    void findsTheDeclarationsOfOtherLanguages() throws Exception {
        assertEquals(
                List.of("", "Server", "Serve", "Server.Close"),
                names(load(
                        "a.go",
                        "package a\n\n"
                                + "type Server struct {\n"
                                + "\tn int\n"
                                + "}\n\n"
                                + "func Serve(n int) error {\n"
                                + "\treturn nil\n"
                                + "}\n\n"
                                + "func (s *Server) Close() {\n"
                                + "}\n")));
        assertEquals(
                List.of("", "load", "App", "App.render"),
                names(load(
                        "a.ts",
                        "import x from 'y';\n\n"
                                + "export const load = async (a: string) => {\n"
                                + "  return `{${a}`;\n"
                                + "};\n\n"
                                + "export class App {\n"
                                + "  render() {\n"
                                + "    return 1;\n"
                                + "  }\n"
                                + "}\n")));
        assertEquals(
                List.of("Point", "Point", "Point.new", "Point", "Point.fmt", "main"),
                names(load(
                        "a.rs",
                        "pub struct Point<'a> {\n"
                                + "    x: &'a str,\n"
                                + "}\n\n"
                                + "impl Point {\n"
                                + "    pub fn new() -> Self {\n"
                                + "        Self {}\n"
                                + "    }\n"
                                + "}\n\n"
                                + "impl fmt::Display for Point {\n"
                                + "    fn fmt(&self) {\n"
                                + "    }\n"
                                + "}\n\n"
                                + "fn main() {}\n")));
        assertEquals(
                List.of("", "users", "by_name"),
                names(load(
                        "a.sql",
                        "-- schema\n\n"
                                + "CREATE TABLE IF NOT EXISTS users (\n"
                                + "  id int\n"
                                + ");\n\n"
                                + "create unique index by_name on users(id);\n")));
        assertEquals(
                List.of("llm", "retrieval"),
                names(load("a.yaml", "llm:\n  provider: none\nretrieval:\n  mode: hybrid\n")));
        assertEquals(
                List.of("package", "dependencies"),
                names(load("a.toml", "[package]\nname = 'x'\n\n[dependencies]\ny = 1\n")));
        assertEquals(
                List.of("", "build", "main"),
                names(load("a.sh", "set -e\n\nbuild() {\n  make\n}\n\nfunction main() {\n  build\n}\n")));
        assertEquals(
                List.of("a:hover", "@media print"),
                names(load("a.css", "a:hover {\n  color: red;\n}\n\n@media print {\n  p { color: black; }\n}\n")));
    }

    @Test
    void codeWithoutDeclarationsIsOneBlock() throws Exception {
        assertEquals(List.of(""), names(load("a.py", "print(1)\nprint(2)\n")));
    }
}
