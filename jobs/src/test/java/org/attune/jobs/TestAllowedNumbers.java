package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attune.jobs.console.WrongNumber;
import org.attune.jobs.slice.SliceCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A value that is no number is told which numbers its option takes. */
class TestAllowedNumbers {

  @Test
  void everyNumericOptionSaysWhichNumbersItTakes() {
    Set<String> silent = new TreeSet<>();
    Stream.concat(commands(Attune.command()), commands(new CommandLine(new SliceCommand())))
        .forEach(
            command ->
                command.options().stream()
                    .filter(WrongNumber::isNumeric)
                    .filter(option -> WrongNumber.allowed(option).isEmpty())
                    .forEach(
                        option ->
                            silent.add(command.qualifiedName() + " " + option.longestName())));

    assertThat(silent).as("write @Allowed above the field of each").isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          simulate a.yaml --workers none | --workers is 'none'; it must be a whole number: from 1 to 100000.
          simulate a.yaml --workers 2.5 | --workers is '2.5'; it must be a whole number: from 1 to 100000.
          simulate a.yaml --failures few | --failures is 'few'; it must be a number: from 0 to 0.5.
          slots runs --at-most all | --at-most is 'all'; it must be a whole number: 1 to 100,000.
          stop runs --wait 1m | --wait is '1m'; it must be a whole number: 0 or more.
          best runs --confirm all | --confirm is 'all'; it must be a whole number: from 1 to 24.
          report runs --port http | --port is 'http'; it must be a whole number: from 0 to 65535, and 0 takes a free one.
          plot runs --limits 0,high | --limits is 'high'; it must be a number: two of them, the lower first, such as --limits 0,2.
          lab init lab --rate x | --rate is 'x'; it must be a number: a share between 0 and 1, such as .05.
          mcp lab --hours long | --hours is 'long'; it must be a number: above 0.
          """)
  void aWordInPlaceOfANumberIsToldItsRange(String words, String message) throws Exception {
    Printed refused = Printed.of((Object[]) words.split(" "));

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error()).startsWith("attune: " + message + "\nSee 'attune ");
  }

  private static Stream<CommandSpec> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command.getCommandSpec()),
        command.getSubcommands().values().stream().flatMap(TestAllowedNumbers::commands));
  }
}
