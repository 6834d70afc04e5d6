package org.attune.sweeps.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The program that a trial's row names. Whoever wrote the row chose it, so a person must see it
 * before it runs.
 *
 * @param configuration of the trial
 */
public record RecordedCommand(Map<String, String> configuration) {

  private static final String TASK = "task";

  public RecordedCommand {
    configuration = Map.copyOf(configuration);
  }

  /** The program of a trial; empty if the trial ran none. */
  public static Optional<RecordedCommand> of(Map<String, String> configuration) {
    return configuration.getOrDefault(CommandCatalog.RUN, "").isEmpty()
        ? Optional.empty()
        : Optional.of(new RecordedCommand(configuration));
  }

  /**
   * Whether the trials of two configurations run the same program: the same command, whatever fills
   * its braces, or the same task.
   */
  public static boolean isSame(Map<String, String> one, Map<String, String> other) {
    return Stream.of(TASK, CommandCatalog.RUN)
        .allMatch(key -> Objects.equals(one.get(key), other.get(key)));
  }

  /** The command, what fills its braces, and its variables; a label and a text for each line. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    String run = configuration.get(CommandCatalog.RUN);
    lines.add("command: " + run);
    for (String name : names(run)) {
      if (configuration.containsKey(name)) {
        lines.add("{" + name + "}: " + configuration.get(name));
      }
    }
    ProgramVariables variables =
        ProgramVariables.of(configuration.getOrDefault(CommandCatalog.ENVIRONMENT, ""));
    variables.values().forEach((name, value) -> lines.add("variable: " + name + "=" + value));
    SortedSet<String> shell = new TreeSet<>(variables.inherited());
    shell.addAll(variables.secrets());
    if (!shell.isEmpty()) {
      lines.add("variables of this shell: " + String.join(", ", shell));
    }
    return lines;
  }

  private static SortedSet<String> names(String run) {
    try {
      return Template.of(run).names();
    } catch (IllegalArgumentException unreadable) {
      return new TreeSet<>(); // the run says what is wrong
    }
  }
}
