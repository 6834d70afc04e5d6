package org.attune.jobs.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSError;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.cluster.store.HadoopFailure;
import org.attune.cluster.trial.HadoopData;
import org.attune.cluster.trial.UserData;
import org.attune.jobs.console.InputException;
import org.attune.model.ModelCatalog;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import picocli.CommandLine.Option;

/** {@code --data}: the user's data in place of generated data, checked before anything starts. */
public final class DataOption {

  /** The option of a task's choice that {@code --data} selects: {@code task.corpus: data}. */
  private static final String FROM_DATA = "data";

  /** Number of trials whose task settings are checked against the data. Settings repeat early. */
  private static final int TRIALS_LOOKED_AT = 2_000;

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description = "Your data, such as a text file, in place of data that the task generates.")
  private Optional<String> path = Optional.empty();

  private double replicatesApart = Double.POSITIVE_INFINITY;

  /** Reads a sweep file; tasks that can read data read the user's, if {@code --data} is given. */
  public SweepSpec read(SweepFile file, AxisCatalog catalog) throws SpecException, IOException {
    return read(more -> file.read(catalog, more), catalog);
  }

  /** A sweep file whose values can be overridden. */
  public interface OverridableFile {
    /** Reads the file with these values set as if by {@code --set}. */
    SweepSpec read(Map<String, String> more) throws SpecException, IOException;
  }

  /** Reads a sweep file; tasks that can read data read the user's, if {@code --data} is given. */
  public SweepSpec read(OverridableFile file, AxisCatalog catalog)
      throws SpecException, IOException {
    SweepSpec spec = file.read(Map.of());
    return path.isPresent() ? file.read(fromData(spec, catalog)) : spec;
  }

  /**
   * The values by which a sweep's tasks read the user's data, as if by {@code --set}. A choice for
   * which the file itself names the data, anywhere, stays as the file has it.
   */
  public static Map<String, String> fromData(SweepSpec spec, AxisCatalog catalog) {
    ParameterTree tree = catalog.tree();
    List<SortedMap<String, String>> cells = cells(spec, tree);
    return cells.stream()
        .flatMap(cell -> cell.keySet().stream())
        .distinct()
        .filter(key -> tree.parameter(key).filter(DataOption::takesData).isPresent())
        .filter(key -> cells.stream().noneMatch(cell -> FROM_DATA.equals(cell.get(key))))
        .collect(Collectors.toMap(key -> key, key -> FROM_DATA));
  }

  /** The base, and cells that have every option of every axis between them. */
  private static List<SortedMap<String, String>> cells(SweepSpec spec, ParameterTree tree) {
    Space space = spec.space(tree);
    List<SortedMap<String, String>> cells = new ArrayList<>(List.of(spec.base().values()));
    for (Axis axis : spec.axes()) {
      for (Branch branch : axis.branches()) {
        Map<String, String> first = new HashMap<>();
        branch.values().forEach((key, values) -> first.put(key, values.first()));
        branch
            .values()
            .forEach(
                (key, values) ->
                    options(tree, key, values)
                        .map(option -> with(first, key, option))
                        .forEach(cell -> cells.add(space.cell(cell).values())));
      }
    }
    return cells;
  }

  private static Stream<String> options(ParameterTree tree, String key, Values values) {
    return values instanceof Values.Listed listed
            && tree.parameter(key)
                .filter(parameter -> parameter.domain() instanceof Domain.Choice)
                .isPresent()
        ? listed.values().stream()
        : Stream.empty();
  }

  private static Map<String, String> with(Map<String, String> cell, String key, String value) {
    Map<String, String> other = new HashMap<>(cell);
    other.put(key, value);
    return other;
  }

  /** Refuses {@code --data}, if given, with the reason why nothing could read the data. */
  void refuse(String why) {
    if (path.isPresent()) {
      throw new InputException(
          "Cannot use --data %s: %s; leave it out.".formatted(path.get(), why));
    }
  }

  private static boolean takesData(Parameter parameter) {
    return parameter.key().startsWith("task.")
        && parameter.domain() instanceof Domain.Choice choice
        && choice.names().contains(FROM_DATA);
  }

  /**
   * Returns the data after a check: every task of the sweep reads the data or generates its own.
   *
   * @throws InputException when a task cannot use the data, or reads data and none is given
   */
  public Optional<UserData> check(SweepSpec spec, AxisCatalog catalog) throws IOException {
    path.filter(given -> !given.contains(":/")).ifPresent(DataOption::requireFile);
    boolean read = false;
    Set<Map<String, String>> tasks = new HashSet<>();
    Search search = spec.newSearch(catalog);
    for (int i = 0; i < TRIALS_LOOKED_AT && search.ask() instanceof Proposal.Run next; i++) {
      Configuration configuration = next.trial().configuration();
      Optional<String> accepted = ModelCatalog.reads(configuration);
      if (!tasks.add(taskOf(configuration))) {
        continue;
      }
      if (accepted.isPresent()) {
        read(configuration, accepted.get());
        read = true;
      } else {
        make(configuration);
      }
    }
    if (path.isPresent() && !read) {
      throw new InputException(
          "Cannot use --data %s: the task '%s' makes its own data; leave --data out."
              .formatted(path.get(), spec.base().text("task")));
    }
    return path.map(HadoopData::at);
  }

  private static void requireFile(String data) {
    Path file = Path.of(data);
    if (!Files.isReadable(file)) {
      throw new InputException("Cannot read --data " + data + ": there is no such readable file.");
    }
    if (!Files.isRegularFile(file) && !Files.isDirectory(file)) {
      throw new InputException(
          "Cannot read --data "
              + data
              + ": it is a pipe or a device; write its content to a file.");
    }
  }

  /**
   * How many replicates can have held-out examples of their own, as {@link #check} found: infinite
   * if tasks generate their data.
   */
  public double replicatesApart() {
    return replicatesApart;
  }

  private static void make(Configuration configuration) {
    ModelCatalog.shortage(configuration)
        .ifPresent(
            why -> {
              throw new InputException(
                  "Cannot make the data of the task '%s': %s (task settings: %s)"
                      .formatted(configuration.text("task"), why, taskOf(configuration)));
            });
  }

  private void read(Configuration configuration, String accepted) {
    String task = configuration.text("task");
    String data =
        path.orElseThrow(
            () ->
                new InputException(
                    "The task '%s' reads %s; name it with --data.".formatted(task, accepted)));
    try {
      replicatesApart =
          Math.min(replicatesApart, ModelCatalog.readData(configuration, HadoopData.at(data)));
    } catch (IOException | IllegalArgumentException e) {
      throw unusable(data, HadoopFailure.why(data, e), task, accepted);
    } catch (FSError e) { // Hadoop reports a failed device this way
      Throwable reason = Optional.ofNullable(e.getCause()).orElse(e);
      throw unusable(data, reason.getMessage(), task, accepted);
    }
  }

  private static InputException unusable(String data, String why, String task, String accepted) {
    return new InputException(
        "Cannot use --data %s: %s (the task '%s' reads %s)".formatted(data, why, task, accepted));
  }

  private static Map<String, String> taskOf(Configuration configuration) {
    Map<String, String> task = new TreeMap<>(configuration.values());
    task.keySet().removeIf(key -> !key.equals("task") && !key.startsWith("task."));
    return task;
  }
}
