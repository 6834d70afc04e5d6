package org.attune.jobs.watch;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.ShortList;
import org.attune.jobs.report.BestCells;
import org.attune.jobs.report.FrontTable;
import org.attune.jobs.report.NearNumbers;
import org.attune.jobs.report.RankedArms;
import org.attune.jobs.report.StoppedCells;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.identity.DrawnInterval;
import org.attune.sweeps.spec.reader.TunedAgain;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;

/**
 * The cells of a sweep that new seeds confirm: some of the best, and their controls.
 *
 * @param ranked all cells to choose from, the best first: those that finished, then those that
 *     never reached the end; with several objectives the front's
 * @param by keys: only the best cell of each combination of their values was taken; empty for all
 * @param best the cells that were taken, the best first
 * @param controls the control of each that has one, at the values at which the control is best
 */
record ConfirmedCells(
    SweepView sweep,
    CellNames names,
    List<Configuration> ranked,
    List<String> by,
    List<Configuration> best,
    Map<Configuration, Configuration> controls) {

  private static final String RATE = "train.learning-rate";

  /** Takes the best cells with their controls, as the user chose them. */
  static ConfirmedCells of(ConfirmChoice choice) {
    SweepView sweep = choice.sweep();
    CellNames names = choice.names();
    List<Configuration> ranked = BestCells.toTrain(sweep);
    List<Configuration> best = choice.of(ranked);
    Map<Configuration, Configuration> controls =
        FrontTable.suits(sweep) ? Map.of() : controls(ranked, best, names);
    ConfirmedCells cells = new ConfirmedCells(sweep, names, ranked, choice.by(), best, controls);
    choice.requireRoom(cells.all().size());
    return cells;
  }

  /** The best cells and their controls, as the search ranked them: the best first. */
  List<Configuration> all() {
    return ranked.stream()
        .filter(cell -> best.contains(cell) || controls.containsValue(cell))
        .toList();
  }

  /**
   * What the new sweep tunes again, since cells and controls have it at other values: a learning
   * rate before other tuned numbers. Empty without controls, or if all have one value or near ones.
   */
  Optional<TunedAgain> tunedAgain() {
    return controls.isEmpty()
        ? Optional.empty()
        : ConfirmChoice.varied(all(), names).stream()
            .filter(key -> names.axes().keys().contains(key))
            .filter(key -> names.isTuned(key) && !by.contains(key))
            .filter(
                key ->
                    all().stream()
                        .allMatch(
                            cell -> cell.has(key) && Numbers.real(cell.text(key)).isPresent()))
            .filter(key -> found(key).size() > 1)
            .min(Comparator.comparing(key -> !key.equals(RATE)))
            .map(key -> new TunedAgain(key, values(key)));
  }

  /** The values of a number over which it is tuned, ascending; few, and of a search's own far. */
  private List<String> values(String key) {
    List<String> found = found(key);
    return span(key)
        .map(span -> span.values(found))
        .filter(spanned -> spanned.size() > 1)
        .orElseGet(
            () ->
                found.stream()
                    .limit(TuningSpan.MOST_VALUES)
                    .sorted(Comparator.comparingDouble(value -> Numbers.real(value).orElseThrow()))
                    .toList());
  }

  /** How a number that the search drew is tuned; empty for one that its file lists. */
  Optional<TuningSpan> span(String key) {
    return DrawnInterval.of(sweep.header().specText(), key).map(TuningSpan::new);
  }

  /**
   * The values of a number that the best cell, the controls and the next best cells have, in that
   * order. Where values are {@linkplain NearNumbers near}, the better cell's stays.
   */
  private List<String> found(String key) {
    List<String> all =
        Stream.of(best.stream().limit(1), controls.values().stream(), best.stream())
            .flatMap(cells -> cells)
            .map(cell -> cell.text(key))
            .toList();
    return NearNumbers.of(sweep).apart(key, all);
  }

  /** The cells without a key; those that differed in it alone are one. */
  ConfirmedCells without(String key) {
    Map<Configuration, Configuration> rest = new LinkedHashMap<>();
    controls.forEach(
        (cell, control) -> {
          if (!without(key, cell).equals(without(key, control))) {
            rest.put(without(key, cell), without(key, control));
          }
        });
    return new ConfirmedCells(sweep, names, without(key, ranked), by, without(key, best), rest);
  }

  private static List<Configuration> without(String key, List<Configuration> cells) {
    return cells.stream().map(cell -> without(key, cell)).distinct().toList();
  }

  static Configuration without(String key, Configuration cell) {
    Map<String, String> values = new LinkedHashMap<>(cell.values());
    values.remove(key);
    return new Configuration(values).filled(cell.holes());
  }

  /** The keys in which cells differ beside those that the file varies, as parts do in steps. */
  Set<String> parts() {
    List<Configuration> all = all();
    Set<String> keys = CellNames.varied(all);
    keys.removeIf(key -> names.axes().vary(key) || !all.stream().allMatch(cell -> cell.has(key)));
    return keys;
  }

  private static Map<Configuration, Configuration> controls(
      List<Configuration> ranked, List<Configuration> best, CellNames names) {
    RankedArms arms = new RankedArms(ranked, names);
    Map<Configuration, Configuration> controls = new LinkedHashMap<>();
    best.forEach(cell -> arms.control(cell).ifPresent(control -> controls.put(cell, control)));
    return controls;
  }

  /** Says that some of the cells never reached the end; empty if all did. */
  Optional<String> stopped() {
    return new StoppedCells(sweep).note(all());
  }

  /**
   * Says that the best cells have the same options, if the sweep has other options too: cells that
   * differ in numbers alone may differ by luck. Empty otherwise.
   */
  Optional<String> numbersAlone() {
    return BestCells.sameOption(ranked, best)
        .filter(option -> by.isEmpty())
        .map(
            option ->
                "the %d cells differ in numbers alone; to confirm the best cell of each value of an option: --by %s"
                    .formatted(best.size(), option));
  }

  /**
   * Says that the best of each value of some keys differ in other keys too. Empty where they do
   * not.
   */
  Optional<String> alsoDiffer() {
    if (by.isEmpty()) {
      return besideOptions();
    }
    Set<String> others = ConfirmChoice.varied(all(), names);
    others.removeIf(key -> below(key, by));
    if (by.contains(Factor.CELL)) {
      others.removeAll(names.axes().cellKeys());
    }
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "besides %s the cells differ in %s: their differences may come from any of these keys"
                .formatted(String.join(", ", by), ShortList.of(others, "")));
  }

  /** Says that cells differ from their controls in more than options, or than named cells set. */
  private Optional<String> besideOptions() {
    Set<String> options = BestCells.options(ranked);
    Set<String> others = new TreeSet<>();
    controls.forEach(
        (cell, control) -> others.addAll(ConfirmChoice.varied(List.of(cell, control), names)));
    others.removeIf(key -> below(key, options) || names.axes().cellKeys().contains(key));
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "cells and their control also differ in %s: their differences may come from any of these keys"
                .formatted(ShortList.of(others, "")));
  }

  private static boolean below(String key, Collection<String> keys) {
    return keys.stream().anyMatch(above -> key.equals(above) || key.startsWith(above + "."));
  }
}
