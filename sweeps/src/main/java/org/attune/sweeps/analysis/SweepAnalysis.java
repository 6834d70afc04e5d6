package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.statistics.Holm;

/**
 * What a sweep's finished trials say about its axes.
 *
 * <p>On a sweep whose axes do nothing some effect is called shown in at most 5 of 100 sweeps: main
 * effects, interactions and the question whether cells differ at all pay for each other by Holm's
 * method, and a comparison counts only where one of them is shown.
 *
 * @param observations that it rests on
 * @param cells whether cells differ by more than seeds do, of no axis; empty without second seeds
 * @param main one effect an axis, the largest share first
 * @param interactions pairs of axes, the largest share first; none with too few cells
 * @param adjusted whether each axis was held against all others; otherwise each was taken by itself
 * @param levels means by value of each axis
 * @param comparisons of values of one axis, by axis; none without pairs that share all else
 * @param pairs every cell beside the control, each at its best tuned values; empty where there is
 *     nothing to pair
 * @param best the best cell
 * @param cellMeans each cell's mean, as if it had all seeds
 */
public record SweepAnalysis(
    Observations observations,
    Optional<Effect> cells,
    List<Effect> main,
    List<Effect> interactions,
    boolean adjusted,
    List<LevelMean> levels,
    List<PairedComparison> comparisons,
    Optional<CellPairs> pairs,
    Optional<BestCell> best,
    Map<Configuration, Double> cellMeans) {

  /** Analyses observations; with few of them little is said, and nothing is wrong. */
  public static SweepAnalysis of(Observations of) {
    if (of.runs().isEmpty()) {
      return new SweepAnalysis(
          of,
          Optional.empty(),
          List.of(),
          List.of(),
          true,
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Map.of());
    }
    CellFit fit = new CellFit(of);
    Effects effects = new Effects(of.factors(), fit);
    List<Effect> main = effects.main();
    List<Effect> pairs = effects.interactions(main);
    Optional<Effect> cells = effects.anyCell();
    List<Effect> all =
        adjust(Stream.of(main, pairs, cells.stream().toList()).flatMap(List::stream).toList());
    boolean found = all.stream().anyMatch(Effect::shown);
    return new SweepAnalysis(
        of,
        cells.map(unused -> all.get(all.size() - 1)),
        all.subList(0, main.size()),
        all.subList(main.size(), main.size() + pairs.size()),
        effects.together(),
        LevelMean.all(of),
        adjust(new Comparisons(of).all(), found),
        CellPairs.of(of),
        BestCell.of(fit, of.goal()),
        fit.byCell());
  }

  public SweepAnalysis {
    main = List.copyOf(main);
    interactions = List.copyOf(interactions);
    levels = List.copyOf(levels);
    comparisons = List.copyOf(comparisons);
  }

  /** Whether it is shown that any axis or pair does something, or that cells differ. */
  public boolean found() {
    return Stream.of(main, interactions, cells.stream().toList())
        .flatMap(List::stream)
        .anyMatch(Effect::shown);
  }

  /** Whether there was an error to hold any effect against. */
  public boolean testable() {
    return cells.isPresent()
        || main.stream().anyMatch(effect -> !Double.isNaN(effect.probability()));
  }

  private static List<Effect> adjust(List<Effect> effects) {
    List<Effect> tested =
        effects.stream().filter(effect -> !Double.isNaN(effect.probability())).toList();
    double[] adjusted = Holm.adjust(tested.stream().mapToDouble(Effect::probability).toArray());
    List<Effect> all = new ArrayList<>();
    int next = 0;
    for (Effect effect : effects) {
      all.add(Double.isNaN(effect.probability()) ? effect : effect.adjusted(adjusted[next++]));
    }
    return all;
  }

  private static List<PairedComparison> adjust(List<PairedComparison> comparisons, boolean found) {
    double[] own = comparisons.stream().mapToDouble(PairedComparison::probability).toArray();
    double[] adjusted = Holm.adjust(own);
    double[] levels = Holm.levels(Effect.LEVEL, own);
    List<PairedComparison> all = new ArrayList<>();
    for (int i = 0; i < adjusted.length; i++) {
      all.add(comparisons.get(i).adjusted(adjusted[i], levels[i], found));
    }
    return all;
  }
}
