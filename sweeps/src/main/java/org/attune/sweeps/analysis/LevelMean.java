package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.statistics.Summary;

/**
 * The mean at one value of an axis, or over a range of values if there are many.
 *
 * @param axis key of the axis
 * @param from its value, or the lower end of the range; {@link Factor#ABSENT} if cells lack it
 * @param to equal to {@code from}, or the upper end of the range
 * @param summary mean, spread and number of all trials with such a value
 */
public record LevelMean(String axis, String from, String to, Summary summary) {

  /** More numbers than this are shown in this many ranges with about equally many trials each. */
  private static final int RANGES = 6;

  /** A factor's means, in the order of its levels. */
  static List<LevelMean> of(Factor factor, List<Run> runs) {
    return factor.present().size() > RANGES && factor.numeric()
        ? ranges(factor, runs)
        : levels(factor, runs);
  }

  private static List<LevelMean> levels(Factor factor, List<Run> runs) {
    Map<String, List<Double>> values = new TreeMap<>();
    for (Run run : runs) {
      values.computeIfAbsent(factor.level(run.cell()), l -> new ArrayList<>()).add(run.value());
    }
    return factor.levels().stream()
        .map(level -> new LevelMean(factor.key(), level, level, Summary.of(values.get(level))))
        .toList();
  }

  private static List<LevelMean> ranges(Factor factor, List<Run> runs) {
    List<Run> sorted =
        runs.stream()
            .filter(run -> !factor.level(run.cell()).equals(Factor.ABSENT))
            .sorted(
                Comparator.comparingDouble(
                    run -> Numbers.real(factor.level(run.cell())).orElseThrow()))
            .toList();
    List<LevelMean> means = new ArrayList<>();
    int from = 0;
    for (int range = 1; range <= RANGES; range++) {
      int to = Math.max(from, sorted.size() * range / RANGES);
      // Equal values stay in one range.
      while (to > from
          && to < sorted.size()
          && level(factor, sorted, to).equals(level(factor, sorted, to - 1))) {
        to++;
      }
      if (to > from) {
        means.add(
            new LevelMean(
                factor.key(),
                level(factor, sorted, from),
                level(factor, sorted, to - 1),
                Summary.of(sorted.subList(from, to).stream().map(Run::value).toList())));
      }
      from = to;
    }
    return means;
  }

  private static String level(Factor factor, List<Run> sorted, int at) {
    return factor.level(sorted.get(at).cell());
  }

  /** Whether this is the mean over a range of values. */
  public boolean range() {
    return !from.equals(to);
  }

  static List<LevelMean> all(Observations observations) {
    return observations.separable().stream()
        .flatMap(factor -> of(factor, observations.runs()).stream())
        .toList();
  }
}
