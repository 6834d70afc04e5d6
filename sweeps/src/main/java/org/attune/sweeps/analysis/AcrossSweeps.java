package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;

/**
 * Several sweeps, cell by cell. A key that some of the sweeps varies identifies cells, except keys
 * over which cells are tuned: each cell stands at its best values of these in each sweep. Two
 * sweeps have a cell in common if both have one with equal values of all other keys. Any other key
 * is a setting of a whole sweep.
 *
 * <p>A common cell is compared with the first sweep's by {@link CellPairs}, in pairs that share the
 * seed. This needs equal seeds, data, task and held-out examples: otherwise equal seeds are not the
 * same examples. Where only the seeds differ, the cells are compared {@linkplain SweepContrast
 * unpaired}. Probabilities are Holm-adjusted over all pairs, and apart over all unpaired cells.
 * Trials of one configuration, seed and code are the same trials in both sweeps, so they are not
 * tested.
 *
 * @param differing each setting that differs between sweeps, with the value in each sweep; empty
 *     for a sweep without it
 * @param differingInPairs those from which a difference of a common cell may come
 * @param tuned keys at whose best values cells stand, sorted
 * @param cells of all sweeps, the best first
 * @param pairs common cells, compared with those of the first sweep
 * @param unpaired common cells of sweeps with other seeds than the first
 * @param gains of common cells over a common control, compared with those in the first sweep
 * @param tuning how tuned values of the pairs come about; empty if nothing is tuned
 * @param notes for the user on sweeps that are not paired with the first
 * @param looks the most looks that a sweep of a pair had
 */
public record AcrossSweeps(
    SortedMap<String, List<String>> differing,
    List<String> differingInPairs,
    List<String> tuned,
    List<Cell> cells,
    List<PairedCell> pairs,
    List<SweepContrast> unpaired,
    List<SweepContrast> gains,
    Optional<String> tuning,
    List<String> notes,
    SeedLooks looks) {

  /**
   * A cell of some of the sweeps.
   *
   * @param settings its values of the keys that identify cells
   * @param sides its summary in each sweep; empty where the sweep lacks it
   */
  public record Cell(
      String name, SortedMap<String, String> settings, List<Optional<InSweep>> sides) {}

  /**
   * A cell in one sweep.
   *
   * @param summary at its best values of the keys that are tuned
   * @param at these values for people, such as {@code learning-rate=0.003}; empty for none
   * @param tried how many combinations of tuned values it has there
   */
  public record InSweep(CellSummary summary, String at, int tried) {}

  /**
   * Compares sweeps with the first of them, by a metric that all have.
   *
   * @param tune whether a cell stands at its best tuned values; else each setting is a cell
   */
  public static AcrossSweeps of(List<SweepSide> sides, boolean tune) {
    MatchedCells all = MatchedCells.of(sides, tune);
    SeedLooks looks = sides.get(0).observed().looks();
    List<BesideFirst> others = new ArrayList<>();
    for (int i = 1; i < sides.size(); i++) {
      SweepSide other = sides.get(i);
      SeedLooks both = sides.get(0).observed().looks().stricter(other.observed().looks());
      BesideFirst beside = BesideFirst.of(sides.get(0), other, i, tune, both);
      others.add(beside);
      if (!beside.pairs().isEmpty() || !beside.unpaired().isEmpty()) {
        looks = looks.stricter(other.observed().looks());
      }
    }
    List<PairedCell> pairs = others.stream().flatMap(beside -> beside.pairs().stream()).toList();
    List<SweepContrast> unpaired =
        others.stream().flatMap(beside -> beside.unpaired().stream()).toList();
    Optional<Goal> goal = sides.get(0).observed().goal();
    String tuning =
        others.stream()
            .flatMap(beside -> beside.tunings().stream())
            .distinct()
            .collect(Collectors.joining("; "));
    return new AcrossSweeps(
        SweepSettings.of(sides, all.varied()).differing(),
        others.stream()
            .filter(beside -> !beside.pairs().isEmpty() || !beside.unpaired().isEmpty())
            .flatMap(beside -> beside.differing().stream())
            .distinct()
            .sorted()
            .toList(),
        List.copyOf(all.tuned()),
        cells(sides, all),
        judged(pairs, goal, looks.spent()),
        SweepContrast.judged(unpaired, goal, looks.spent()),
        SweepContrast.judged(
            others.stream().flatMap(beside -> beside.gains().stream()).toList(),
            Optional.empty(),
            looks.spent()),
        tuning.isEmpty() ? Optional.empty() : Optional.of(tuning),
        others.stream().flatMap(beside -> beside.notes().stream()).toList(),
        looks);
  }

  /**
   * Notes for the user on pairs that have too few seeds to decide.
   *
   * @param labels of the sweeps
   */
  public List<String> tooFewSeeds(List<String> labels) {
    List<TooFewSeeds.Named> rows =
        pairs.stream()
            .map(
                pair ->
                    new TooFewSeeds.Named(
                        "%s in %s".formatted(pair.cell(), labels.get(pair.side())), pair.pair()))
            .toList();
    return TooFewSeeds.ofCells(rows, looks, true).notes(CellPairs.CELLS);
  }

  private static List<Cell> cells(List<SweepSide> sides, MatchedCells all) {
    CellNames values =
        CellNames.of(sides.stream().flatMap(side -> SweepSettings.cells(side).stream()).toList());
    return all.found().entrySet().stream()
        .map(
            cell ->
                new Cell(
                    all.names().get(cell.getKey()),
                    cell.getKey(),
                    cell.getValue().stream()
                        .map(in -> in.map(tunedCell -> inSweep(tunedCell, values, all.tuned())))
                        .toList()))
        .toList();
  }

  private static InSweep inSweep(TunedCell cell, CellNames values, Set<String> tuned) {
    return new InSweep(
        cell.best(), values.values(tuned, cell.best().configuration()), cell.tried().size());
  }

  private static List<PairedCell> judged(
      List<PairedCell> pairs, Optional<Goal> goal, boolean spent) {
    List<CellPair> judged =
        CellPairs.judged(pairs.stream().map(PairedCell::pair).toList(), goal, spent);
    return IntStream.range(0, judged.size())
        .mapToObj(i -> new PairedCell(pairs.get(i).side(), pairs.get(i).cell(), judged.get(i)))
        .toList();
  }

  /** A verdict for people, with the look that shows it. */
  public String label(CellPair.PairVerdict verdict) {
    return verdict.shown() ? looks.label(verdict.label()) : verdict.label();
  }
}
