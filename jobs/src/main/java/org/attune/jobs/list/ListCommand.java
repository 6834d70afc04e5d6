package org.attune.jobs.list;

import static org.attune.jobs.console.JsonType.either;
import static org.attune.jobs.console.JsonType.list;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Parameter;
import org.attune.api.trial.ProgramCatalog;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.Durations;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.query.TaskMetric;
import org.attune.jobs.session.Jars;
import org.attune.jobs.session.KnownPapers;
import org.attune.jobs.watch.RunsList;
import org.attune.model.cuda.device.Installation;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.stopping.StoppingRules;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune list}: lists everything that can be set and swept. */
@Command(
    name = "list",
    description =
        "Lists what can be set and swept: axes, tasks, or search methods; what the papers claim;"
            + " the devices that a trial could run on; or the sweeps in a folder, the newest"
            + " first.")
public final class ListCommand implements Callable<Integer> {

  private static final String TASK = "task";

  /** The things that can be listed. */
  enum Kind {
    AXES,
    TASKS,
    METHODS,
    PAPERS,
    DEVICES,
    RUNS
  }

  @Parameters(index = "0", paramLabel = "axes|tasks|methods|papers|devices|runs")
  private Kind kind;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "WORD",
      description =
          "Show only lines with this word in name, column, description or source. For runs: their"
              + " folder; default: runs.")
  private Optional<String> word = Optional.empty();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "For runs: only sweeps that started within this time, such as 36h, 7d or 2w, or since a"
              + " date, such as 2026-11-01.")
  private Optional<String> since = Optional.empty();

  @Option(
      names = "--sort",
      paramLabel = "ORDER",
      description =
          "For runs: started, the newest first (the default); directory; state; or best, by the"
              + " mean of the best cell, within each metric and direction.")
  private Optional<RunsList.SortKey> sort = Optional.empty();

  @Option(
      names = "--with",
      paramLabel = "WORD",
      description =
          "For runs: only sweeps with this whole tag, such as #paper, or with a word that begins"
              + " so, in their directory, name or notes.")
  private Optional<String> with = Optional.empty();

  @Mixin
  private final JsonOutput json =
      new JsonOutput(
          either(
              list(either(ListedParameters.LINE, TaskMetric.SHAPE)),
              DeviceList.SHAPE,
              RunsList.OUTPUT,
              PaperClaims.OUTPUT));

  @Mixin private Jars jars;

  @Override
  public Integer call() throws Exception {
    if (kind != Kind.RUNS && sort.isPresent()) {
      throw new InputException("--sort orders runs: attune list runs.");
    }
    if (kind != Kind.RUNS && (since.isPresent() || with.isPresent())) {
      throw new InputException("--since and --with choose among runs: attune list runs.");
    }
    if (kind == Kind.DEVICES) {
      if (word.isPresent()) {
        throw new InputException(
            "'list devices' lists all devices and takes no word, but got '%s'; remove it."
                .formatted(word.get()));
      }
      DeviceList devices = DeviceList.of(Installation.here());
      json.print(() -> DeviceList.SHAPE.object(devices), devices::text);
      return ExitCode.DONE;
    }
    if (kind == Kind.RUNS) {
      Optional<Instant> earliest =
          since.map(time -> Durations.since("--since", time, Instant.now()));
      RunsList runs =
          RunsList.of(word.orElse(RunsList.USUAL))
              .only(earliest, with)
              .by(sort.orElse(RunsList.SortKey.STARTED));
      System.out.print(json.asked() ? runs.json() : runs.text());
      return ExitCode.DONE;
    }
    jars.install();
    AxisCatalog catalog = new TrialCatalog();
    if (kind == Kind.PAPERS) {
      if (KnownPapers.all().isEmpty()) {
        throw new InputException(KnownPapers.MISSING);
      }
      PaperClaims claims = new PaperClaims(catalog, word);
      System.out.print(json.asked() ? claims.json() : claims.text());
      return ExitCode.DONE;
    }
    List<Parameter> parameters = catalog.parameters();
    ListedParameters listed = new ListedParameters(word, json.asked());
    List<TaskMetric> metrics = List.of();
    switch (kind) {
      case AXES -> parameters.stream().filter(p -> !p.key().equals(TASK)).forEach(listed::add);
      case TASKS -> {
        addTasks(parameters, listed);
        metrics =
            Stream.concat(Stream.of(catalog), jars.programs().stream().map(ProgramCatalog::new))
                .flatMap(programs -> TaskMetric.all(programs).stream())
                .toList();
      }
      case METHODS -> {
        String standard = SearchMethods.standard().name();
        listed.addChoice(
            "search.method", "search.", SearchMethods.all(), standard, "which cells are run");
        listed.addChoice("stop", "", StoppingRules.all(), "", "which trials are ended early");
      }
      default -> throw new IllegalStateException("Cannot list " + kind);
    }
    List<TaskMetric> found = metrics.stream().filter(this::wanted).toList();
    if (listed.wanted().isEmpty() && found.isEmpty()) {
      throw new InputException(
          "Nothing of 'list %s' has '%s' in its name, column, description or source.%s"
              .formatted(
                  kind.name().toLowerCase(Locale.ROOT), word.orElse(""), elsewhere(parameters)));
    }
    if (json.asked()) {
      List<JsonObject> objects = new ArrayList<>(ListedParameters.LINE.objects(listed.wanted()));
      objects.addAll(TaskMetric.SHAPE.objects(found));
      System.out.print(Json.print(objects));
      return ExitCode.DONE;
    }
    int columns = ConsoleTerminal.readable(word.isEmpty());
    System.out.print(
        Stream.of(
                listed.text(columns),
                found.isEmpty()
                    ? ""
                    : TaskMetric.table(found, TaskMetric.shared(metrics)).within(columns))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("\n")));
    return ExitCode.DONE;
  }

  /** Where else a word is that no axis has. */
  private String elsewhere(List<Parameter> parameters) {
    if (kind != Kind.AXES) {
      return "";
    }
    ListedParameters tasks = new ListedParameters(word, json.asked());
    addTasks(parameters, tasks);
    return tasks.wanted().isEmpty() ? "" : " 'list tasks %s' has it.".formatted(word.orElseThrow());
  }

  /** Whether a metric, or its task, contains the word. */
  private boolean wanted(TaskMetric metric) {
    return word.isEmpty()
        || StringUtils.containsIgnoreCase(metric.metric().name(), word.get())
        || StringUtils.containsIgnoreCase(metric.task(), word.get());
  }

  private void addTasks(List<Parameter> parameters, ListedParameters to) {
    parameters.stream().filter(p -> p.key().equals(TASK)).forEach(to::add);
    jars.programs().forEach(to::addTask);
  }
}
