package org.attune.sweeps.command;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The variables that a sweep file names for its program. Each trial's row contains their text.
 * {@code MODE=fast} is a value; {@code API_KEY (secret)} is a variable whose value is in no file;
 * {@code HF_HOME (inherited)} is a variable of the machine that runs the trial.
 *
 * @param values by name
 * @param secrets names of the variables that the driver passes separately
 * @param inherited names, or name prefixes followed by {@code *}
 */
public record ProgramVariables(
    SortedMap<String, String> values, SortedSet<String> secrets, SortedSet<String> inherited) {

  /** A variable's name. */
  public static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

  private static final String SECRET = " (secret)";
  private static final String INHERITED = " (inherited)";

  public ProgramVariables {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    secrets = Collections.unmodifiableSortedSet(new TreeSet<>(secrets));
    inherited = Collections.unmodifiableSortedSet(new TreeSet<>(inherited));
  }

  /** Whether a variable is the cluster's secret, which no program gets. */
  public static boolean isOfTheCluster(String name) {
    return name.equals(InheritedVariables.OF_THE_CLUSTER);
  }

  /** Parses a text written by {@link #text}. */
  static ProgramVariables of(String text) {
    TreeMap<String, String> values = new TreeMap<>();
    TreeSet<String> secrets = new TreeSet<>();
    TreeSet<String> inherited = new TreeSet<>();
    text.lines()
        .forEach(
            line -> {
              int equals = line.indexOf('=');
              if (equals >= 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
              } else if (line.endsWith(SECRET)) {
                secrets.add(line.substring(0, line.length() - SECRET.length()));
              } else if (line.endsWith(INHERITED)) {
                inherited.add(line.substring(0, line.length() - INHERITED.length()));
              }
            });
    return new ProgramVariables(values, secrets, inherited);
  }

  /** All variables in one canonical spelling, one per line. */
  String text() {
    Stream<String> plain =
        values.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue());
    return Stream.of(
            plain,
            secrets.stream().map(name -> name + SECRET),
            inherited.stream().map(name -> name + INHERITED))
        .flatMap(lines -> lines)
        .collect(Collectors.joining("\n"));
  }

  /**
   * The names of the secrets that a trial's program gets; empty if the trial does not run a
   * program.
   */
  public static SortedSet<String> secretsOf(Map<String, String> configuration) {
    return of(configuration.getOrDefault(CommandCatalog.ENVIRONMENT, "")).secrets();
  }
}
