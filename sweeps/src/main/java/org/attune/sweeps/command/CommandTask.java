package org.attune.sweeps.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.Metric;
import org.attune.sweeps.catalog.Parameter;

/**
 * A program that a sweep file declares: each trial is a run of it.
 *
 * @param run the command, a {@link #problemsOf template} of words and names in braces
 * @param parameters that the sweep may set and vary
 * @param metrics that the program reports, each at least once
 * @param variables that it gets beside Attune's own
 * @param secrets where the values of its secrets are, by the variable's name
 * @param report where its metrics come from
 * @param folder that it runs in, an absolute path
 * @param graceSeconds from the request to end (SIGTERM) to the end by force (SIGKILL)
 */
public record CommandTask(
    String run,
    List<Parameter> parameters,
    List<Metric> metrics,
    ProgramVariables variables,
    SortedMap<String, SecretSource> secrets,
    Report report,
    String folder,
    int graceSeconds) {

  /** The name of the kind of task, as {@code task: {command: ...}} has it. */
  public static final String KIND = CommandCatalog.KIND;

  /** Columns of the task itself, which no parameter can have. */
  public static final Set<String> COLUMNS = Set.of("task", "command", "environment", "report");

  /** What a program is handed beside its parameters, by the names that commands say. */
  public static final Set<String> HANDED = Template.HANDED;

  /** Where metrics come from. */
  public enum Report {
    /** Lines of the program's output that begin with a brace. */
    OUTPUT,
    /** All lines of a file that the program is told of. */
    FILE
  }

  public CommandTask {
    parameters = List.copyOf(parameters);
    metrics = List.copyOf(metrics);
    secrets = Collections.unmodifiableSortedMap(new TreeMap<>(secrets));
  }

  /** What is wrong with a command, a sentence each. */
  public static List<String> problemsOf(String run, Set<String> parameters) {
    return Template.problemsOf(run, parameters);
  }

  /** What a sweep over the program can set and vary, and what it measures. */
  public AxisCatalog catalog() {
    return new CommandCatalog(
        run, variables.text(), report.name().toLowerCase(Locale.ROOT), parameters, metrics);
  }

  /** How a trial of it is run. */
  public CommandWork work() {
    return new CommandWork(
        metrics.stream().map(Metric::example).collect(Collectors.toCollection(ArrayList::new)),
        folder,
        graceSeconds);
  }

  /** What a user should know of the declaration before it runs, a sentence each. */
  public List<String> warnings() {
    return variables.values().keySet().stream()
        .filter(ProgramVariables::looksSecret)
        .map(
            name ->
                ("task.command.environment.%s: the journal, the tables and the report store this"
                        + " value in clear. If it is a secret, write %s: {secret: %s} and set the"
                        + " variable in your shell.")
                    .formatted(name, name, name))
        .toList();
  }
}
