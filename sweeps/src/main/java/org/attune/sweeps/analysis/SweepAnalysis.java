package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Holm;

/**
 * The results of a sweep's finished trials about its axes.
 *
 * <p>If no axis has an effect, at most 5 of 100 sweeps show one. Main effects, interactions and the
 * test whether cells differ at all are Holm-adjusted together, and a comparison counts only if one
 * of them is shown. Where results decided which cells ran, nothing is tested.
 *
 * @param observations the underlying observations
 * @param cells whether cells differ by more than seeds do, regardless of axes; empty without second
 *     seeds
 * @param main one effect per axis, sorted by share, largest first
 * @param interactions pairs of axes, sorted by share, largest first; empty with too few cells
 * @param adjusted whether all axes were tested in a joint model; otherwise each was tested
 *     separately
 * @param tied axes whose values go with those of other axes
 * @param levels means by value of each axis
 * @param comparisons of values of one axis, by axis; empty without pairs that share everything else
 * @param pairs every cell compared with the control, each at its best tuned values; empty if there
 *     is nothing to pair
 * @param best the best cell
 * @param expected the cell to expect most of, where each cell has one seed
 * @param cellMeans each cell's mean, adjusted as if it had all seeds
 */
public record SweepAnalysis(
    Observations observations,
    Optional<Effect> cells,
    List<Effect> main,
    List<Effect> interactions,
    boolean adjusted,
    List<String> tied,
    List<LevelMean> levels,
    List<PairedComparison> comparisons,
    Optional<CellPairs> pairs,
    Optional<BestCell> best,
    Optional<ExpectedBest> expected,
    Map<Configuration, Double> cellMeans) {

  /** Analyses observations; with few of them, the result has less but stays valid. */
  public static SweepAnalysis of(Observations observations) {
    if (observations.runs().isEmpty()) {
      return new SweepAnalysis(
          observations,
          Optional.empty(),
          List.of(),
          List.of(),
          true,
          List.of(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of());
    }
    TestedEffects effects = TestedEffects.of(observations);
    Optional<CellPairs> rows = CellPairs.of(observations);
    return new SweepAnalysis(
        observations,
        effects.cells(),
        effects.main(),
        effects.interactions(),
        effects.together(),
        effects.tied(),
        LevelMean.all(observations),
        adjust(observations, rows, effects.found()),
        rows,
        BestCell.of(observations),
        ExpectedBest.of(observations),
        effects.cellMeans());
  }

  public SweepAnalysis {
    main = List.copyOf(main);
    interactions = List.copyOf(interactions);
    levels = List.copyOf(levels);
    comparisons = List.copyOf(comparisons);
  }

  /** Whether any axis or pair is shown to have an effect, or cells are shown to differ. */
  public boolean found() {
    return TestedEffects.found(cells, main, interactions);
  }

  /** Whether an error estimate existed to test any effect. */
  public boolean testable() {
    return cells.isPresent()
        || main.stream().anyMatch(effect -> !Double.isNaN(effect.probability()));
  }

  /** Notes for the user on comparisons of values that have too few seeds to be shown. */
  public List<String> tooFewSeeds() {
    List<String> notes =
        new ArrayList<>(
            TooFewSeeds.ofValues(comparisons, observations).notes("a comparison of values"));
    boolean axisShown =
        main.stream()
            .filter(Effect::shown)
            .anyMatch(
                effect ->
                    comparisons.stream()
                        .filter(PairedComparison::undecidable)
                        .anyMatch(comparison -> effect.axes().contains(comparison.axis())));
    if (axisShown) {
      notes.add(
          "An axis may be shown where its comparisons are not: its test counts trials, a comparison"
              + " counts each seed once.");
    }
    return notes;
  }

  /** A comparison that a row of the table of cells makes is that row; the others are a family. */
  private static List<PairedComparison> adjust(
      Observations observations, Optional<CellPairs> pairs, boolean found) {
    List<PairedComparison> comparisons = new Comparisons(observations).all();
    if (observations.searched()) {
      return comparisons.stream().map(PairedComparison::untested).toList();
    }
    List<RowAxis> rows = pairs.map(all -> RowAxis.of(observations, all.pairs())).orElse(List.of());
    boolean tuned = pairs.filter(all -> !all.tuned().isEmpty()).isPresent();
    List<Optional<RowAxis>> row =
        comparisons.stream()
            .map(
                each ->
                    rows.stream()
                        .filter(each::is)
                        .filter(same -> !tuned || each.hasDifferenceOf(same.row()))
                        .findFirst())
            .toList();
    Holm family =
        Holm.of(
            IntStream.range(0, row.size())
                .mapToDouble(
                    i -> row.get(i).isPresent() ? Double.NaN : comparisons.get(i).probability())
                .toArray(),
            0);
    return IntStream.range(0, row.size())
        .mapToObj(
            i ->
                row.get(i)
                    .map(comparisons.get(i)::like)
                    .orElseGet(
                        () ->
                            comparisons
                                .get(i)
                                .adjusted(family.adjusted()[i], family.levels()[i], found)))
        .toList();
  }
}
