package org.attune.sweeps.importance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.statistics.Summary;

/**
 * The share of the variance over the whole space that each axis explains by itself: functional
 * analysis of variance (Hutter, Hoos and Leyton-Brown, "An Efficient Approach for Assessing
 * Hyperparameter Importance", ICML 2014). Where the cells are a full grid it is exact; elsewhere it
 * is that of a random forest's mean prediction. Cells count by their means over seeds.
 *
 * <p>An axis' share counts as shown by its F test, or where it exceeds the shares of shuffled
 * copies of all axes (Altmann et al., Bioinformatics 26, 2010) that are grown into the same forest.
 * The two tests share the level: on a sweep whose axes do nothing any is shown in at most 5 of 100
 * sweeps.
 *
 * @param exact whether it is computed from the cells themselves, not from a forest
 * @param cells number of cells that it rests on
 * @param population number of all cells; more than {@code cells} where a sample was drawn
 * @param fit R² of the forest's trees on cells that they had not seen; NaN where it is exact
 * @param chance the share that a shuffled copy of some axis has in 1 of 20 forests; NaN where
 *     shares are tested, and where they are exact
 * @param axes the largest share first
 */
public record Importances(
    boolean exact,
    int cells,
    int population,
    double fit,
    double chance,
    List<AxisImportance> axes) {

  /** Below this share of unseen cells' variance a forest's importances mean nothing. */
  public static final double LEAST_FIT = 0.1;

  /** The least fit where no share is tested: searches crowd where results were good. */
  public static final double LEAST_UNTESTED_FIT = 0.5;

  static final int LEAST_CELLS = 12;
  private static final int MOST_CELLS = 1000;
  private static final int TREES = 64;

  private static final int NULLS = 39;

  /** The least p that this number of forests with shuffled copies gives. */
  private static final double LEAST_P = 1.0 / (1 + NULLS);

  private static final int NULL_CELLS = 250;
  private static final long SEED = 20_140_621;

  /**
   * Of this number of the {@value #NULLS} forests, the largest share of a copy counts as chance.
   */
  private static final int BY_CHANCE = NULLS - 1;

  /**
   * One axis.
   *
   * @param axis key of the factor
   * @param share of the variance, 0 to 1; that of an idle axis is small, but not 0
   * @param probability of so large a share where the axis does nothing, all axes paid for; NaN
   *     where it cannot be told
   * @param least whether the probability is the smallest that this number of trials or of shuffled
   *     forests can give
   * @param tested whether the share is tested; not if a search chose the cells by results, nor if
   *     more trials failed at some values of the axis
   * @param shown whether the share exceeds chance
   */
  public record AxisImportance(
      String axis,
      double share,
      double probability,
      boolean least,
      boolean tested,
      boolean shown) {}

  public Importances {
    axes = List.copyOf(axes);
  }

  /** Whether the shares say something: exact ones, and those of a forest that predicts. */
  public boolean useful() {
    return exact
        || fit >= (axes.stream().anyMatch(AxisImportance::tested) ? LEAST_FIT : LEAST_UNTESTED_FIT);
  }

  /**
   * Whether the share of an axis is no larger than chance makes it: by its test, or after a search,
   * which allows none, beside shuffled copies.
   */
  public boolean withinChance(AxisImportance axis) {
    return axis.tested() ? !axis.shown() : axis.share() <= chance;
  }

  /**
   * Shares by axis, the largest first; 0 for an axis whose share does not exceed chance. Other
   * shares that are not tested are given.
   */
  public Map<String, Double> shown() {
    Map<String, Double> shown = new LinkedHashMap<>();
    axes.forEach(
        axis ->
            shown.put(
                axis.axis(), axis.shown() || useful() && !withinChance(axis) ? axis.share() : 0));
    return shown;
  }

  /**
   * The importances of a sweep's axes; empty with too few cells, where nothing differs, or where a
   * search's cells do not tell the axes apart.
   */
  public static Optional<Importances> of(SweepAnalysis analysis) {
    List<Factor> factors = analysis.observations().separable();
    Map<Configuration, Double> means = analysis.cellMeans();
    double[] values = means.values().stream().mapToDouble(Double::doubleValue).toArray();
    List<Configuration> cells = List.copyOf(means.keySet());
    if (factors.isEmpty() || values.length < 2 || Summary.of(values).alike()) {
      return Optional.empty();
    }
    boolean searched = analysis.observations().searched();
    boolean few = cells.size() < LEAST_CELLS;
    if (!(searched && few) && isGrid(factors, cells)) {
      return Optional.of(exact(analysis, factors, cells, values));
    }
    return few || searched && isConfounded(analysis)
        ? Optional.empty()
        : Optional.of(ofForest(analysis, factors, cells, values));
  }

  /**
   * Whether a search's cells leave open which axis a share belongs to: a forest predicts as well
   * from an idle axis that goes with another. A random search has tests, which see that.
   */
  private static boolean isConfounded(SweepAnalysis analysis) {
    return !analysis.adjusted() || !analysis.tied().isEmpty();
  }

  private static boolean isGrid(List<Factor> factors, List<Configuration> cells) {
    long product = 1;
    for (Factor factor : factors) {
      product *= factor.continuous() ? 0 : factor.levels().size();
      if (product > cells.size()) {
        return false;
      }
    }
    return product == cells.size();
  }

  private static Importances exact(
      SweepAnalysis analysis, List<Factor> factors, List<Configuration> cells, double[] values) {
    double total = StatUtils.populationVariance(values);
    List<AxisImportance> axes = new ArrayList<>();
    for (Factor factor : factors) {
      double[] means =
          factor.levels().stream()
              .mapToDouble(
                  level ->
                      IntStream.range(0, values.length)
                          .filter(i -> factor.level(cells.get(i)).equals(level))
                          .mapToDouble(i -> values[i])
                          .average()
                          .orElseThrow())
              .toArray();
      Effect effect = main(analysis, factor);
      axes.add(
          new AxisImportance(
              factor.key(),
              StatUtils.populationVariance(means) / total,
              effect.adjusted(),
              isLeast(analysis, effect),
              isTested(analysis, factor),
              effect.shown()));
    }
    return new Importances(
        true, values.length, values.length, Double.NaN, Double.NaN, sorted(axes));
  }

  private static boolean isTested(SweepAnalysis analysis, Factor factor) {
    return !analysis.observations().searched() && !analysis.observations().failsUnevenly(factor);
  }

  private static boolean isLeast(SweepAnalysis analysis, Effect effect) {
    return effect.least(analysis.observations().runs().size());
  }

  private static Effect main(SweepAnalysis analysis, Factor factor) {
    return analysis.main().stream()
        .filter(main -> main.axes().get(0).equals(factor.key()))
        .findFirst()
        .orElseThrow();
  }

  private static Importances ofForest(
      SweepAnalysis analysis, List<Factor> factors, List<Configuration> cells, double[] values) {
    Random random = new Random(SEED);
    ForestCells all =
        new ForestCells(
            factors.stream().map(factor -> TreeFeature.of(factor, cells, random)).toList(), values);
    ForestCells drawn = all.drawn(MOST_CELLS, random);
    RandomForest forest = new RandomForest(drawn.columns(), drawn.means(), TREES, random);
    double[] variances = forest.mainVariances();
    double total = forest.total(variances, random);
    double fit = forest.fit();
    boolean searched = analysis.observations().searched();
    double[] probabilities = searched ? new double[variances.length] : probabilities(all, random);
    List<AxisImportance> axes = new ArrayList<>();
    for (int f = 0; f < variances.length; f++) {
      boolean tested = isTested(analysis, factors.get(f));
      Effect effect = main(analysis, factors.get(f));
      boolean byForests = !(effect.adjusted() <= probabilities[f]);
      double smaller = byForests ? probabilities[f] : effect.adjusted();
      double both = tested ? Math.min(1, 2 * smaller) : Double.NaN;
      axes.add(
          new AxisImportance(
              factors.get(f).key(),
              total > 0 ? variances[f] / total : 0,
              both,
              tested && (byForests ? smaller == LEAST_P : isLeast(analysis, effect)),
              tested,
              fit >= LEAST_FIT && both <= Effect.LEVEL));
    }
    double chance = searched ? chance(drawn) : Double.NaN;
    return new Importances(false, drawn.means().length, values.length, fit, chance, sorted(axes));
  }

  /** The share that the largest of all shuffled copies has, in all but one of the forests. */
  private static double chance(ForestCells cells) {
    Random random = new Random(SEED);
    double[] shares =
        ShuffledCopies.grown(NULLS, cells, MOST_CELLS, random)
            .mapToDouble(copies -> copies.share(random))
            .sorted()
            .toArray();
    return shares[BY_CHANCE - 1];
  }

  /** How often a shuffled copy of any axis explains as much as the axis in the same forest. */
  private static double[] probabilities(ForestCells cells, Random random) {
    int[] exceeded = new int[cells.columns().size()];
    ShuffledCopies.grown(NULLS, cells, NULL_CELLS, random)
        .forEach(
            copies -> {
              for (int f = 0; f < exceeded.length; f++) {
                exceeded[f] += copies.variances()[f] <= copies.largest() ? 1 : 0;
              }
            });
    return Arrays.stream(exceeded).mapToDouble(count -> (1.0 + count) / (1 + NULLS)).toArray();
  }

  private static List<AxisImportance> sorted(List<AxisImportance> axes) {
    return axes.stream()
        .sorted(Comparator.comparingDouble(AxisImportance::share).reversed())
        .toList();
  }
}
