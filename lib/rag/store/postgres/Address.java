package rag.store.postgres;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import rag.model.Failure;

/**
 * Where PostgreSQL is: {@code host[:port][,host…][/database][?parameters]} once or several times, all of them being copies
 * of one data base. Parameters are the driver's, such as {@code sslmode=verify-full&sslrootcert=FILE}.
 *
 * @param hosts as the driver lists them, with commas between them
 * @param parameters with "&" before each
 */
public record Address(String hosts, String database, String parameters) {

    private static final Pattern SCHEME = Pattern.compile("^(jdbc:)?postgres(ql)?://");

    /** @param place the setting that they stand in */
    static Address of(List<String> settings, String place) {
        var hosts = new ArrayList<String>();
        var databases = new LinkedHashSet<String>();
        var parameters = new LinkedHashSet<String>();
        for (var setting : settings.isEmpty() ? List.of("localhost:5432") : settings) {
            var rest = SCHEME.matcher(setting.strip()).replaceFirst("");
            if (rest.indexOf('@') >= 0) {
                var section = place.replaceFirst("\\..*", "");
                throw new Failure("%s holds a user's name; name it, and the password, in %s.user and %2$s.password"
                        .formatted(place, section));
            }
            var halves = rest.split("\\?", 2);
            if (halves.length == 2) parameters.addAll(List.of(halves[1].split("&")));
            var parts = halves[0].split("/", 2);
            hosts.add(parts[0].isEmpty() ? "localhost:5432" : parts[0]);
            if (parts.length == 2 && !parts[1].isEmpty()) databases.add(parts[1]);
        }
        if (databases.size() > 1) {
            throw new Failure("%s names several data bases (%s); the hosts have to be copies of one data base"
                    .formatted(place, String.join(", ", databases)));
        }
        var database = databases.isEmpty() ? "postgres" : databases.getFirst();
        var all = new StringBuilder();
        for (var parameter : parameters) all.append('&').append(parameter);
        return new Address(String.join(",", hosts), database, all.toString());
    }

    /** How many hosts it names. */
    int size() {
        return hosts.split(",").length;
    }

    /** @param kind of server to take, when several hosts are named: primary, preferPrimary */
    String url(String kind) {
        return "jdbc:postgresql://%s/%s?targetServerType=%s%s".formatted(hosts, database, kind, parameters);
    }
}
