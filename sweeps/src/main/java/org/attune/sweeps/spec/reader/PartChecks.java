package org.attune.sweeps.spec.reader;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Chosen;
import org.attune.api.search.Search;
import org.attune.api.stopping.StoppingKind;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.claims.MetricNames;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Given;

/** Refuses sweeps in which a search or a stopping rule lacks what it needs: a length, a metric. */
final class PartChecks {

  /** More parameters than this are counted, not named. */
  private static final int MOST_NAMED = 6;

  private PartChecks() {}

  /** Checks a sweep whose cells are consistent. */
  static void check(SweepSpec spec, Fields top, AxisCatalog catalog) {
    MetricNames metrics = new MetricNames(catalog);
    for (Chosen rule : spec.stop()) {
      Given place = top.at("stop").entry(rule.name()).orElseThrow().value();
      Optional<String> length = rule.settings().find(StoppingKind.LENGTH);
      if (length.isPresent() && spec.lengths().longest(length.get()).isEmpty()) {
        refuseLength(place, length.get(), spec);
      } else {
        Given metric = place.entry("metric").map(Given.Member::value).orElse(place);
        metrics.check(metric, spec.judgedMetric(rule), spec);
      }
    }
    Search search = spec.newSearch(catalog);
    search.cutBy().ifPresent(steps -> checkParts(spec, top, steps, search));
  }

  private static void refuseLength(Given rule, String key, SweepSpec spec) {
    List<String> numbers =
        spec.base().values().keySet().stream()
            .filter(name -> spec.lengths().longest(name).isPresent())
            .sorted(Comparator.<String, Boolean>comparing(name -> !name.contains("steps")))
            .toList();
    String more =
        numbers.size() > MOST_NAMED
            ? " and %d more ('attune list axes' has all)".formatted(numbers.size() - MOST_NAMED)
            : "";
    rule.as(Document.join(rule.path(), StoppingKind.LENGTH))
        .refuse(
            "'%s' is not a parameter of this sweep with whole numbers; name the one that says how many steps a training has%s"
                .formatted(
                    key,
                    numbers.isEmpty()
                        ? ", such as train.steps"
                        : ": one of "
                            + numbers.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                            + more));
  }

  private static void checkParts(SweepSpec spec, Fields top, String steps, Search cuts) {
    Given search = top.at("search");
    String method = spec.search().name();
    if (!wholeNumber(spec, steps)) {
      search
          .as("search.steps")
          .refuse(
              "'%s' must be a whole number that every cell has and no axis varies; say by which parameter %s cuts a training into parts: search: {method: %s, steps: KEY}"
                  .formatted(steps, method, method));
    } else {
      cuts.conflict().ifPresent(search::refuse);
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
