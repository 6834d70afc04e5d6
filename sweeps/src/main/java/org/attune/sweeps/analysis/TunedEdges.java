package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.SeedComparison;

/**
 * The arms that are best at the smallest or largest number tried of a tuned key: a better one may
 * lie beyond it.
 *
 * @param best chooses an arm's setting
 * @param held the swept keys that are held equal
 * @param arm names a cell's arm
 * @param arms the settings of each, by what is held equal; in the order of their names
 */
record TunedEdges(
    Observations observations,
    BestSetting best,
    List<String> held,
    Function<Configuration, String> arm,
    Map<String, List<Map<Configuration, Seeds>>> arms) {

  /** The best of fewer numbers is at an end in any case. */
  private static final int FEWEST = 3;

  /** A sentence for each tuned key and end of its listed values at which some arm is best. */
  List<String> of(List<String> tuned) {
    List<String> edges = new ArrayList<>();
    for (String key : observations.goal().isPresent() ? tuned : List.<String>of()) {
      if (!names().axes().intervals().containsKey(key)) {
        edge(key, true).ifPresent(edges::add);
        edge(key, false).ifPresent(edges::add);
      }
    }
    return edges;
  }

  private Optional<String> edge(String key, boolean low) {
    List<String> at =
        arms.keySet().stream().flatMap(name -> atEdge(name, key, low).stream()).toList();
    return at.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "best %s of %s is the %s tried: try %s in a new sweep with another seed (--extend costs a look)"
                .formatted(
                    names().word(key),
                    String.join("; ", at),
                    low ? "smallest" : "largest",
                    low ? "smaller" : "larger"));
  }

  /**
   * The arm, with the settings held equal if not all are meant, where it is best at the lowest or
   * highest of at least {@link #FEWEST} numbers, by more than chance explains. A number whose
   * trials were all stopped was tried too. One seed does not tell a best value from a lucky one.
   */
  private Optional<String> atEdge(String name, String key, boolean low) {
    DoubleSummaryStatistics tried = new DoubleSummaryStatistics();
    Stream.of(
            observations.runs(),
            observations.failures(),
            observations.stops(),
            observations.rejected())
        .flatMap(List::stream)
        .map(Run::cell)
        .distinct()
        .filter(cell -> arm.apply(cell).equals(name))
        .flatMap(cell -> number(key, cell).stream())
        .distinct()
        .forEach(tried::accept);
    double edge = low ? tried.getMin() : tried.getMax();
    List<Map<Configuration, Seeds>> several =
        arms.get(name).stream()
            .filter(
                settings ->
                    Seeds.judged(settings).values().stream().anyMatch(seeds -> seeds.size() > 1))
            .toList();
    List<String> at =
        several.stream()
            .filter(settings -> isBetterAt(edge, key, settings))
            .map(settings -> names().values(held, best.of(settings)))
            .toList();
    return tried.getCount() < FEWEST || at.isEmpty()
        ? Optional.empty()
        : Optional.of(
            at.size() == several.size() ? name : name + " at " + String.join(" and ", at));
  }

  /**
   * Whether the best setting has a number, and is better than all settings with other numbers. The
   * best of these must have more failed seeds, or do worse by more than chance explains. If three
   * numbers do not matter, the best is at an end in two of three sweeps.
   */
  private boolean isBetterAt(double edge, String key, Map<Configuration, Seeds> settings) {
    Map<Configuration, Seeds> others = new LinkedHashMap<>(Seeds.judged(settings));
    others.keySet().removeIf(at -> number(key, at).filter(value -> value == edge).isPresent());
    Configuration at = best.of(settings);
    if (others.isEmpty() || number(key, at).filter(value -> value == edge).isEmpty()) {
      return false;
    }
    Seeds seeds = settings.get(at);
    Seeds rival = others.get(best.of(others));
    return rival.failed() > seeds.failed() || isBetter(seeds, rival);
  }

  private boolean isBetter(Seeds seeds, Seeds rival) {
    double sign = observations.goal().filter(Goal.MAXIMIZE::equals).isPresent() ? 1 : -1;
    double[] better =
        seeds.keySet().stream()
            .filter(rival::containsKey)
            .mapToDouble(seed -> sign * (seeds.get(seed) - rival.get(seed)))
            .filter(Double::isFinite)
            .toArray();
    MeanTest test = MeanTest.of(better);
    return test.bySigns() ? test.summary().mean() > 0 : test.above(0) <= SeedComparison.LEVEL;
  }

  private static Optional<Double> number(String key, Configuration setting) {
    return Numbers.real(setting.axes().getOrDefault(key, Factor.ABSENT));
  }

  private CellNames names() {
    return observations.names();
  }
}
