package org.attune.jobs.console;

import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * {@code --json} of a command with JSON of its own: a mixin. The JSON of every other command is its
 * printed lines, as {@link PrintedLines}.
 */
public final class JsonOutput {

  private final JsonType type;
  private final String says;

  @Option(names = PrintedLines.OPTION)
  private boolean asked;

  /**
   * @param type of what the command prints when it succeeds
   */
  public JsonOutput(JsonType type) {
    this(type, "Print JSON.");
  }

  /**
   * @param says the help of the option
   */
  public JsonOutput(JsonType type, String says) {
    this.type = type;
    this.says = says;
  }

  /** Whether the user gave the option. */
  public boolean asked() {
    return asked;
  }

  /** Prints a value as JSON if the user asked for it, else a text. */
  public void print(Supplier<?> value, Supplier<String> text) {
    System.out.print(asked ? Json.print(type.write(value.get())) : text.get());
  }

  JsonType type() {
    return type;
  }

  /** That of a command, if it has one. */
  static Optional<JsonOutput> of(CommandSpec command) {
    return command.mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(JsonOutput.class::isInstance)
        .map(JsonOutput.class::cast)
        .findFirst();
  }

  /** Has the command's help say what it prints. */
  void describeIn(CommandSpec command) {
    OptionSpec option = command.findOption(PrintedLines.OPTION);
    command.remove(option);
    command.addOption(OptionSpec.builder(option).description(says).build());
  }
}
