package rag.split;

import rag.config.Plugin;
import rag.config.Settings;

/** A source of splitters that {@code ingestion.splitter} can name. */
public interface SplitterProvider extends Plugin {

    /** @throws rag.model.Failure when the settings don't fit */
    Splitter open(Settings.Ingest settings);
}
