package rag.store.pgvector;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import rag.model.Failure;

/**
 * Where PostgreSQL is: {@code host[:port][/database][?parameters]} of {@code vector_store.hosts}, several of them being
 * copies of one data base. Parameters are the driver's, such as {@code sslmode=verify-full&sslrootcert=FILE}.
 *
 * @param hosts as the driver lists them, with commas between them
 * @param parameters with "&" before each
 */
record Address(String hosts, String database, String parameters) {

    private static final Pattern SCHEME = Pattern.compile("^(jdbc:)?postgres(ql)?://");

    static Address of(List<String> settings) {
        var hosts = new ArrayList<String>();
        var databases = new LinkedHashSet<String>();
        var parameters = new LinkedHashSet<String>();
        for (var setting : settings.isEmpty() ? List.of("localhost:5432") : settings) {
            var rest = SCHEME.matcher(setting.strip()).replaceFirst("");
            if (rest.indexOf('@') >= 0) {
                throw new Failure("vector_store.hosts holds a user's name; name it, and the password, in"
                        + " vector_store.user and vector_store.password");
            }
            var halves = rest.split("\\?", 2);
            if (halves.length == 2) parameters.addAll(List.of(halves[1].split("&")));
            var place = halves[0].split("/", 2);
            hosts.add(place[0].isEmpty() ? "localhost:5432" : place[0]);
            if (place.length == 2 && !place[1].isEmpty()) databases.add(place[1]);
        }
        if (databases.size() > 1) {
            throw new Failure(
                    "vector_store.hosts names several data bases (%s); the hosts have to be copies of one data base"
                            .formatted(String.join(", ", databases)));
        }
        var database = databases.isEmpty() ? "postgres" : databases.getFirst();
        var all = new StringBuilder();
        for (var parameter : parameters) all.append('&').append(parameter);
        return new Address(String.join(",", hosts), database, all.toString());
    }

    /** @param kind of server to take, when several hosts are named: primary, preferPrimary */
    String url(String kind) {
        return "jdbc:postgresql://%s/%s?targetServerType=%s%s".formatted(hosts, database, kind, parameters);
    }

    @Override
    public String toString() {
        return "PostgreSQL at %s/%s".formatted(hosts, database);
    }
}
