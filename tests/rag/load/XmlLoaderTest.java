package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of XML must not be lost: lines of programs, attributes. */
class XmlLoaderTest {

    @TempDir
    Path folder;

    private String read(String xml) throws Exception {
        return Blocks.of(Loaders.standard().load(Files.writeString(folder.resolve("a.xml"), xml)));
    }

    @Test
    void aProgramKeepsItsLines() throws Exception {
        assertEquals("""
            HEADING1: Loops
            PARAGRAPH: Prose that is wrapped.
            CODE: programlisting (language=python): / for x in y: /     print(x) /  / done()\
            """, read("""
                <section><title>Loops</title>
                  <para>Prose that
                    is wrapped.</para>
                  <programlisting language="python"><![CDATA[
                for x in y:
                    print(x)

                done()
                ]]></programlisting>
                </section>\
                """));
        assertEquals("""
            PARAGRAPH: mapper (namespace=users)
            CODE: select (id=byName): / SELECT id, name / FROM users / WHERE name = #{name} /   AND active\
            """, read("""
                <mapper namespace="users">
                  <select id="byName">
                    SELECT id, name
                    FROM users
                    WHERE name = #{name}
                    <if test="active">  AND active</if>
                  </select>
                </mapper>\
                """));
    }

    @Test
    void linesOfAProgramAmongDataStandUnderTheirName() throws Exception {
        assertEquals(
                "CODE: job /   name: nightly /   script: /     cd work /     make all",
                read("<job><name>nightly</name><script>\n  cd work\n  make all\n</script></job>"));
    }

    @Test
    void attributesOfALargePartAreSaidUnderItsTitle() throws Exception {
        String prose = "<para>" + "many words ".repeat(90).strip() + "</para>";
        String shown = "PARAGRAPH: " + "many words ".repeat(90).strip();
        assertEquals(
                "PARAGRAPH: rules (release=7)\nHEADING2: Seals\nPARAGRAPH: rule (id=R-12, severity=high)\n" + shown
                        + "\nHEADING1: rule (id=R-13)\n" + shown,
                read("<rules release='7' xmlns='urn:x'><rule id='R-12' severity='high'><title>Seals</title>" + prose
                        + "</rule><rule id='R-13'>" + prose + "</rule></rules>"));
        assertEquals(
                "HEADING1: Pumps\nPARAGRAPH: book (xml:lang=en, edition=2)\n" + shown,
                read("<book xml:lang='en' edition='2'><title>Pumps</title>" + prose + "</book>"));
        assertEquals("HEADING1: Pumps\n" + shown, read("<book xml:lang='en'><title>Pumps</title>" + prose + "</book>"));
    }
}
