package rag.transform;

import rag.config.Plugin;
import rag.config.Settings;

/** A pass over chunks that {@code ingestion.transforms} can name. */
public interface TransformProvider extends Plugin {

    /** Opens it, once a run. @throws rag.model.Failure when the settings don't fit */
    ChunkTransform open(Settings.Ingest settings);
}
