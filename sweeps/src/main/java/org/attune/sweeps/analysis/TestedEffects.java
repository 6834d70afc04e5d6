package org.attune.sweeps.analysis;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Holm;

/**
 * The effects of axes, of pairs of axes, and of cells as a whole, Holm-adjusted together.
 *
 * @param cells whether cells differ by more than seeds do; empty without second seeds
 * @param main one effect per axis, sorted by share, largest first
 * @param interactions pairs of axes, sorted by share, largest first; empty with too few cells
 * @param together whether all axes were tested in a joint model; otherwise each was tested
 *     separately
 * @param tied axes whose values go with those of other axes
 * @param cellMeans each cell's mean, adjusted as if it had all seeds
 */
public record TestedEffects(
    Optional<Effect> cells,
    List<Effect> main,
    List<Effect> interactions,
    boolean together,
    List<String> tied,
    Map<Configuration, Double> cellMeans) {

  public TestedEffects {
    main = List.copyOf(main);
    interactions = List.copyOf(interactions);
  }

  /** The effects in observations of one run or more. */
  public static TestedEffects of(Observations observations) {
    CellFit fit = new CellFit(observations.runs(), observations.rounding());
    Effects effects = new Effects(observations.separable(), fit);
    List<Effect> main = tested(observations, effects.main());
    List<Effect> pairs = tested(observations, effects.interactions(main));
    Optional<Effect> cells = observations.searched() ? Optional.empty() : effects.anyCell();
    List<Effect> all =
        adjust(
            Stream.of(main, pairs, cells.stream().toList()).flatMap(List::stream).toList(),
            observations.looks().multiplier());
    return new TestedEffects(
        cells.map(unused -> all.get(all.size() - 1)),
        all.subList(0, main.size()),
        all.subList(main.size(), main.size() + pairs.size()),
        effects.together(),
        effects.tied(),
        fit.byCell());
  }

  /** Whether any axis or pair is shown to have an effect, or cells are shown to differ. */
  boolean found() {
    return found(cells, main, interactions);
  }

  static boolean found(Optional<Effect> cells, List<Effect> main, List<Effect> interactions) {
    return Stream.of(main, interactions, cells.stream().toList())
        .flatMap(List::stream)
        .anyMatch(Effect::shown);
  }

  /**
   * Effects with their tests, unless results decided which cells ran, or trials failed more often
   * at some values of an axis: those that finished then say little of these values. A search
   * repeats what did well by luck and leaves what did badly, so that idle axes would be shown in up
   * to 18 of 100 sweeps.
   */
  private static List<Effect> tested(Observations observations, List<Effect> effects) {
    Set<String> uneven =
        observations.factors().stream()
            .filter(observations::failsUnevenly)
            .map(Factor::key)
            .collect(Collectors.toSet());
    return effects.stream()
        .map(
            effect ->
                observations.searched() || !Collections.disjoint(effect.axes(), uneven)
                    ? effect.untested()
                    : effect)
        .toList();
  }

  private static List<Effect> adjust(List<Effect> effects, int looks) {
    double[] adjusted =
        Holm.adjust(effects.stream().mapToDouble(effect -> looks * effect.probability()).toArray());
    return IntStream.range(0, adjusted.length)
        .mapToObj(i -> effects.get(i).adjusted(adjusted[i]))
        .toList();
  }
}
