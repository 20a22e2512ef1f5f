package rag.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import rag.config.Command;
import rag.config.Resources;
import rag.config.Secrets;
import rag.model.Failure;

/** Runs a script: parses its options, prints what goes wrong in words, ends with the right code. */
public final class Script {

    private Script() {}

    /** Never returns: ends the process with 0, 1 (some failed) or 2 (usage, configuration, or everything failed). */
    public static void run(Callable<Integer> script, String... args) {
        // Results may hold any letter, whatever the locale of the terminal says.
        var results = new Results(new FileOutputStream(FileDescriptor.out));
        System.setOut(new SafeOutput(results, false));
        System.setErr(SafeOutput.words(System.err));
        int code = Failure.USAGE;
        try {
            var command = commandLine(script);
            Command.keep(args);
            code = command.execute(args);
        } catch (Error e) { // a library that can't be loaded, no memory: picocli lets them pass
            System.err.println(told("unexpected error: " + e));
            if (List.of(args).contains("--verbose") || List.of(args).contains("-v")) e.printStackTrace();
        }
        System.out.flush();
        var refused = results.refused();
        if (!refused.isEmpty()) {
            System.err.println("the results could not be written to standard output: " + refused);
            code = Failure.USAGE;
        }
        System.exit(code);
    }

    /** For tests, too: a script's options and help without its process. */
    public static CommandLine commandLine(Callable<Integer> script) {
        var command = new CommandLine(script);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, HelpText::parameters);
        return command.setCommandName(Command.of(command.getCommandName()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(SafeOutput.WIDTH)
                .setParameterExceptionHandler(Script::usage)
                .setExecutionExceptionHandler(Script::failed);
    }

    private static int usage(ParameterException e, String[] args) {
        var command = e.getCommandLine();
        command.getErr().println(command.getColorScheme().errorText(told(String.valueOf(e.getMessage()))));
        CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr());
        command.getErr().println("Try: " + command.getCommandName() + " --help");
        return Failure.USAGE;
    }

    private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        boolean expected = e instanceof Failure;
        var words = expected ? String.valueOf(e.getMessage()) : "unexpected error: " + e + " (--verbose says where)";
        command.getErr().println(command.getColorScheme().errorText(told(words)));
        if (parsed.hasMatchedOption("--verbose")) e.printStackTrace(command.getErr());
        return expected ? ((Failure) e).exitCode() : Failure.USAGE;
    }

    /** Words of an error as a terminal of 80 columns shows them. */
    private static String told(String words) {
        return String.join(System.lineSeparator(), Columns.wrap(Secrets.mask(words), SafeOutput.WIDTH));
    }

    /** What {@code --version} prints. */
    public static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"Knowledge Hub " + Resources.text("VERSION").strip() + ", Java " + Runtime.version()};
        }
    }
}
