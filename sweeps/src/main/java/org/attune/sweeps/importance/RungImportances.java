package org.attune.sweeps.importance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.apache.commons.math3.stat.ranking.NaturalRanking;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.Run;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialCurves;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.statistics.Order;

/**
 * The axes of a sweep whose stopping rule ended trials early, at the steps where it did. At the
 * first of these steps all trials have a value, so that no axis looks idle because its bad values
 * were stopped.
 *
 * @param all by step, ascending
 * @param agreement the rank correlation between the values at the first rung and at the end, of
 *     trials that finished; NaN for fewer than {@link #FEWEST}
 * @param finished number of these trials
 * @param chance the probability of a correlation this far from 0, on either side, if the ranks had
 *     nothing to do with each other; NaN without one
 */
public record RungImportances(List<Rung> all, double agreement, int finished, double chance) {

  private static final int PERMUTATIONS = 1999;
  private static final long SEED = 19_040_101;
  private static final double ROUNDING = 1e-9;

  /** Fewer trials tell no rank correlation. */
  static final int FEWEST = 5;

  /** More rungs are not shown: a rule may stop at any step. */
  private static final int MOST = 4;

  public RungImportances {
    all = List.copyOf(all);
  }

  /** The rungs of a sweep; empty if none of its trials was stopped early, or too few had values. */
  public static RungImportances of(SweepView sweep, Observations observations) {
    if (observations.stops().isEmpty()) {
      return new RungImportances(List.of(), Double.NaN, 0, Double.NaN);
    }
    Map<String, SortedMap<Long, Double>> curves =
        TrialCurves.of(
                sweep,
                trial -> trial.state().successful(),
                name -> name.equals(observations.metric()))
            .getOrDefault(observations.metric(), Map.of());
    TreeMap<Long, Map<String, Double>> steps = new TreeMap<>();
    for (long step : ends(sweep, curves)) {
      Map<String, Double> values = new HashMap<>();
      curves.forEach(
          (trial, curve) -> {
            if (curve.containsKey(step)) {
              values.put(trial, curve.get(step));
            }
          });
      if (observations.at(values).cells().size() >= Importances.LEAST_CELLS) {
        steps.put(step, values);
      }
    }
    List<Rung> rungs = new ArrayList<>();
    chosen(List.copyOf(steps.keySet()))
        .forEach(step -> rungs.add(Rung.of(step, observations.at(steps.get(step)))));
    return steps.isEmpty()
        ? new RungImportances(rungs, Double.NaN, 0, Double.NaN)
        : agreeing(rungs, observations, steps.firstEntry().getValue());
  }

  /** The last steps of stopped trials, ascending. */
  private static TreeSet<Long> ends(SweepView sweep, Map<String, SortedMap<Long, Double>> curves) {
    TreeSet<Long> ends = new TreeSet<>();
    for (TrialStatus trial : sweep.trials()) {
      SortedMap<Long, Double> curve = curves.get(trial.trial().id());
      if (trial.state() == TrialState.STOPPED && curve != null) {
        ends.add(curve.lastKey());
      }
    }
    return ends;
  }

  /** The first, the last, and an even sample of the others. */
  private static List<Long> chosen(List<Long> steps) {
    if (steps.size() <= MOST) {
      return steps;
    }
    List<Long> chosen = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      chosen.add(steps.get(i * (steps.size() - 1) / (MOST - 1)));
    }
    return chosen;
  }

  private static RungImportances agreeing(
      List<Rung> rungs, Observations observations, Map<String, Double> first) {
    List<Run> both =
        observations.runs().stream().filter(run -> first.containsKey(run.trialId())).toList();
    if (both.size() < FEWEST) {
      return new RungImportances(rungs, Double.NaN, both.size(), Double.NaN);
    }
    double[] early = both.stream().mapToDouble(run -> first.get(run.trialId())).toArray();
    double[] late = both.stream().mapToDouble(Run::value).toArray();
    double agreement = new SpearmansCorrelation().correlation(early, late);
    return new RungImportances(rungs, agreement, both.size(), chance(early, late, agreement));
  }

  /** How often the same ranks in a random order correlate as much. */
  private static double chance(double[] early, double[] late, double agreement) {
    if (Double.isNaN(agreement)) {
      return Double.NaN;
    }
    double[] ranks = centred(early);
    double[] others = centred(late);
    double seen = Math.abs(product(ranks, others));
    Random random = new Random(SEED);
    int reached = 0;
    for (int i = 0; i < PERMUTATIONS; i++) {
      Order.shuffle(others, random);
      reached += Math.abs(product(ranks, others)) >= seen - ROUNDING * (1 + seen) ? 1 : 0;
    }
    return (1.0 + reached) / (1 + PERMUTATIONS);
  }

  private static double[] centred(double[] values) {
    double[] ranks = new NaturalRanking().rank(values);
    double mean = (ranks.length + 1) / 2.0;
    return Arrays.stream(ranks).map(rank -> rank - mean).toArray();
  }

  private static double product(double[] ranks, double[] others) {
    return IntStream.range(0, ranks.length).mapToDouble(i -> ranks[i] * others[i]).sum();
  }
}
