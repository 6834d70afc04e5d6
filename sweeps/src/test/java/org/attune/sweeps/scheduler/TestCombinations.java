package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.saved;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.search.SearchProblem;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.stopping.StoppingRules;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every two of {search methods, stopping rules, averaging, several objectives, replicates until
 * decided, programs} run together in virtual time, or the reader of sweep files refuses the two.
 * docs/combinations.md has the table that this test makes.
 */
class TestCombinations {

  private static final Path PAGE =
      Path.of(System.getProperty("user.dir"), "../docs/combinations.md");
  private static final String BEGIN = "<!-- made by TestCombinations -->\n";
  private static final String RUNS = "runs";
  private static final int STEPS = 60;
  private static final int EVERY = 10;
  private static final int SLOTS = 4;
  private static final int WORKERS = 2;

  private static final Map<String, String> SETTINGS =
      Map.of(
          "asha", "min-steps: 10, reduction: 2",
          "hyperband", "min-steps: 10, reduction: 2",
          "median", "min-trials: 2",
          "patience", "reports: 2, min-change: 0.01",
          "divergence", "bound: 2.2",
          "turns", "steps: 20");

  /** Something that a sweep file asks for. */
  private sealed interface Feature {}

  private record Method(SearchMethod method) implements Feature {
    @Override
    public String toString() {
      return "`" + method.name() + "`";
    }
  }

  private record Rule(StoppingKind kind) implements Feature {
    @Override
    public String toString() {
      return "`" + kind.name() + "`";
    }
  }

  private enum Other implements Feature {
    AVERAGING("`parameter-averaging`"),
    OBJECTIVES("several objectives"),
    DECIDED("`until: decided`"),
    PROGRAM("a program");

    private final String title;

    Other(String title) {
      this.title = title;
    }

    @Override
    public String toString() {
      return title;
    }
  }

  private static List<Feature> columns() {
    List<Feature> all = new ArrayList<>();
    StoppingRules.all().forEach(kind -> all.add(new Rule(kind)));
    all.addAll(List.of(Other.values()));
    return all;
  }

  private static List<Feature> rows() {
    List<Feature> all = new ArrayList<>();
    SearchMethods.all().forEach(method -> all.add(new Method(method)));
    all.addAll(columns());
    return all;
  }

  /** Each two once. */
  private static boolean asked(Feature row, Feature column) {
    List<Feature> columns = columns();
    return columns.indexOf(row) < columns.indexOf(column);
  }

  @TestFactory
  Stream<DynamicTest> everyTwoRunOrAreRefused() {
    return rows().stream()
        .flatMap(
            row ->
                columns().stream()
                    .filter(column -> asked(row, column))
                    .map(
                        column ->
                            DynamicTest.dynamicTest(
                                row + " with " + column,
                                () -> runsOrIsRefused(List.of(row, column)))));
  }

  @Test
  void thePageHasTheTable() throws Exception {
    String page = Files.readString(PAGE);
    String made = table();
    String there = page.substring(page.indexOf(BEGIN) + BEGIN.length());
    if (!there.equals(made) && Boolean.getBoolean("attune.write")) {
      Files.writeString(PAGE, page.substring(0, page.indexOf(BEGIN)) + BEGIN + made);
      return;
    }
    assertThat(there)
        .as("the table of %s; run this test with -Dattune.write=true to make it", PAGE)
        .isEqualTo(made);
  }

  private static String table() {
    StringBuilder table = new StringBuilder("| |");
    columns().forEach(column -> table.append(' ').append(column).append(" |"));
    table.append("\n|---|").append("---|".repeat(columns().size())).append('\n');
    for (Feature row : rows()) {
      if (columns().stream().noneMatch(column -> asked(row, column))) {
        continue;
      }
      table.append("| ").append(row).append(" |");
      for (Feature column : columns()) {
        table.append(' ').append(asked(row, column) ? word(List.of(row, column)) : "").append(" |");
      }
      table.append('\n');
    }
    return table.toString();
  }

  /** Whether the reader of sweep files accepts the two. */
  private static boolean accepted(List<Feature> features) {
    return word(features).equals(RUNS);
  }

  /** What the table says: that they run, or the key at which they are refused. */
  private static String word(List<Feature> features) {
    try {
      spec(features);
      return RUNS;
    } catch (SpecException refused) {
      return "refused at `" + refused.problems().get(0).key() + "`";
    }
  }

  private static void runsOrIsRefused(List<Feature> features) throws Exception {
    if (!accepted(features)) {
      return; // the table shows it
    }
    SimulatedSweep whole = sweep(features);
    assertThat(run(whole, features, Integer.MAX_VALUE)).isEqualTo(Ending.COMPLETE);
    checkEnded(whole);

    SimulatedSweep cut = sweep(features);
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> run(cut, features, whole.journal.size() / 2)))
        .hasCauseInstanceOf(SimulatedSweep.Died.class);
    assertThat(run(cut, features, Integer.MAX_VALUE)).isEqualTo(Ending.COMPLETE);
    checkEnded(cut);
  }

  private static void checkEnded(SimulatedSweep sweep) {
    Counts counts = sweep.counts();
    assertThat(counts.failed()).isZero();
    assertThat(counts.finished()).isPositive();
    assertThat(counts.finished() + counts.stopped())
        .isEqualTo(sweep.state().view().trials().size())
        .isGreaterThanOrEqualTo(4);
  }

  private static SimulatedSweep sweep(List<Feature> features) {
    SimulatedSweep sweep = new SimulatedSweep(SLOTS, TestCombinations::trial);
    sweep.room = trial -> features.contains(Other.AVERAGING) ? WORKERS : 1;
    return sweep;
  }

  private static Ending run(SimulatedSweep sweep, List<Feature> features, int most)
      throws Exception {
    SweepSpec spec = spec(features);
    return sweep.run(spec, spec.newSearch(catalog(features)), most, Optional.empty());
  }

  /** Reports and checkpoints from where it begins to its end; the loss falls, some faster. */
  private static List<Event.OfAttempt> trial(TrialContext trial) {
    long end = Long.parseLong(trial.configuration().get("train.steps"));
    double worst = 1 + Math.floorMod(trial.trial().hashCode(), 97) / 97.0;
    List<Event.OfAttempt> events = new ArrayList<>();
    for (long step = trial.start().step() + EVERY; step <= end; step += EVERY) {
      Map<String, Double> values = Map.of("loss", worst + 1.0 / step, "accuracy", 1 / worst);
      events.add(
          new Event.Measured(trial.trial(), trial.attempt(), step, values, SimulatedSweep.NOON));
      events.add(saved(trial, step));
    }
    events.add(finished(trial, worst));
    return events;
  }

  private static AxisCatalog catalog(List<Feature> features) throws SpecException {
    return features.contains(Other.PROGRAM)
        ? SpecFile.command("s.yaml", yaml(features)).orElseThrow().catalog()
        : new Modes();
  }

  private static SweepSpec spec(List<Feature> features) throws SpecException {
    return SpecFile.read("s.yaml", yaml(features), Map.of(), catalog(features));
  }

  private static String yaml(List<Feature> features) {
    boolean program = features.contains(Other.PROGRAM);
    Optional<Method> method = first(features, Method.class);
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("sweep", "s");
    if (program) {
      lines.put(
          "task",
          "{command: {run: 'train', parameters: {train.steps: {integer: [1, 1000], default: %d},"
                  .formatted(STEPS)
              + " rate: {real: [1e-5, 1], default: 1e-3}, gate: {choice: [none, learned]}},"
              + " metrics: {loss: lower, accuracy: higher}}}");
    } else {
      lines.put("train", "{steps: " + STEPS + "}");
    }
    String rate = program ? "rate" : "train.learning-rate";
    String gate = program ? "gate" : "attention.gate";
    boolean drawn = method.filter(m -> !m.method.exhaustive()).isPresent();
    lines.put(
        "axes",
        "{%s: [none, learned]%s}"
            .formatted(
                gate,
                features.contains(Other.DECIDED)
                    ? ""
                    : ", "
                        + rate
                        + (drawn
                            ? ": {log-uniform: [1e-4, 1e-1]}"
                            : ": [1e-3, 2e-3, 5e-3, 1e-2]")));
    lines.put(
        features.contains(Other.OBJECTIVES) ? "objectives" : "objective",
        features.contains(Other.OBJECTIVES)
            ? "[{metric: loss, goal: minimize}, {metric: accuracy, goal: maximize}]"
            : "{metric: loss, goal: minimize}");
    method.ifPresent(m -> lines.put("search", search(m.method)));
    List<Rule> rules =
        features.stream().filter(Rule.class::isInstance).map(Rule.class::cast).toList();
    if (!rules.isEmpty()) {
      lines.put(
          "stop",
          rules.stream().map(TestCombinations::stop).collect(Collectors.joining(", ", "{", "}")));
    }
    if (features.contains(Other.AVERAGING)) {
      lines.put("execution", "{mode: parameter-averaging, workers: " + WORKERS + "}");
    }
    if (features.contains(Other.DECIDED)) {
      lines.put("replicates", "{at-least: 3, at-most: 5, until: decided}");
      lines.put("claims", "[{says: it helps, cell: learned, is: below, of: none}]");
    }
    return lines.entrySet().stream()
        .map(line -> line.getKey() + ": " + line.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private static String search(SearchMethod method) {
    if (method.name().equals("population")) {
      return "{method: population, population: 4, turns: 3}";
    }
    boolean counts =
        method.settings().stream().anyMatch(s -> s.name().equals(SearchProblem.TRIALS));
    return "{method: %s%s}".formatted(method.name(), counts ? ", trials: 12" : "");
  }

  private static String stop(Rule rule) {
    return "%s: {metric: loss, goal: minimize, %s}"
        .formatted(rule.kind.name(), SETTINGS.get(rule.kind.name()));
  }

  private static <T extends Feature> Optional<T> first(List<Feature> features, Class<T> type) {
    return features.stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  /** The sample catalog with the modes of Attune's models. */
  private record Modes() implements AxisCatalog {
    @Override
    public List<Parameter> parameters() {
      List<Parameter> all = new ArrayList<>(SampleCatalog.CATALOG.parameters());
      all.add(
          Parameter.choice(
              "execution.mode",
              "execution_mode",
              "",
              List.of(
                  Option.of("fan-out", "", ""),
                  Option.of(
                      "parameter-averaging",
                      "",
                      "",
                      parameter("execution.mode.workers", new Domain.IntegerRange(1, 64), "2")))));
      return all;
    }

    private static Parameter parameter(String key, Domain domain, String standard) {
      return new Parameter(key, key.replace('.', '_'), domain, standard, "", "");
    }

    @Override
    public List<String> conflicts(Configuration configuration) {
      return SampleCatalog.CATALOG.conflicts(configuration);
    }

    @Override
    public List<Metric> metrics(Configuration configuration) {
      List<Metric> metrics = new ArrayList<>(SampleCatalog.CATALOG.metrics(configuration));
      metrics.add(Metric.of("accuracy", "for tests", "", Metric.Better.HIGHER));
      return metrics;
    }

    @Override
    public Cost cost(Configuration configuration) {
      return SampleCatalog.CATALOG.cost(configuration);
    }
  }
}
