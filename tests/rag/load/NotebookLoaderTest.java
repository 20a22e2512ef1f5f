package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotebookLoaderTest {

    @TempDir
    Path folder;

    @Test
    void aLongOutputIsCutAndToldAndCodeIsNever() throws Exception {
        String code = "x = 1\\n".repeat(5_000);
        String output = "line\\n".repeat(5_000);
        var document =
                Loaders.standard().load(Files.writeString(folder.resolve("a.ipynb"), """
                    {"nbformat": 4, "metadata": {}, "cells": [
                     {"cell_type": "code", "source": "%slast()", "outputs": [
                       {"output_type": "stream", "name": "stdout", "text": "%sdone"}]}]}\
                    """.formatted(code, output)));
        assertTrue(document.text().contains("last()"));
        assertFalse(document.text().contains("done"));
        assertEquals(List.of("of an output the first 20000 characters are read"), document.problems());
    }

    @Test
    void aHeadingOfAnOldNotebookHasItsLevel() throws Exception {
        var document = Loaders.standard().load(Files.writeString(folder.resolve("b.ipynb"), """
            {"nbformat": 3, "metadata": {}, "worksheets": [{"cells": [
             {"cell_type": "heading", "level": 1, "source": ["Runs"]},
             {"cell_type": "heading", "level": 3, "source": ["Of the\\n", "pump"]},
             {"cell_type": "heading", "source": ["Last"]}]}]}\
            """));
        assertEquals("HEADING1: Runs\nHEADING3: Of the pump\nHEADING1: Last", Blocks.of(document));
    }
}
