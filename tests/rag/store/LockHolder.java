package rag.store;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;

/** Takes the lock of a folder and does what it is told on its input: "again" asks for it once more, "release". */
final class LockHolder {

    public static void main(String[] arguments) throws Exception {
        var data = Path.of(arguments[0]);
        var in = new BufferedReader(new InputStreamReader(System.in));
        try (var lock = WriterLock.acquire(data, "holder.java", Duration.ofMinutes(1))) {
            lock.progress("3/9 documents");
            System.out.println("held by " + ProcessHandle.current().pid());
            for (var line = in.readLine(); !line.equals("release"); line = in.readLine()) {
                try {
                    WriterLock.acquire(data, "again", Duration.ZERO).close();
                    System.out.println("got it twice");
                } catch (rag.model.Failure e) {
                    System.out.println("refused");
                }
            }
        }
        System.out.println("released");
    }
}
