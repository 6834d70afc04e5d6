package org.attune.jobs.list;

import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.either;
import static org.attune.jobs.console.JsonType.list;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.catalog.Traits;
import org.attune.api.trial.ProgramCatalog;
import org.attune.api.trial.TrialProgram;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.Durations;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonCommand;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.query.TaskMetric;
import org.attune.jobs.session.Jars;
import org.attune.jobs.session.KnownPapers;
import org.attune.jobs.watch.RunsList;
import org.attune.model.cuda.device.Installation;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.stopping.StoppingRules;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code attune list}: lists everything that can be set and swept. */
@Command(
    name = "list",
    description =
        "Lists what can be set and swept: axes, tasks, or search methods; what the papers claim;"
            + " the devices that a trial could run on; or the sweeps in a folder, the newest"
            + " first.")
public final class ListCommand implements Callable<Integer>, JsonCommand {

  private static final String TASK = "task";

  /** Narrower terminals show no papers; {@code --json} has them. */
  private static final int ROOM_FOR_SOURCES = 160;

  /** Narrower terminals do not show the columns of {@code results} either. */
  private static final int ROOM_FOR_COLUMNS = 140;

  /** Two initials are those of too many titles. */
  private static final int FEWEST_INITIALS = 3;

  private static final int COLUMN = 3;
  private static final int SOURCE = 5;

  /** The things that can be listed. */
  enum Kind {
    AXES,
    TASKS,
    METHODS,
    PAPERS,
    DEVICES,
    RUNS
  }

  /** A parameter; or one of its values, when {@code option} is not empty. */
  private record Line(
      int depth,
      String below,
      String key,
      String option,
      String values,
      String standard,
      String column,
      String describes,
      String source) {

    static Line of(Parameter p, int depth, String below) {
      String values = p.domain() instanceof Domain.Choice ? "a choice" : p.domain().describe();
      return new Line(
          depth,
          below,
          p.key(),
          "",
          values,
          p.defaultValue(),
          p.column(),
          p.describes(),
          p.source());
    }

    static Line of(Parameter p, Option o, int depth, String below) {
      return new Line(depth, below, p.key(), o.name(), "", "", "", o.describes(), o.source());
    }

    boolean has(String word) {
      String all = String.join(" ", key, option, column, describes, source);
      return StringUtils.containsIgnoreCase(all, word) || abbreviates(word, source);
    }

    /** Whether a word is of the initials of a paper's title, as MTA of multi-token attention. */
    private static boolean abbreviates(String word, String source) {
      String initials =
          source.replaceAll("(\\p{L})\\p{L}*[- ]?", "$1").replaceAll("[^\\p{L}]+", " ");
      return word.length() >= FEWEST_INITIALS && StringUtils.containsIgnoreCase(initials, word);
    }

    String[] row() {
      String name = "  ".repeat(depth) + (option.isEmpty() ? key : "- " + option);
      return new String[] {name, values, standard, column, describes, source};
    }
  }

  /** What a line says of a parameter itself, not of an option. */
  private static final Shape<Line> PARAMETER =
      Shape.<Line>of(Line.class)
          .with("values", TEXT, Line::values)
          .with("default", TEXT, Line::standard)
          .with("column", TEXT, Line::column);

  private static final Shape<Line> LINE =
      Shape.<Line>of(Line.class)
          .with("key", TEXT, Line::key)
          .maybe("where", TEXT, row -> Optional.of(row.below()).filter(where -> !where.isEmpty()))
          .includingIf(PARAMETER, row -> Optional.of(row).filter(line -> line.option().isEmpty()))
          .maybe("option", TEXT, row -> Optional.of(row.option()).filter(name -> !name.isEmpty()))
          .with("description", TEXT, Line::describes)
          .with("source", TEXT, Line::source);

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

  @picocli.CommandLine.Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "For runs: only sweeps that started within this time, such as 36h, 7d or 2w, or since a"
              + " date, such as 2026-11-01.")
  private Optional<String> since = Optional.empty();

  @picocli.CommandLine.Option(
      names = "--sort",
      paramLabel = "ORDER",
      description =
          "For runs: started, the newest first (the default); directory; state; or best, by the mean"
              + " of the best cell, within each metric and direction.")
  private Optional<RunsList.SortKey> sort = Optional.empty();

  @picocli.CommandLine.Option(
      names = "--with",
      paramLabel = "WORD",
      description =
          "For runs: only sweeps with this whole tag, such as #paper, or with a word that begins so,"
              + " in their directory, name or notes.")
  private Optional<String> with = Optional.empty();

  @picocli.CommandLine.Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @picocli.CommandLine.Mixin private Jars jars;

  private final List<Line> lines = new ArrayList<>();
  private final Set<String> listed = new HashSet<>();

  @Override
  public JsonType output() {
    return either(
        list(either(LINE, TaskMetric.SHAPE)),
        DeviceList.SHAPE,
        RunsList.OUTPUT,
        PaperClaims.OUTPUT);
  }

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
      System.out.print(json ? Json.print(DeviceList.SHAPE.object(devices)) : devices.text());
      return ExitCode.DONE;
    }
    if (kind == Kind.RUNS) {
      Optional<Instant> earliest =
          since.map(time -> Durations.since("--since", time, Instant.now()));
      RunsList runs =
          RunsList.of(word.orElse(RunsList.USUAL))
              .only(earliest, with)
              .by(sort.orElse(RunsList.SortKey.STARTED));
      System.out.print(json ? runs.json() : runs.text());
      return ExitCode.DONE;
    }
    jars.install();
    AxisCatalog catalog = new TrialCatalog();
    if (kind == Kind.PAPERS) {
      if (KnownPapers.all().isEmpty()) {
        throw new InputException(KnownPapers.MISSING);
      }
      PaperClaims claims = new PaperClaims(catalog, word);
      System.out.print(json ? claims.json() : claims.text());
      return ExitCode.DONE;
    }
    List<Parameter> parameters = catalog.parameters();
    List<TaskMetric> metrics = List.of();
    switch (kind) {
      case AXES ->
          parameters.stream().filter(p -> !p.key().equals(TASK)).forEach(p -> add(p, 0, ""));
      case TASKS -> {
        addTasks(parameters);
        metrics =
            Stream.concat(Stream.of(catalog), jars.programs().stream().map(ProgramCatalog::new))
                .flatMap(programs -> TaskMetric.all(programs).stream())
                .toList();
      }
      case METHODS -> {
        String standard = SearchMethods.standard().name();
        add(
            choice(
                "search.method", "search.", SearchMethods.all(), standard, "which cells are run"),
            0,
            "");
        add(choice("stop", "", StoppingRules.all(), "", "which trials are ended early"), 0, "");
      }
      default -> throw new IllegalStateException("Cannot list " + kind);
    }
    List<TaskMetric> found = metrics.stream().filter(this::wanted).toList();
    if (wanted().isEmpty() && found.isEmpty()) {
      throw new InputException(
          "Nothing of 'list %s' has '%s' in its name, column, description or source.%s"
              .formatted(
                  kind.name().toLowerCase(Locale.ROOT), word.orElse(""), elsewhere(parameters)));
    }
    System.out.print(json ? json(found) : text(found, TaskMetric.shared(metrics)));
    return ExitCode.DONE;
  }

  /** Where else a word is that no axis has. */
  private String elsewhere(List<Parameter> parameters) {
    if (kind != Kind.AXES) {
      return "";
    }
    addTasks(parameters);
    return wanted().isEmpty() ? "" : " 'list tasks %s' has it.".formatted(word.orElseThrow());
  }

  private String json(List<TaskMetric> metrics) {
    List<JsonObject> objects = new ArrayList<>(LINE.objects(wanted()));
    objects.addAll(TaskMetric.SHAPE.objects(metrics));
    return Json.print(objects);
  }

  private String text(List<TaskMetric> metrics, Set<Metric> shared) {
    String[] heading = {"key", "values", "default", "column", "what it is", "source"};
    TextTable table = TextTable.of(heading, wanted().stream().map(Line::row).toList());
    int columns = ConsoleTerminal.readable(word.isEmpty());
    TextTable fitting = columns < ROOM_FOR_SOURCES ? table.without(SOURCE) : table;
    String text = (columns < ROOM_FOR_COLUMNS ? fitting.without(COLUMN) : fitting).within(columns);
    return Stream.of(
            wanted().isEmpty() ? "" : text,
            metrics.isEmpty() ? "" : TaskMetric.table(metrics, shared).within(columns))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  /** Whether a metric, or its task, contains the word. */
  private boolean wanted(TaskMetric metric) {
    return word.isEmpty()
        || StringUtils.containsIgnoreCase(metric.metric().name(), word.get())
        || StringUtils.containsIgnoreCase(metric.task(), word.get());
  }

  /**
   * The lines that contain the word, the lines that these are nested under, and the settings of an
   * option that the word names.
   */
  private List<Line> wanted() {
    if (word.isEmpty()) {
      return lines;
    }
    Set<Line> named = named(word.get());
    Deque<Line> found = new ArrayDeque<>();
    int shown = Integer.MAX_VALUE; // the depth of the line below, if it is shown
    for (int i = lines.size() - 1; i >= 0; i--) {
      Line line = lines.get(i);
      if (line.has(word.get())
          || named.contains(line)
          || line.depth() < shown && !found.isEmpty()) {
        found.addFirst(line);
        shown = line.depth();
      }
    }
    return List.copyOf(found);
  }

  /** The lines nested under an option of this name. */
  private Set<Line> named(String option) {
    Set<Line> named = Collections.newSetFromMap(new IdentityHashMap<>());
    int above = Integer.MAX_VALUE; // the depth of the option, while its settings go by
    for (Line line : lines) {
      if (line.depth() > above) {
        named.add(line);
      } else {
        above = line.option().equalsIgnoreCase(option) ? line.depth() : Integer.MAX_VALUE;
      }
    }
    return named;
  }

  private void addTasks(List<Parameter> parameters) {
    parameters.stream().filter(p -> p.key().equals(TASK)).forEach(p -> add(p, 0, ""));
    jars.programs().forEach(this::add);
  }

  /** Adds a program of the user's as an option of the task, with all its parameters. */
  private void add(TrialProgram program) {
    for (Parameter parameter : new ProgramCatalog(program).parameters()) {
      if (parameter.key().equals(TASK)) {
        Option option = parameter.options().get(0);
        lines.add(Line.of(parameter, option, 1, ""));
        option.parameters().forEach(child -> add(child, 3, TASK + ": " + program.name()));
      } else {
        add(parameter, 3, TASK + ": " + program.name());
      }
    }
  }

  /** Presents something that a file chooses by name as a parameter. */
  private static Parameter choice(
      String key,
      String prefix,
      List<? extends Choosable> among,
      String standard,
      String describes) {
    List<Option> options = new ArrayList<>();
    for (Choosable one : among) {
      String place = prefix.isEmpty() ? key + "." + one.name() + "." : prefix;
      List<Parameter> settings =
          one.settings().stream()
              .map(
                  setting ->
                      new Parameter(
                          place + setting.name(),
                          "",
                          setting.domain(),
                          setting.options(),
                          setting.required() ? "required" : setting.standard().orElse(""),
                          setting.describes(),
                          "",
                          Traits.NONE))
              .toList();
      options.add(new Option(one.name(), one.describes(), one.source(), settings));
    }
    return Parameter.choice(key, "", describes, options, standard);
  }

  /**
   * Adds a parameter, its options and their parameters. Text lists each choice's options only once.
   */
  private void add(Parameter parameter, int depth, String below) {
    lines.add(Line.of(parameter, depth, below));
    boolean again = !listed.add(parameter.key());
    if (json || !again) {
      for (Option option : parameter.options()) {
        lines.add(Line.of(parameter, option, depth + 1, below));
        String place = parameter.key() + ": " + option.name();
        option.parameters().forEach(child -> add(child, depth + 3, place));
      }
    }
  }
}
