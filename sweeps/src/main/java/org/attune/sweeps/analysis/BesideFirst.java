package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A sweep beside the first one: their common cells. Cells are matched by the keys that one of these
 * two varies, whatever further sweeps are compared.
 *
 * @param pairs common cells, in pairs that share the seed
 * @param unpaired common cells of sweeps that share no seed
 * @param gains over a control that both have
 * @param notes for the user on why there are none
 * @param tunings how tuned values of the pairs come about
 * @param differing the settings from which a difference of a common cell may come
 */
record BesideFirst(
    List<PairedCell> pairs,
    List<SweepContrast> unpaired,
    List<SweepContrast> gains,
    List<String> notes,
    Set<String> tunings,
    Set<String> differing) {

  /**
   * Compares two sweeps.
   *
   * @param number of the other sweep, from 1
   * @param looks the stricter ones of both
   */
  static BesideFirst of(
      SweepSide first, SweepSide other, int number, boolean tune, SeedLooks looks) {
    List<SweepSide> both = List.of(first, other);
    MatchedCells cells = MatchedCells.of(both, tune);
    SweepSettings settings = SweepSettings.of(both, cells.varied());
    BesideFirst beside =
        new BesideFirst(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new LinkedHashSet<>(),
            settings.ofTrials());
    String label = "%s is not paired with %s: ".formatted(other.label(), first.label());
    Optional<String> otherData = settings.otherData();
    if (otherData.isPresent()) {
      beside.notes.add(
          label + "%s differs, so equal seeds are other data".formatted(otherData.get()));
      return beside;
    }
    int common = 0;
    for (var cell : cells.found().entrySet()) {
      Optional<TunedCell> one = cell.getValue().get(0);
      Optional<TunedCell> two = cell.getValue().get(1);
      if (one.isPresent() && two.isPresent()) {
        String name = cells.names().get(cell.getKey());
        common++;
        if (settings.otherSeeds()) {
          beside.unpaired.add(
              SweepContrast.ofCell(number, name, two.get(), one.get(), cells.tuned(), looks));
        } else {
          beside.add(number, name, two.get(), one.get(), cells.tuned(), settings.sameCode());
        }
      }
    }
    beside.gains.addAll(new CommonGains(first, other, cells).all(number, settings, looks));
    if (common == 0) {
      beside.notes.add(label + "they have no cell in common");
    } else if (settings.otherSeeds()) {
      beside.notes.add(
          label + "seed differs, so equal seeds are other data; the comparison is unpaired");
    } else if (beside.pairs.isEmpty()) {
      beside.notes.add(label + "their common cells have no seed in common");
    }
    return beside;
  }

  private void add(
      int number, String name, TunedCell cell, TunedCell first, Set<String> tuned, boolean code) {
    boolean same = code && cell.same(first);
    Optional<CellPairs> table = cell.beside(first, tuned);
    table.filter(pairsOfSweep -> !same).flatMap(CellPairs::tuning).ifPresent(tunings::add);
    table
        .map(pairsOfSweep -> pairsOfSweep.all().get(0))
        .map(pair -> same && pair.paired() ? pair.untested(CellPair.PairVerdict.SAME) : pair)
        .ifPresent(pair -> pairs.add(new PairedCell(number, name, pair)));
  }
}
