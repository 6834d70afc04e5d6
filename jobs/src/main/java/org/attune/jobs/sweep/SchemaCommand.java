package org.attune.jobs.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.console.OutputSchema;
import org.attune.jobs.console.OwnProtocol;
import org.attune.jobs.session.Jars;
import org.attune.sweeps.spec.reader.SweepSchema;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune schema}: prints the JSON Schema of a sweep file. */
@Command(
    name = "schema",
    description =
        "Prints the JSON Schema of a sweep file. Editors use it to complete and check the file;"
            + " docs/sweep-file.md shows how. With --output, prints the JSON Schema of what a"
            + " command prints with --json.")
public final class SchemaCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--output",
      arity = "1..2",
      paramLabel = "COMMAND",
      description = "A command, such as status, or 'lab status'.")
  private List<String> output = List.of();

  @SuppressWarnings("UnusedVariable") // the option changes nothing: a schema is JSON anyway
  @Mixin
  private final JsonOutput json = new JsonOutput(JsonType.ANY);

  @Mixin private Jars jars;

  @Override
  public Integer call() {
    if (!output.isEmpty()) {
      System.out.print(Json.print(of(String.join(" ", output).strip().split("\\s+"))));
      return ExitCode.DONE;
    }
    jars.install();
    System.out.print(Json.printSorted(SweepSchema.of(new TrialCatalog())));
    return ExitCode.DONE;
  }

  /** The schema of a command's output. */
  private Map<String, Object> of(String... words) {
    CommandLine command = spec.root().commandLine();
    List<String> names = new ArrayList<>();
    for (String word : words) {
      Map<String, CommandLine> below = command.getSubcommands();
      if (below.isEmpty() && !command.getCommandSpec().positionalParameters().isEmpty()) {
        break; // arguments of the command, as in 'list runs'
      }
      if (!below.containsKey(word)) {
        throw new InputException(
            below.isEmpty()
                ? "'%s' is a command without arguments; name it alone: --output %s"
                    .formatted(command.getCommandName(), String.join(" ", names))
                : "--output '%s' is not one of %s%s"
                    .formatted(
                        word,
                        ShortList.near(word, below.keySet(), "'attune --help'"),
                        Spelling.hint(word, below.keySet())));
      }
      command = below.get(word);
      names.add(word);
    }
    if (!command.getSubcommands().isEmpty()) {
      String group = String.join(" ", names);
      throw new InputException(
          "'%s' is a group of commands; name one of these: %s"
              .formatted(
                  group,
                  command.getSubcommands().keySet().stream()
                      .map(name -> "--output '%s %s'".formatted(group, name))
                      .collect(Collectors.joining(", "))));
    }
    if (command.getCommand() instanceof OwnProtocol) {
      throw new InputException(words[0] + " speaks a protocol of its own and has no --json");
    }
    return OutputSchema.of(String.join(" ", names), command);
  }
}
