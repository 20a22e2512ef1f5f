package rag.cli;

import java.nio.file.Path;
import rag.text.Visible;

/** What a source is called on a terminal: relative to the folder one is in, on one line. @param here that folder */
record SourceName(Path here) {

    String of(String source) {
        var path = Path.of(source);
        boolean below = path.startsWith(here) && !path.equals(here);
        return Visible.line(below ? here.relativize(path).toString() : source);
    }
}
