import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Keeps the log lines of the servers and browsers that tests start off the console; our own errors stay. */
public final class Quiet implements LauncherSessionListener {

    /** By the java.util.logging API; a logger is kept, since one that nobody holds forgets its level. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        SELENIUM.setLevel(Level.OFF);
        for (var name : new String[] {"org.eclipse.jetty", "io.javalin"}) {
            System.setProperty("org.slf4j.simpleLogger.log." + name, "off");
        }
    }
}
