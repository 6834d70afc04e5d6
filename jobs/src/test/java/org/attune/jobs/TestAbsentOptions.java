package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Picocli leaves null in a field whose option is absent: NullAway trusts it to fill all. */
class TestAbsentOptions {

  @Test
  void whatAUserMayLeaveOutHasAValueFromTheStart() {
    List<String> nulls =
        commands(Attune.own())
            .flatMap(
                command ->
                    command.args().stream()
                        .filter(TestAbsentOptions::isNullIfAbsent)
                        .map(arg -> command.qualifiedName() + " " + arg.paramLabel()))
            .toList();

    assertThat(nulls).isEmpty();
  }

  private static boolean isNullIfAbsent(ArgSpec arg) {
    return !arg.required() && arg.defaultValue() == null && arg.getValue() == null;
  }

  private static Stream<CommandSpec> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command.getCommandSpec()),
        command.getSubcommands().values().stream().flatMap(TestAbsentOptions::commands));
  }
}
