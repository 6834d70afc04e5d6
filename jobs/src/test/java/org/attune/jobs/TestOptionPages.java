package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A command or an option that no page shows is found by nobody. */
class TestOptionPages {

  private static final Pattern NAME = Pattern.compile("--[a-z][a-z-]*");
  private static final Path README = Path.of("..", "README.md");

  @Test
  void aPageShowsEveryOptionOfEveryCommand() throws IOException {
    Set<String> shown = shown();
    Set<String> missing = new TreeSet<>();
    commands(Attune.own())
        .forEach(
            command ->
                command.options().stream()
                    .filter(option -> !option.hidden() && names(option).noneMatch(shown::contains))
                    .forEach(
                        option ->
                            missing.add(command.qualifiedName() + " " + option.longestName())));

    assertThat(missing).as("options that no page of docs/ shows; write of each on one").isEmpty();
  }

  @Test
  void theReadmeHasARowForEveryCommand() throws IOException {
    String table = Files.readString(README).split("\n## Commands\n")[1].split("\n## ")[0];

    assertThat(Attune.command().getSubcommands().keySet())
        .filteredOn(name -> !name.equals("help")) // a sentence below the table has it
        .allSatisfy(
            name ->
                assertThat(table)
                    .as("the table of commands in README.md; write a row for attune %s", name)
                    .containsPattern("(?m)^\\|.*`attune " + name + "[ `]"));
  }

  private static Stream<String> names(OptionSpec option) {
    return Stream.of(option.names());
  }

  private static Stream<CommandSpec> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command.getCommandSpec()),
        command.getSubcommands().values().stream().flatMap(TestOptionPages::commands));
  }

  private static Set<String> shown() throws IOException {
    List<Path> pages;
    try (Stream<Path> files = Files.walk(Path.of("..", "docs"))) {
      pages = files.filter(file -> file.toString().endsWith(".md")).collect(Collectors.toList());
    }
    pages.add(README);
    Set<String> shown = new TreeSet<>();
    for (Path page : pages) {
      NAME.matcher(Files.readString(page)).results().forEach(found -> shown.add(found.group()));
    }
    return shown;
  }
}
