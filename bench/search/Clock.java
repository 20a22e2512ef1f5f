import java.lang.management.ManagementFactory;
import java.util.List;

/** Processor times, which do not hang on what else the machine does. */
final class Clock {

    private Clock() {}

    /** Of this thread, in nanoseconds: searching is all in one. */
    static long threadCpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Of the whole program, in nanoseconds. */
    static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    static double median(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
