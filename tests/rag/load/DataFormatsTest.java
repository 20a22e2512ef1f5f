package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Document;

/** CSV, JSON, XML, notebooks and mails. */
class DataFormatsTest {

    @TempDir
    Path folder;

    private Document load(String name, String text) throws Exception {
        return Loaders.standard().load(Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8));
    }

    private String read(String name, String text) throws Exception {
        return Blocks.of(load(name, text));
    }

    @Test
    void theSeparatorIsFoundOut() throws Exception {
        String table = "TABLE: | Name | Price | / | --- | --- | / | Pump, large | 1,5 | / | Seal | 2 |";
        assertEquals(table, read("a.csv", "Name;Price\nPump, large;1,5\nSeal;2\n"));
        assertEquals(table, read("b.csv", "Name,Price\r\n\"Pump, large\",\"1,5\"\r\nSeal,2\r\n"));
        assertEquals(table, read("c.tsv", "Name\tPrice\nPump, large\t1,5\nSeal\t2\n"));
    }

    @Test
    void aTitleAboveTheHeadIsATitleAndARowThatDoesNotFitStaysAsWritten() throws Exception {
        assertEquals("""
            PARAGRAPH: Stock of May
            TABLE: | Part | Count | / | --- | --- | / | a | 1 |
            PARAGRAPH: b,2,too much
            TABLE: | Part | Count | / | --- | --- | / | c | 3 |\
            """, read("a.csv", "Stock of May,,\n" + "Part,Count,\n" + "a,1\n" + "b,2,too much\n" + "c,3\n"));
    }

    @Test
    void jsonKeepsNumbersAsWrittenAndLettersReadable() throws Exception {
        assertEquals(
                """
                CODE: price: 1.10
                CODE: town: Zürich
                CODE: tags: ["a", "b"]\
                """, read("a.json", "{\"price\": 1.10, \"town\": \"Z\\u00fcrich\", \"tags\":" + " [\"a\", \"b\"]}"));
    }

    @Test
    void aLargeJsonValueIsOpenedUnderItsPath() throws Exception {
        String prose = "many words ".repeat(60).strip();
        assertEquals(
                "HEADING1: paths\nHEADING2: /users\nPARAGRAPH: get: %s\nPARAGRAPH: put: %s".formatted(prose, prose),
                read(
                        "a.json",
                        "{\"paths\": {\"/users\": {\"get\": \"%s\", \"put\": \"%s\"}}}".formatted(prose, prose)));
    }

    @Test
    void everyLineOfJsonLinesIsABlockAndBrokenJsonIsText() throws Exception {
        String records =
                "{\"question\": \"Why?\", \"answer\": \"So.\"}%s{\"question\": \"When?\", \"answer\": \"Now.\"}";
        String shown = "CODE: {\"question\": \"Why?\", \"answer\": \"So.\"}\n"
                + "CODE: {\"question\": \"When?\", \"answer\": \"Now.\"}";
        assertEquals(shown, read("a.jsonl", records.formatted("\n")));
        assertEquals("CODE: 1, 2", read("n.jsonl", "1\n2\n"));
        assertEquals("CODE: question: Why?", read("one.jsonl", "{\"question\": \"Why?\"}\n"));
        var broken = load("b.json", "{\"id\": 1");
        assertEquals("CODE: {\"id\": 1", Blocks.of(broken));
        assertTrue(
                broken.problems().getFirst().startsWith("not well-formed JSON"),
                broken.problems().toString());
    }

    @Test
    void xmlIsProseUnderTitlesOrLinesOfNamesAndValues() throws Exception {
        assertEquals(
                """
                HEADING1: Pumps
                PARAGRAPH: Of all pumps the last.
                CODE: part (no=7) /   name: Seal /   price: 3\
                """,
                read(
                        "a.xml",
                        "<?xml version=\"1.0\"?><!DOCTYPE book [<!ENTITY a"
                            + " \"aaaa\">]><book><title>Pumps</title><para>Of <b>all</b> pumps the last.</para><part"
                            + " no=\"7\"><name>Seal</name><price>3</price></part></book>"));
    }

    @Test
    void aNotebookIsItsCellsWithTheirOutputs() throws Exception {
        String notebook = """
            {"nbformat": 4, "metadata": {"language_info": {"name": "python"}}, "cells": [
             {"cell_type": "markdown", "source": ["# Runs\\n", "With **two** cells."]},
             {"cell_type": "code", "source": "print(2**3)", "outputs": [
               {"output_type": "stream", "name": "stdout", "text": ["8\\n"]},
               {"output_type": "execute_result", "data": {"text/html": "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>", "text/plain": "a b"}},
               {"output_type": "display_data", "data": {"image/png": "%s", "text/plain": "<Figure>"}}]}]}\
            """;
        var image = java.util.Base64.getEncoder().encodeToString(Pictures.png(""));
        var document = load("a.ipynb", notebook.formatted(image));
        assertEquals("""
            HEADING1: Runs
            PARAGRAPH: With two cells.
            CODE: ```python / print(2**3) / ```
            CODE: ```text / 8 / ```
            TABLE: | a | b | / | --- | --- | / | 1 | 2 |
            IMAGE:%s\
            """.formatted(" " + document.images().getFirst().mark()), Blocks.of(document));
    }

    @Test
    void aMailHasItsHeadItsPlainestBodyAndItsAttachmentsNames() throws Exception {
        var document = load("a.eml", """
            From: =?utf-8?q?J=C3=B6rg?= <joerg@example.org>
            To: ada@example.org
            Subject: =?utf-8?b?UMO8bXBl?=
            Date: Fri, 16 Dec 2022 17:04:16 -0500
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary="B"

            --B
            Content-Type: multipart/alternative; boundary="C"

            --C
            Content-Type: text/plain; charset=iso-8859-1
            Content-Transfer-Encoding: quoted-printable

            Gr=FC=DFe

            > what you wrote
            --C
            Content-Type: text/html; charset=utf-8

            <p>HTML body</p>
            --C--
            --B
            Content-Type: message/rfc822

            From: old@example.org
            Subject: Earlier

            Inner words
            --B
            Content-Type: application/pdf; name="plan.pdf"
            Content-Disposition: attachment; filename="plan.pdf"
            Content-Transfer-Encoding: base64

            AAAA
            --B--
            """);
        assertEquals("""
            HEADING1: Pümpe
            PARAGRAPH: From: Jörg <joerg@example.org> / To: ada@example.org / Date: 2022-12-16T22:04:16Z
            PARAGRAPH: Grüße
            QUOTE: > what you wrote
            HEADING2: Earlier
            PARAGRAPH: From: old@example.org
            PARAGRAPH: Inner words
            PARAGRAPH: Attachments: plan.pdf\
            """, Blocks.of(document));
        assertEquals(List.of("plan.pdf"), document.metadata().get("attachments"));
    }

    @Test
    void aHeadWithoutRowsBelowATitleStays() throws Exception {
        assertEquals(
                "PARAGRAPH: Report 2024\nTABLE: | name | total | / | --- | --- |",
                read("a.csv", "Report 2024,\nname,total\n"));
    }

    @Test
    void whatFollowsALargeMemberDoesNotCountAsPartOfIt() throws Exception {
        String prose = "many words ".repeat(60).strip();
        String large = "{\"a\": \"%s\", \"b\": \"%s\"}".formatted(prose, prose);
        String shown = "PARAGRAPH: a: " + prose + "\nPARAGRAPH: b: " + prose + "\n";
        assertEquals(
                "CODE: name: x\nHEADING1: dependencies\n" + shown
                        + "HEADING1: license\nCODE: license: MIT\nHEADING1: files\nCODE: files: [1, 2]",
                read(
                        "a.json",
                        "{\"name\": \"x\", \"dependencies\": %s, \"license\": \"MIT\", \"files\": [1, 2]}"
                                .formatted(large)));
        assertEquals(
                "CODE: {\"id\": 0}\nHEADING1: [1]\n" + shown
                        + "HEADING1: [2]\nCODE: {\"id\": 2}\nHEADING1: [3]\nCODE: 3, 4",
                read("b.json", "[{\"id\": 0}, %s, {\"id\": 2}, 3, 4]".formatted(large)));
        assertEquals(
                "HEADING1: [0]\nCODE: id: 0\nHEADING2: more\n" + shown
                        + "HEADING1: [1]\nCODE: {\"id\": 1, \"name\": \"y\"}",
                read("c.jsonl", "{\"id\": 0, \"more\": %s}\n{\"id\": 1, \"name\": \"y\"}\n".formatted(large)));
    }

    @Test
    void anElementBehindALargeOneIsNoPartOfIt() throws Exception {
        String server = "<server><host>" + "h".repeat(300) + "</host><port>1</port></server>";
        String shown = "CODE: server /   host: " + "h".repeat(300) + " /   port: 1\n";
        assertEquals(
                "PARAGRAPH: mode: fast\nHEADING1: servers\n" + shown.repeat(3)
                        + "HEADING1: timeout (unit=s)\nPARAGRAPH: timeout (unit=s): 30",
                read(
                        "a.xml",
                        "<config><mode>fast</mode><servers>" + server.repeat(3)
                                + "</servers><timeout unit=\"s\">30</timeout></config>"));
        assertEquals(
                "HEADING1: Pumps\n"
                        + "PARAGRAPH: First.\n"
                        + "HEADING2: Seals\n"
                        + "PARAGRAPH: Of rubber.\n"
                        + "HEADING1: Pumps\n"
                        + "PARAGRAPH: Last.",
                read(
                        "b.xml",
                        "<book><title>Pumps</title><para>First.</para><section><title>Seals</title><para>Of"
                                + " rubber.</para></section><para>Last.</para></book>"));
    }

    @Test
    void anInvitationIsItsWordsNotItsData() throws Exception {
        String calendar = """
            --C
            Content-Type: text/calendar; charset=utf-8; method=REQUEST

            BEGIN:VCALENDAR
            BEGIN:VTIMEZONE
            DTSTART:16010101T020000
            END:VTIMEZONE
            BEGIN:VEVENT
            ORGANIZER;CN="Lovelace, Ada":mailto:ada@example.org
            SUMMARY:Review\\, part
              two
            DTSTART;TZID=Europe/Berlin:20240503T100000
            DTEND:20240503T090000Z
            LOCATION:Room 4
            BEGIN:VALARM
            DESCRIPTION:Reminder
            END:VALARM
            END:VEVENT
            END:VCALENDAR
            """;
        String said = "PARAGRAPH: Organizer: Lovelace, Ada <ada@example.org> / Invitation: Review, part two / Start:"
                + " 2024-05-03 10:00 Europe/Berlin / End: 2024-05-03 09:00 UTC / Place: Room 4";
        String head = "Subject: Review\nFrom: ada@example.org\nMIME-Version: 1.0\nContent-Type: multipart/alternative;"
                + " boundary=C\n\n";
        String html = "--C\nContent-Type: text/html\n\n<p>Please come.</p>\n";
        String blank = "--C\nContent-Type: text/plain\n\n\n";
        String amp = "--C\nContent-Type: text/x-amp-html\n\n<html amp4email></html>\n";
        String begin = "HEADING1: Review\nPARAGRAPH: From: ada@example.org\nPARAGRAPH: Please come.";
        assertEquals(begin + "\n" + said, read("a.eml", head + html + calendar + "--C--\n"));
        assertEquals(begin + "\n" + said, read("b.eml", head + blank + html + calendar + "--C--\n"));
        assertEquals(begin, read("c.eml", head + blank + amp + html + "--C--\n"));
        assertEquals(begin, read("d.eml", head + blank + html + amp + "--C--\n"));
    }
}
