package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;

/**
 * A sweep of which the truth is known: a grid, what each cell comes to on average, what each seed
 * does to all cells, and noise.
 *
 * @param axes their values
 * @param truth of a cell, by its values
 * @param seeds per cell
 * @param seedDeviation of what a seed does to all cells alike
 * @param noise standard deviation of the rest
 */
record KnownSweep(
    Map<String, List<String>> axes,
    ToDoubleFunction<Map<String, String>> truth,
    int seeds,
    double seedDeviation,
    double noise) {

  static final Observations.Excluded NONE = new Observations.Excluded(0, 0, 0, true, 0, 0);

  /** The same observations, of cells that a search chose by results. */
  static Observations bySearch(Observations of) {
    return with(of, true, of.looks());
  }

  /** The same observations after other looks. */
  static Observations after(SeedLooks looks, Observations of) {
    return with(of, of.searched(), looks);
  }

  private static Observations with(Observations of, boolean searched, SeedLooks looks) {
    return new Observations(
        of.metric(),
        of.goal(),
        of.factors(),
        of.runs(),
        of.failures(),
        of.stops(),
        of.rejected(),
        of.summaries(),
        of.excluded(),
        of.names(),
        searched,
        searched,
        looks,
        of.objective(),
        Optional.empty());
  }

  List<Map<String, String>> cells() {
    List<Map<String, String>> cells = new ArrayList<>(List.of(new TreeMap<>()));
    for (Map.Entry<String, List<String>> axis : new TreeMap<>(axes).entrySet()) {
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> cell : cells) {
        for (String value : axis.getValue()) {
          Map<String, String> one = new TreeMap<>(cell);
          one.put(axis.getKey(), value);
          more.add(one);
        }
      }
      cells = more;
    }
    return cells;
  }

  Observations run(Random random) {
    double[] shared =
        random.doubles(seeds).map(u -> seedDeviation * random.nextGaussian()).toArray();
    List<Run> runs = new ArrayList<>();
    for (Map<String, String> values : cells()) {
      Configuration cell = new Configuration(values);
      for (int seed = 0; seed < seeds; seed++) {
        double value = truth.applyAsDouble(values) + shared[seed] + noise * random.nextGaussian();
        runs.add(new Run(cell.hash().substring(0, 12) + "-" + seed, cell, seed, value));
      }
    }
    return Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, NONE);
  }
}
