package rag.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The lists of options and parameters in a help text, wrapped like all else; picocli would break at "./". */
final class HelpText {

    private static final int LEFT = 26;

    private HelpText() {}

    static String options(Help help) {
        var text = new StringBuilder();
        help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .sorted(Comparator.comparing(option -> option.longestName().replaceFirst("^-+", "")))
                .forEach(option -> add(help, option, names(option), text));
        return text.toString();
    }

    static String parameters(Help help) {
        var text = new StringBuilder();
        for (PositionalParamSpec parameter : help.commandSpec().positionalParameters())
            add(help, parameter, "      ", text);
        return text.toString();
    }

    /** "  -c, --collection", "      --json": long names stand below each other. */
    private static String names(OptionSpec option) {
        var names = new ArrayList<>(Arrays.asList(option.names()));
        names.sort(Comparator.comparingInt(String::length));
        return (names.getFirst().startsWith("--") ? "      " : "  ") + String.join(", ", names);
    }

    private static void add(Help help, ArgSpec arg, String names, StringBuilder text) {
        var label = help.parameterLabelRenderer()
                .renderParameterLabel(arg, Help.Ansi.OFF, List.of())
                .toString();
        var left = names + label;
        var right = Columns.wrap(String.join(" ", arg.description()), SafeOutput.WIDTH - LEFT);
        var style = help.colorScheme();
        var shown = arg instanceof OptionSpec ? style.optionText(left) : style.parameterText(left);
        boolean beside = Columns.width(left) <= LEFT - 2;
        text.append(shown).append(beside ? " ".repeat(LEFT - Columns.width(left)) : "\n" + " ".repeat(LEFT));
        text.append(String.join("\n" + " ".repeat(LEFT), right)).append('\n');
    }
}
