package org.attune.sweeps.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Parameter;

/**
 * A program declared in a sweep file; each trial is one run of it.
 *
 * @param run the command, a {@link #problemsOf template} of words and names in braces
 * @param parameters that the sweep may set and vary
 * @param types of the parameters' values, by key
 * @param metrics that the program reports, each at least once
 * @param variables that it gets besides Attune's own
 * @param secrets sources of its secrets, by the variable's name
 * @param report the source of its metrics
 * @param folder the absolute path that it runs in
 * @param graceSeconds from the termination request (SIGTERM) to the kill (SIGKILL)
 */
public record CommandTask(
    String run,
    List<Parameter> parameters,
    Map<String, ValueType> types,
    List<Metric> metrics,
    ProgramVariables variables,
    SortedMap<String, SecretSource> secrets,
    ProgramReport report,
    String folder,
    int graceSeconds) {

  /** The name of this kind of task, as in {@code task: {command: ...}}. */
  public static final String KIND = CommandCatalog.KIND;

  /** Columns of the task itself, which no parameter may use. */
  public static final Set<String> COLUMNS = Set.of("task", "command", "environment", "report");

  /** The values passed to a program besides its parameters, by their names in commands. */
  public static final Set<String> HANDED = Template.HANDED;

  /** The source of metrics. */
  public enum ProgramReport {
    /** Lines of the program's output that begin with a brace. */
    OUTPUT,
    /** All lines of a file whose path the program receives. */
    FILE
  }

  public CommandTask {
    parameters = List.copyOf(parameters);
    types = Map.copyOf(types);
    metrics = List.copyOf(metrics);
    secrets = Collections.unmodifiableSortedMap(new TreeMap<>(secrets));
  }

  /** The problems of a command, one sentence each. */
  public static List<String> problemsOf(String run, Set<String> parameters) {
    return Template.problemsOf(run, parameters);
  }

  /** The parameters that a sweep over the program can set and vary, and its metrics. */
  public AxisCatalog catalog() {
    return new CommandCatalog(
        run, variables.text(), report.name().toLowerCase(Locale.ROOT), parameters, metrics);
  }

  /** The work of a trial. */
  public CommandWork work() {
    return new CommandWork(
        metrics.stream().map(Metric::example).collect(Collectors.toCollection(ArrayList::new)),
        types,
        folder,
        graceSeconds);
  }

  /** What this machine lacks of what the command needs, in a sentence with its key. */
  public Optional<String> missing() {
    return ProgramPlace.missing(
        Template.of(run).words(), Path.of(folder), System.getenv().getOrDefault("PATH", ""));
  }

  /** The script that the command's folder seems to lack, in a sentence; see {@link #missing}. */
  public Optional<String> missingScript() {
    return ProgramPlace.missingScript(Template.of(run).words(), Path.of(folder));
  }

  /** Warnings about the declaration before it runs, one sentence each. */
  public List<String> warnings() {
    return Stream.concat(Template.of(run).shellSign().map(CommandTask::noShell).stream(), inClear())
        .toList();
  }

  private static String noShell(String sign) {
    return ("task.command.run: '%s' is passed to the program as it is, because no shell reads the"
            + " command; for one write run: \"sh -c '...'\"")
        .formatted(sign);
  }

  private Stream<String> inClear() {
    return variables.values().keySet().stream()
        .filter(InheritedVariables::looksSecret)
        .map(
            name ->
                ("task.command.environment.%s: the journal, the tables and the report store this"
                        + " value in clear. If it is a secret, write %s: {secret: %s} and set the"
                        + " variable in your shell.")
                    .formatted(name, name, name));
  }
}
