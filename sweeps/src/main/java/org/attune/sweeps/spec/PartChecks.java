package org.attune.sweeps.spec;

import java.util.Optional;
import org.attune.sweeps.catalog.AxisCatalog;
import org.yaml.snakeyaml.nodes.Node;

/** Refuses what a search that cuts trainings into parts cannot run. */
final class PartChecks {

  private final Problems problems;
  private final AxisCatalog catalog;

  PartChecks(Problems problems, AxisCatalog catalog) {
    this.problems = problems;
    this.catalog = catalog;
  }

  /** Looks at a sweep whose cells are sound. */
  void check(SweepSpec spec, Fields top) {
    Optional<String> steps = spec.newSearch(catalog).cutBy();
    if (steps.isEmpty()) {
      return;
    }
    Node search = top.node("search").orElseThrow();
    String method = spec.search().name();
    if (!wholeNumber(spec, steps.get())) {
      problems.add(
          search,
          "search.steps",
          "'%s' must be a whole number that every cell has and no axis varies; say by which parameter %s cuts a training into parts: search: {method: %s, steps: KEY}"
              .formatted(steps.get(), method, method));
    }
    if (spec.replicates().atMost() > 1) {
      problems.add(
          top.node("replicates").orElse(search),
          "replicates",
          "must be 1: %s trains each of its members once; for more of them give search a larger population"
              .formatted(method));
    }
  }

  private static boolean wholeNumber(SweepSpec spec, String key) {
    boolean varied =
        spec.axes().stream()
            .flatMap(axis -> axis.branches().stream())
            .anyMatch(branch -> branch.values().containsKey(key));
    return !varied && spec.base().has(key) && spec.base().text(key).matches("\\d+");
  }
}
