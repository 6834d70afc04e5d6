package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.claim.TrainedMetric;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.statistics.Rounding;
import org.attune.sweeps.statistics.Summary;

/**
 * A sweep's finished trials with the factors that differ between them. Stopped trials are excluded:
 * a value at an earlier step is another quantity.
 *
 * @param metric the observed metric
 * @param goal the better direction; empty if neither is better
 * @param factors that differ between cells, by key
 * @param runs finished trials with a finite number
 * @param failures trials whose cell has no number at that seed: they failed, diverged or ended
 *     without the metric that the cell has at other seeds; their value is NaN
 * @param stops trials that were stopped early; their value is NaN
 * @param rejected finished and failed trials on tuning seeds, of settings at which no fresh seed
 *     has ended: they judge nothing. Until a fresh seed of any setting finishes, all tuning seeds
 *     are among the runs and failures instead
 * @param summaries all cells' summaries, the best first
 * @param excluded all other trials
 * @param names of cells
 * @param searched whether results decided which cells ran, or how many seeds they got, or may still
 *     do so because the sweep has not ended: no test that takes cells as given holds then
 * @param adaptive whether the sweep's search looks at results
 * @param looks at results, before or after which seeds ended or were added
 * @param objective the same of the sweep's objective, by which tuned values are chosen where
 *     neither direction of the metric is better; empty otherwise
 * @param earlier what was known when the sweep was last extended; empty if its tables showed no
 *     verdicts then, and for a sweep that was not extended after results
 */
public record Observations(
    String metric,
    Optional<Goal> goal,
    List<Factor> factors,
    List<Run> runs,
    List<Run> failures,
    List<Run> stops,
    List<Run> rejected,
    List<CellSummary> summaries,
    Excluded excluded,
    CellNames names,
    boolean searched,
    boolean adaptive,
    SeedLooks looks,
    Optional<Observations> objective,
    Optional<Observations> earlier) {

  /**
   * The numbers of excluded trials, by reason.
   *
   * @param stopped before the end of their training
   * @param failed permanently
   * @param open known to be pending, running or abandoned; 0 once the sweep has ended
   * @param ended whether the sweep has no trial left; before, a budget may hide further ones
   * @param withoutValue finished without the metric, or with a NaN or infinite value
   * @param tuning ended on tuning seeds, while fresh seeds judge the cells
   */
  public record Excluded(
      int stopped, int failed, int open, boolean ended, int withoutValue, int tuning) {}

  public Observations {
    factors = List.copyOf(factors);
    runs = List.copyOf(runs);
    failures = List.copyOf(failures);
    stops = List.copyOf(stops);
    rejected = List.copyOf(rejected);
    summaries = List.copyOf(summaries);
  }

  /** A sweep's observations of one final metric. */
  public static Observations of(SweepView sweep, String metric, Optional<Goal> goal) {
    return of(sweep, metric, goal, sweep.changes().size());
  }

  /**
   * A sweep's observations before some of its changes.
   *
   * @param changes the number of its changes that count
   */
  private static Observations of(SweepView sweep, String metric, Optional<Goal> goal, int changes) {
    boolean now = changes == sweep.changes().size();
    List<TrialStatus> trials =
        now
            ? sweep.trials()
            : sweep.trials().stream().filter(sweep.changes().get(changes)::follows).toList();
    List<Run> runs = new ArrayList<>();
    List<Run> failures = new ArrayList<>();
    List<Run> stops = new ArrayList<>();
    List<Run> rejected = new ArrayList<>();
    List<Run> unmeasured = new ArrayList<>();
    int withoutValue = 0;
    int tuning = 0;
    Set<Configuration> known =
        trials.stream().map(trial -> trial.trial().configuration()).collect(Collectors.toSet());
    Set<Configuration> judged =
        trials.stream()
            .filter(CellSummary::judges)
            .map(trial -> trial.trial().configuration())
            .collect(Collectors.toSet());
    boolean fresh =
        trials.stream()
            .anyMatch(
                trial -> !CellSummary.isTuning(trial) && trial.state() == TrialState.FINISHED);
    for (TrialStatus trial : trials) {
      if (CellSummary.isTuning(trial) && fresh) {
        tuning += trial.state().successful() ? 1 : 0;
        if (!judged.contains(trial.trial().configuration())) {
          tuned(trial, metric).ifPresent(rejected::add);
        }
      } else if (trial.state() == TrialState.FINISHED) {
        Double value = trial.attempt().map(Attempt::metrics).orElse(Map.of()).get(metric);
        if (value == null || !Double.isFinite(value)) {
          withoutValue++;
          (value == null ? unmeasured : failures).add(run(trial, Double.NaN));
        } else {
          runs.add(run(trial, value));
        }
      } else if (trial.state() == TrialState.FAILED) {
        failures.add(run(trial, Double.NaN));
      } else if (trial.state() == TrialState.STOPPED) {
        stops.add(run(trial, Double.NaN));
      }
    }
    Set<Configuration> measured = runs.stream().map(Run::cell).collect(Collectors.toSet());
    unmeasured.stream().filter(run -> measured.contains(run.cell())).forEach(failures::add);
    int failed = (int) trials.stream().filter(trial -> trial.state() == TrialState.FAILED).count();
    int ended = runs.size() + withoutValue + stops.size() + failed + tuning;
    boolean complete = !now || sweep.completed().isPresent();
    int open = complete ? 0 : (int) Math.max(0, sweep.total() - ended);
    boolean adaptive = now ? adaptive(sweep) : sweep.changes().get(changes).searched();
    CellNames names = CellNames.of(sweep);
    return new Observations(
        metric,
        goal,
        Factors.of(runs, names, tuning > 0),
        runs,
        failures,
        stops,
        rejected,
        CellSummary.of(sweep, metric, goal, TrialState.FINISHED).stream()
            .filter(cell -> known.contains(cell.configuration()))
            .toList(),
        new Excluded(stops.size(), failed, open, complete, withoutValue, tuning),
        names,
        !complete || adaptive,
        adaptive,
        SeedLooks.of(sweep, sweep.changes().size() - changes),
        goal.isPresent() || !now ? Optional.empty() : Optional.of(ofObjective(sweep)),
        earlier(sweep, metric, goal, changes));
  }

  /** What was known before the last of some changes, if the tables showed verdicts of it. */
  private static Optional<Observations> earlier(
      SweepView sweep, String metric, Optional<Goal> goal, int changes) {
    int dropped = sweep.changes().size() - changes + 1;
    boolean shown =
        goal.isPresent()
            && changes > 0
            && sweep.plans().size() > dropped
            && sweep.reused().isEmpty()
            && sweep.changes().get(changes - 1).complete()
            && !sweep.changes().get(changes - 1).searched();
    return shown ? Optional.of(of(sweep, metric, goal, changes - 1)) : Optional.empty();
  }

  /** A sweep's observations of its first objective. */
  public static Observations ofObjective(SweepView sweep) {
    Objective objective = sweep.header().objective();
    return of(sweep, objective.metric(), Optional.of(objective.goal()));
  }

  /** A trial on a tuning seed, if it finished with a number or failed. */
  private static Optional<Run> tuned(TrialStatus trial, String metric) {
    if (trial.state() == TrialState.FAILED) {
      return Optional.of(run(trial, Double.NaN));
    }
    return trial
        .attempt()
        .filter(attempt -> trial.state() == TrialState.FINISHED)
        .map(attempt -> attempt.metrics().get(metric))
        .map(value -> run(trial, Double.isFinite(value) ? value : Double.NaN));
  }

  private static boolean adaptive(SweepView sweep) {
    return sweep.header().design().looksAtResults();
  }

  private static Run run(TrialStatus trial, double value) {
    return new Run(
        trial.trial().id(), trial.trial().configuration(), trial.trial().replicate(), value);
  }

  /** Observations from any source. */
  public static Observations of(
      String metric, Optional<Goal> goal, List<Run> all, Excluded excluded) {
    Map<Boolean, List<Run>> seeds =
        all.stream().collect(Collectors.partitioningBy(run -> Tuning.isTuning(run.replicate())));
    boolean fresh = !seeds.get(false).isEmpty();
    List<Run> runs = fresh ? seeds.get(false) : all;
    CellNames names = CellNames.of(all.stream().map(Run::cell).toList());
    Set<Configuration> judged = runs.stream().map(Run::cell).collect(Collectors.toSet());
    return new Observations(
        metric,
        goal,
        Factors.of(runs, names, excluded.tuning() > 0),
        runs,
        List.of(),
        List.of(),
        fresh
            ? seeds.get(true).stream().filter(run -> !judged.contains(run.cell())).toList()
            : List.of(),
        summaries(runs, goal),
        excluded,
        names,
        false,
        false,
        new SeedLooks(List.of()),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * The trials by their values at an earlier step, stopped trials among them.
   *
   * @param values by trial; a trial without one ended before that step
   */
  public Observations at(Map<String, Double> values) {
    List<Run> reached =
        Stream.of(runs, stops, failures)
            .flatMap(List::stream)
            .filter(run -> values.containsKey(run.trialId()))
            .map(
                run ->
                    new Run(run.trialId(), run.cell(), run.replicate(), values.get(run.trialId())))
            .toList();
    List<Run> before = stops.stream().filter(run -> !values.containsKey(run.trialId())).toList();
    return new Observations(
        metric,
        goal,
        Factors.of(reached, names, false),
        reached,
        failures.stream().filter(run -> !values.containsKey(run.trialId())).toList(),
        before,
        List.of(),
        summaries(reached, goal),
        new Excluded(before.size(), excluded.failed(), excluded.open(), excluded.ended(), 0, 0),
        names,
        searched || !before.isEmpty(),
        adaptive,
        looks,
        Optional.empty(),
        Optional.empty());
  }

  private static List<CellSummary> summaries(List<Run> runs, Optional<Goal> goal) {
    Map<Configuration, List<Double>> values = new LinkedHashMap<>();
    runs.forEach(
        run -> values.computeIfAbsent(run.cell(), cell -> new ArrayList<>()).add(run.value()));
    return values.entrySet().stream()
        .map(cell -> new CellSummary(cell.getKey(), 0, 0, false, Summary.of(cell.getValue())))
        .sorted(CellSummary.bestFirst(goal))
        .toList();
  }

  /** The better direction, as comparisons know it. */
  Metric.Better better() {
    return goal.map(g -> g == Goal.MINIMIZE ? Metric.Better.LOWER : Metric.Better.HIGHER)
        .orElse(Metric.Better.NEITHER);
  }

  /**
   * The rounding of the metric: that of float32 where Attune's networks computed all values, and
   * they are not counts.
   */
  Rounding rounding() {
    return runs.stream().anyMatch(run -> run.value() != Math.rint(run.value()))
            && runs.stream().allMatch(run -> TrainedMetric.rounding(run.cell()) == Rounding.FLOAT32)
        ? Rounding.FLOAT32
        : Rounding.FLOAT64;
  }

  /** The numbers of failed trials at an axis's levels, without levels at which none failed. */
  Map<String, Long> failuresBy(Factor factor) {
    return failures.stream()
        .collect(Collectors.groupingBy(run -> factor.level(run.cell()), Collectors.counting()));
  }

  /** Whether more trials failed at some of an axis's values than at others. */
  public boolean failsUnevenly(Factor factor) {
    Map<String, Long> failed = failuresBy(factor);
    return !failed.isEmpty()
        && (new HashSet<>(failed.values()).size() > 1
            || !failed.keySet().equals(new HashSet<>(factor.levels())));
  }

  /** An axis as a comparison names it: {@code kind (with n, width)} if others change with it. */
  public String axisLabel(String axis) {
    return factors.stream()
        .filter(factor -> factor.key().equals(axis) && !factor.together().isEmpty())
        .findFirst()
        .map(factor -> "%s (with %s)".formatted(axis, String.join(", ", factor.together())))
        .orElse(axis);
  }

  /** The cells, in the order their first trial was proposed. */
  public List<Configuration> cells() {
    Set<Configuration> cells = new LinkedHashSet<>();
    runs.forEach(run -> cells.add(run.cell()));
    return List.copyOf(cells);
  }

  /**
   * The factors whose values follow from those of another, with the key of that: a rate that tuning
   * chose for each cell has no effect that could be told from the cells'.
   */
  public Map<String, String> following() {
    Map<String, String> following = new LinkedHashMap<>();
    factors.forEach(factor -> factor.from().ifPresent(from -> following.put(factor.key(), from)));
    return following;
  }

  /** The factors whose effects results can tell apart. */
  public List<Factor> separable() {
    return factors.stream().filter(factor -> factor.from().isEmpty()).toList();
  }

  /** The factors that differ between all cells, those without a finished trial among them. */
  public List<Factor> columns() {
    return Factors.of(
        summaries.stream().map(cell -> new Run("", cell.configuration(), 0, Double.NaN)).toList(),
        names,
        false);
  }

  /** A cell's name if it has one, and its values of the other factors, by key. */
  public Map<String, String> varied(Configuration cell) {
    Map<String, String> varied = new LinkedHashMap<>();
    for (Factor factor : factors) {
      if (!factor.level(cell).equals(Factor.ABSENT)) {
        varied.put(factor.key(), factor.level(cell));
      }
    }
    return varied;
  }
}
