package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.attune.api.Metric.Better;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.Modes;
import org.attune.sweeps.statistics.Rounding;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.SeedPair;
import org.attune.sweeps.statistics.UnpairedComparison;

/**
 * What a cell gains over its control in one sweep, seed by seed: cell less control.
 *
 * @param bySeed each common seed's values of both, in the order of the seeds
 */
record Gains(SortedMap<Integer, SeedPair> bySeed) {

  /** The gains of a cell over its control, both of one sweep and at their best tuned values. */
  static Gains of(TunedCell cell, TunedCell control) {
    Rounding rounding = cell.side().observed().rounding();
    SortedMap<Integer, Double> cells = values(cell);
    SortedMap<Integer, Double> controls = values(control);
    SortedMap<Integer, SeedPair> bySeed = new TreeMap<>();
    cells.forEach(
        (seed, value) -> {
          if (controls.containsKey(seed)) {
            bySeed.put(seed, SeedPair.of(value, controls.get(seed), 1, rounding));
          }
        });
    return new Gains(bySeed);
  }

  private static SortedMap<Integer, Double> values(TunedCell cell) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    cell.runs().forEach(run -> values.put(run.replicate(), run.value()));
    return values;
  }

  /** Each seed's gain; NaN where the cell or the control failed. */
  double[] values() {
    return bySeed.values().stream().mapToDouble(pair -> pair.cell() - pair.control()).toArray();
  }

  /** The gains at the seeds that another sweep's gains have too. */
  Gains common(Gains other) {
    SortedMap<Integer, SeedPair> common = new TreeMap<>(bySeed);
    common.keySet().retainAll(other.bySeed.keySet());
    return new Gains(common);
  }

  /**
   * These gains beside those of another sweep at the same seeds. A seed at which one of the four
   * trials failed counts against any verdict: nobody knows by how much it gains.
   */
  SeedComparison less(Gains first, SeedLooks looks, Rounding rounding) {
    List<SeedPair> pairs = new ArrayList<>();
    bySeed.forEach((seed, gain) -> pairs.add(pair(gain, first.bySeed.get(seed), rounding)));
    return SeedComparison.of(
        pairs,
        Better.NEITHER,
        looks.at(pairs.size()),
        looks.cost(),
        seeds -> modes(first, seeds, seeds));
  }

  /**
   * The cells with two modes, of the four whose gains these are. Gains hide what their cells show:
   * of two cells with two modes each, they have three.
   *
   * @param seeds so many of the first ones count here
   * @param firstSeeds and so many of the first sweep
   */
  private Set<Arm> modes(Gains first, int seeds, int firstSeeds) {
    return Modes.of(
        Map.of(
            Arm.CELL, values(SeedPair::cell, seeds),
            Arm.CONTROL, values(SeedPair::control, seeds),
            Arm.FIRST_CELL, first.values(SeedPair::cell, firstSeeds),
            Arm.FIRST_CONTROL, first.values(SeedPair::control, firstSeeds)));
  }

  private double[] values(ToDoubleFunction<SeedPair> of, int seeds) {
    return bySeed.values().stream().limit(seeds).mapToDouble(of).toArray();
  }

  private static SeedPair pair(SeedPair gain, SeedPair first, Rounding rounding) {
    double gained = gain.cell() - gain.control();
    double gainedFirst = first.cell() - first.control();
    double largest = Math.max(gain.largest(), first.largest());
    boolean rounded =
        gained != gainedFirst && Math.abs(gained - gainedFirst) <= rounding.of(largest);
    return new SeedPair(rounded ? gainedFirst : gained, gainedFirst, 1, largest, rounded);
  }

  /** These gains beside those of a sweep with other seeds. */
  UnpairedComparison unpaired(Gains first, SeedLooks looks, Rounding rounding) {
    return new UnpairedComparison(
        values(),
        first.values(),
        Better.NEITHER,
        rounding,
        LookCost.of(looks.multiplier()),
        modes(first, bySeed.size(), first.bySeed.size()));
  }
}
