package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.search.Objective.Goal;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * A sweep's finished trials by what differs between them. A stopped trial is not among them: what
 * it had measured when it was stopped is another quantity.
 *
 * @param metric that was measured
 * @param goal which way it is better; empty when neither is
 * @param factors what differs between cells, by key
 * @param runs finished trials with a finite number
 * @param excluded all other trials
 */
public record Observations(
    String metric, Optional<Goal> goal, List<Factor> factors, List<Run> runs, Excluded excluded) {

  /**
   * Trials that are left out, and why.
   *
   * @param stopped before they were trained to their end
   * @param failed for good
   * @param open that wait, run or were given up
   * @param withoutValue finished ones without the metric, or with NaN or an infinity
   */
  public record Excluded(int stopped, int failed, int open, int withoutValue) {}

  public Observations {
    factors = List.copyOf(factors);
    runs = List.copyOf(runs);
  }

  /** A sweep's observations of one final metric. */
  public static Observations of(SweepView sweep, String metric, Optional<Goal> goal) {
    List<Run> runs = new ArrayList<>();
    int withoutValue = 0;
    for (TrialStatus trial : sweep.trials()) {
      if (trial.state() == TrialState.FINISHED) {
        Double value = trial.attempt().map(Attempt::metrics).orElse(Map.of()).get(metric);
        if (value == null || !Double.isFinite(value)) {
          withoutValue++;
        } else {
          runs.add(
              new Run(
                  trial.trial().id(),
                  trial.trial().configuration(),
                  trial.trial().replicate(),
                  value));
        }
      }
    }
    int stopped = sweep.counts().stopped();
    int failed = sweep.counts().failed();
    int open = (int) (sweep.total() - runs.size() - withoutValue - stopped - failed);
    return of(metric, goal, runs, new Excluded(stopped, failed, open, withoutValue));
  }

  /** Observations that come from anywhere. */
  public static Observations of(
      String metric, Optional<Goal> goal, List<Run> runs, Excluded excluded) {
    return new Observations(metric, goal, factors(runs), runs, excluded);
  }

  /** The cells, in the order their first trial was proposed. */
  public List<Configuration> cells() {
    Set<Configuration> cells = new LinkedHashSet<>();
    runs.forEach(run -> cells.add(run.cell()));
    return List.copyOf(cells);
  }

  /** A cell's values of what differs, by key; those of parameters that it has. */
  public Map<String, String> varied(Configuration cell) {
    Map<String, String> varied = new LinkedHashMap<>();
    for (Factor factor : factors) {
      if (cell.has(factor.key())) {
        varied.put(factor.key(), factor.level(cell));
      }
    }
    return varied;
  }

  /**
   * Parameters with two values or more. One that only comes and goes with an option, at one value,
   * says nothing that the option does not.
   */
  private static List<Factor> factors(List<Run> runs) {
    Map<String, Set<String>> values = new TreeMap<>();
    for (Configuration cell : new LinkedHashSet<>(runs.stream().map(Run::cell).toList())) {
      cell.values()
          .forEach((key, value) -> values.computeIfAbsent(key, k -> new TreeSet<>()).add(value));
    }
    values.values().removeIf(distinct -> distinct.size() < 2);
    Map<List<Integer>, Factor> byPattern = new LinkedHashMap<>();
    Map<String, List<String>> together = new LinkedHashMap<>();
    for (String key : values.keySet()) {
      Factor factor = Factor.of(key, runs);
      Factor first = byPattern.putIfAbsent(pattern(factor, runs), factor);
      if (first != null) {
        together.computeIfAbsent(first.key(), k -> new ArrayList<>()).add(key);
      }
    }
    return byPattern.values().stream()
        .map(factor -> factor.with(together.getOrDefault(factor.key(), List.of())))
        .toList();
  }

  /** Equal for factors that cut the trials into the same groups. */
  private static List<Integer> pattern(Factor factor, List<Run> runs) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    List<Integer> pattern = new ArrayList<>(runs.size());
    for (Run run : runs) {
      String level = factor.level(run.cell());
      numbers.putIfAbsent(level, numbers.size());
      pattern.add(numbers.get(level));
    }
    return pattern;
  }
}
