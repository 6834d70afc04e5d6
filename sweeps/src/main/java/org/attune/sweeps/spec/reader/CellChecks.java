package org.attune.sweeps.spec.reader;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.search.Proposal;
import org.attune.sweeps.constraint.Constraint;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.search.SearchProblem;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Problems;

/** Checks the cells that a sweep file spans: their number, and whether they are consistent. */
final class CellChecks {

  private static final int CONFLICTS_SHOWN = 5;

  /** Cells beyond this number are checked only when they are run. */
  private static final int CELLS_CHECKED = 1_000_000;

  private final Problems problems;
  private final AxisCatalog catalog;
  private final ParameterTree tree;
  private final Given place;
  private final SettingPlaces settings;

  /**
   * @param place where problems are reported that name no parameter
   */
  CellChecks(Problems problems, AxisCatalog catalog, Given place, SettingPlaces settings) {
    this.problems = problems;
    this.catalog = catalog;
    this.tree = catalog.tree();
    this.place = place;
    this.settings = settings;
  }

  /** Whether there are cells to check, and not too many. */
  boolean checkSize(SweepSpec spec) {
    int before = problems.count();
    if (grows(spec) && !spec.search().name().equals("evolution")) {
      place.refuse(
          "a formula that grows needs search: {method: evolution, trials: n}, not %s"
              .formatted(spec.search().name()));
      return false;
    }
    if (endless(spec)) {
      place
          .as("search.trials")
          .refuse(
              "is missing; intervals have no end, so say how many cells %s proposes: search: {trials: n}, budget: {trials: n} or budget: {wall-time: 2h}"
                  .formatted(spec.search().name()));
      return false;
    }
    long trials = spec.newSearch(catalog).trials();
    if (trials == 0) {
      place
          .as("constraints")
          .refuse(
              "leave no cell to run; in every cell one of these is false: " + constraints(spec));
    } else if (!spec.constraints().isEmpty() && findsNone(spec)) {
      place
          .as("constraints")
          .refuse(
              "leave no cell to run: %s finds none in which all of these are true: %s"
                  .formatted(spec.search().name(), constraints(spec)));
    }
    if (trials > SweepSpec.MAX_TRIALS) {
      place.refuse(
          "%s cells x %,d replicates are more than %,d trials; use fewer values, or search: {method: random, trials: n}"
              .formatted(
                  trials == Long.MAX_VALUE
                      ? "over 9e18"
                      : "%,d".formatted(trials / spec.replicates().atMost()),
                  spec.replicates().atMost(),
                  SweepSpec.MAX_TRIALS));
    }
    return problems.count() == before;
  }

  /** Whether a search finds no first cell. One of a jar may fail at it, which is said here once. */
  private boolean findsNone(SweepSpec spec) {
    try {
      return spec.newSearch(catalog).ask().equals(Proposal.DONE);
    } catch (RuntimeException | LinkageError failed) {
      place
          .as("search.method")
          .refuse(
              "%s failed when it was asked for its first cell: %s; mend the method, or choose another"
                  .formatted(spec.search().name(), failed));
      return false;
    }
  }

  private static String constraints(SweepSpec spec) {
    return String.join("; ", spec.constraints().stream().map(Constraint::text).toList());
  }

  private static boolean grows(SweepSpec spec) {
    return spec.axes().stream()
        .flatMap(Axis::settings)
        .anyMatch(setting -> setting.getValue() instanceof Values.Grown);
  }

  private boolean endless(SweepSpec spec) {
    SearchMethod method = SearchMethods.named(spec.search().name());
    return !method.exhaustive()
        && method.settings().stream().anyMatch(s -> s.name().equals(SearchProblem.TRIALS))
        && spec.search().settings().find(SearchProblem.TRIALS).isEmpty()
        && spec.budget().trials().isEmpty()
        && spec.budget().wallTime().isEmpty()
        && spec.budget().runTime().isEmpty()
        && !new Coordinates(spec.space(tree)).finite();
  }

  /** Reports the inconsistent cells of a sweep that runs every cell. */
  void checkConflicts(SweepSpec spec) {
    if (!SearchMethods.named(spec.search().name()).exhaustive()) {
      return;
    }
    Space space = spec.space(tree);
    Set<String> varied = new LinkedHashSet<>();
    spec.axes().stream().flatMap(Axis::settings).forEach(set -> varied.add(set.getKey()));
    Map<String, Configuration> first = new LinkedHashMap<>();
    Map<String, Integer> more = new HashMap<>();
    long checked = Math.min(space.cells(), CELLS_CHECKED);
    for (long i = 0; i < checked; i++) {
      Configuration cell = space.cell(i);
      List<String> reasons =
          spec.constraints().stream().allMatch(c -> c.allows(cell))
              ? catalog.conflicts(cell)
              : List.of();
      String reason = String.join("; ", reasons);
      if (!reasons.isEmpty() && first.putIfAbsent(reason, cell) != null) {
        more.merge(reason, 1, Integer::sum);
      }
    }
    first.entrySet().stream()
        .limit(CONFLICTS_SHOWN)
        .forEach(
            entry ->
                settings
                    .named(entry.getKey(), entry.getValue())
                    .orElse(place)
                    .refuse(
                        "cell %s%s: %s"
                            .formatted(
                                named(entry.getValue(), varied),
                                more.containsKey(entry.getKey())
                                    ? " and %,d more".formatted(more.get(entry.getKey()))
                                    : "",
                                entry.getKey())));
  }

  private static String named(Configuration cell, Set<String> varied) {
    List<String> named =
        varied.stream().filter(cell::has).map(key -> key + "=" + cell.text(key)).toList();
    return "{" + String.join(", ", named) + "}";
  }
}
