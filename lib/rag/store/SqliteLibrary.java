package rag.store;

import java.io.IOException;
import java.net.JarURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteJDBCLoader;
import rag.config.WholeFile;

/**
 * SQLite's native library. Left to itself the driver asks {@code uname} in a process of its own, unpacks the library to
 * the temporary folder, compares and deletes it, in every process; here it is unpacked once.
 */
final class SqliteLibrary {

    private static final String FOLDER = "org.sqlite.lib.path";

    private SqliteLibrary() {}

    /**
     * Names the kept library to the driver; where it can't be kept, the driver does as it always did.
     *
     * @param cache folder for what can be made again
     */
    static synchronized void keep(Path cache) {
        var platform = platform();
        if (platform == null || System.getProperty(FOLDER) != null) return;
        var name = System.mapLibraryName("sqlitejdbc");
        var resource = SQLiteConfig.class.getResource("native/" + platform + "/" + name);
        var folder = cache.resolve("sqlite-" + SQLiteJDBCLoader.getVersion() + "-" + platform.replace('/', '-'));
        try {
            if (resource == null || !(resource.openConnection() instanceof JarURLConnection jar)) return;
            WholeFile.unpack(jar.getJarEntry(), resource::openStream, folder.resolve(name));
            System.setProperty(FOLDER, folder.toString());
        } catch (IOException e) {
            // a folder that can't be written to costs time at each start, nothing else
        }
    }

    /** As the driver names its folders, where no look at the system is needed for it; null elsewhere. */
    private static @Nullable String platform() {
        var os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        var arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        var chip = switch (arch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64" -> "aarch64";
            default -> null;
        };
        if (chip == null) return null;
        if (os.contains("mac")) return "Mac/" + chip;
        boolean glibc = os.equals("linux") && Files.notExists(Path.of("/etc/alpine-release"));
        return glibc && Files.notExists(Path.of("/system/build.prop")) ? "Linux/" + chip : null;
    }
}
