package org.attune.sweeps.spec;

import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Chosen;
import org.attune.api.stopping.StoppingKind;

/** Refuses sweeps that searches and stopping rules based on training length cannot run. */
final class PartChecks {

  private PartChecks() {}

  /** Checks a sweep whose cells are consistent. */
  static void check(SweepSpec spec, Fields top, AxisCatalog catalog) {
    for (Chosen rule : spec.stop()) {
      rule.settings()
          .find(StoppingKind.LENGTH)
          .filter(key -> spec.lengths().longest(key).isEmpty())
          .ifPresent(
              key ->
                  top.at("stop")
                      .as("stop.%s.%s".formatted(rule.name(), StoppingKind.LENGTH))
                      .refuse(
                          "'%s' is no parameter of this sweep with whole numbers; name the one that says how many steps a training has, such as train.steps"
                              .formatted(key)));
    }
    spec.newSearch(catalog).cutBy().ifPresent(steps -> checkParts(spec, top, steps));
  }

  private static void checkParts(SweepSpec spec, Fields top, String steps) {
    Given search = top.at("search");
    String method = spec.search().name();
    if (!wholeNumber(spec, steps)) {
      search
          .as("search.steps")
          .refuse(
              "'%s' must be a whole number that every cell has and no axis varies; say by which parameter %s cuts a training into parts: search: {method: %s, steps: KEY}"
                  .formatted(steps, method, method));
    }
    if (spec.replicates().atMost() > 1) {
      top.find("replicates")
          .orElse(search)
          .as("replicates")
          .refuse(
              "must be 1: %s trains each of its members once; for more of them give search a larger population"
                  .formatted(method));
    }
  }

  private static boolean wholeNumber(SweepSpec spec, String key) {
    boolean varied =
        spec.axes().stream().anyMatch(axis -> axis.settings(key).findAny().isPresent());
    return !varied && spec.base().has(key) && spec.base().text(key).matches("\\d+");
  }
}
