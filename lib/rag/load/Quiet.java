package rag.load;

/** Keeps the libraries' own warnings off the console: what a reader must know is in a document's problems. */
final class Quiet {

    private Quiet() {}

    /** Before the first class of such a library is used. Whoever set a level keeps it. */
    static void libraries() {
        for (String name :
                new String[] {"org.apache.pdfbox", "org.apache.fontbox", "org.apache.poi", "org.apache.xmlbeans"}) {
            setIfAbsent("org.slf4j.simpleLogger.log." + name, "off");
        }
        setIfAbsent("org.apache.logging.log4j.simplelog.level", "OFF"); // by which PDFBox and POI log
        setIfAbsent("log4j.provider", "org.apache.logging.log4j.simple.internal.SimpleProvider");
        setIfAbsent("log4j2.statusLoggerLevel", "OFF");
        setIfAbsent("java.awt.headless", "true");
    }

    private static void setIfAbsent(String key, String value) {
        if (System.getProperty(key) == null) System.setProperty(key, value);
    }
}
