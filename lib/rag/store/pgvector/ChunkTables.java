package rag.store.pgvector;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import rag.model.Chunk;
import rag.store.ChunkJson;
import rag.store.FilterTerms;
import rag.store.postgres.Session;

/** What the tables of some collections' chunks hold, as one. */
final class ChunkTables {

    /** Documents whose sources are looked at for each place that is wanted: many lie in one folder. */
    private static final int LOOKED_FOR_A_PLACE = 10;

    private final Session session;
    private final List<CollectionRow> rows;

    ChunkTables(Session session, List<CollectionRow> rows) {
        this.session = session;
        this.rows = rows;
    }

    /** The chunks of these ids in their order; unknown ids are left out. */
    List<Chunk> chunks(Collection<String> ids) {
        var byId = new HashMap<String, Chunk>();
        for (var chunk : chunksWhere("id = any(?)", (Object) StoredText.all(ids))) byId.put(chunk.id(), chunk);
        return ids.stream().map(byId::get).filter(Objects::nonNull).toList();
    }

    /** @param condition with what may follow one in a statement */
    List<Chunk> chunksWhere(String condition, Object... parameters) {
        var chunks = new ArrayList<Chunk>();
        for (var row : rows) {
            var sql = "select chunk, stale from %s where %s".formatted(row.chunks(), condition);
            chunks.addAll(session.rows(sql, ChunkTables::chunk, parameters));
        }
        return chunks;
    }

    /** The chunk of a row that begins with its JSON and whether it is stale. */
    static Chunk chunk(ResultSet row) throws SQLException {
        try {
            return ChunkJson.chunk(row.getString(1), row.getBoolean(2));
        } catch (JsonProcessingException e) {
            throw new SQLException("a chunk can't be read: " + e.getOriginalMessage(), e);
        }
    }

    /** The vectors of these ids in their order; unknown ids are left out. */
    Map<String, float[]> vectors(Collection<String> ids) {
        var byId = new HashMap<String, float[]>();
        for (var row : rows) {
            session.rows(
                    "select id, embedding::text from " + row.chunks() + " where id = any(?)",
                    each -> byId.put(each.getString(1), Vectors.read(each.getString(2))),
                    (Object) StoredText.all(ids));
        }
        var inOrder = new LinkedHashMap<String, float[]>();
        for (var id : ids) {
            var vector = byId.get(id);
            if (vector != null) inOrder.put(id, vector);
        }
        return inOrder;
    }

    /** The SimHash of each chunk by id. */
    Map<String, Long> likenesses(int limit) {
        var found = new LinkedHashMap<String, Long>();
        for (var row : rows) {
            session.rows(
                    "select id, likeness from " + row.chunks() + " order by number limit ?",
                    each -> found.put(each.getString(1), each.getLong(2)),
                    limit - found.size());
        }
        return found;
    }

    /** Single names among the paths that sources are found by. */
    List<String> places(int limit) {
        var places = new TreeSet<String>();
        for (var row : rows) {
            places.addAll(session.rows(
                    """
                    select distinct term collate "C" from (select filter from %s where ord = 0 limit ?) firsts,
                    unnest(filter) term where starts_with(term, ?) and strpos(term, '/') = 0
                    and not starts_with(term, ?) limit ?
                    """.formatted(row.chunks()),
                    each -> FilterTerms.value(StoredText.term(each.getString(1))),
                    LOOKED_FOR_A_PLACE * limit,
                    StoredText.of("source\0"),
                    StoredText.of("source\0\0"),
                    limit));
        }
        return places.stream().limit(limit).toList();
    }
}
