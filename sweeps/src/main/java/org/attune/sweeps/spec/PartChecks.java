package org.attune.sweeps.spec;

import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Chosen;
import org.attune.api.stopping.StoppingKind;
import org.yaml.snakeyaml.nodes.Node;

/** Refuses sweeps that searches and stopping rules based on training length cannot run. */
final class PartChecks {

  private final Problems problems;
  private final AxisCatalog catalog;

  PartChecks(Problems problems, AxisCatalog catalog) {
    this.problems = problems;
    this.catalog = catalog;
  }

  /** Checks a sweep whose cells are consistent. */
  void check(SweepSpec spec, Fields top) {
    for (Chosen rule : spec.stop()) {
      rule.settings()
          .find(StoppingKind.LENGTH)
          .filter(key -> spec.lengths().longest(key).isEmpty())
          .ifPresent(key -> noLength(rule, key, top.node("stop").orElseThrow()));
    }
    checkParts(spec, top);
  }

  private void noLength(Chosen rule, String key, Node stop) {
    problems.add(
        stop,
        "stop.%s.%s".formatted(rule.name(), StoppingKind.LENGTH),
        "'%s' is no parameter of this sweep with whole numbers; name the one that says how many steps a training has, such as train.steps"
            .formatted(key));
  }

  private void checkParts(SweepSpec spec, Fields top) {
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
