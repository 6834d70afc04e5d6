package org.attune.jobs.sweep;

import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.event.Design;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.spec.SweepSpec;

/** The examples on which the replicates of a sweep are validated and judged. */
final class HeldOutExamples {

  private static final int TRIALS_LOOKED_AT = 200;
  private static final String TASK = "task";
  private static final String SEVERAL = "new held-out examples of each task";

  private HeldOutExamples() {}

  /**
   * Returns {@link Design#heldOut} of a sweep, by the first cells that it proposes. If replicates
   * share the held-out examples in one of them, they do in all.
   *
   * @param apart how many replicates can have examples of their own
   */
  static Optional<String> of(SweepSpec spec, AxisCatalog catalog, double apart) {
    Optional<String> base = catalog.heldOut(spec.base());
    if (base.isEmpty() || !variesTask(spec)) {
      return base.map(words -> words + enough(apart));
    }
    Search search = spec.newSearch(catalog);
    SortedSet<String> words = new TreeSet<>();
    for (int i = 0; i < TRIALS_LOOKED_AT && search.ask() instanceof Proposal.Run next; i++) {
      Optional<String> examples = catalog.heldOut(next.trial().configuration());
      if (examples.isEmpty()) {
        return Optional.empty();
      }
      words.add(examples.get());
    }
    return Optional.of((words.size() == 1 ? words.first() : SEVERAL) + enough(apart));
  }

  private static boolean variesTask(SweepSpec spec) {
    return spec.axes().stream()
        .flatMap(Axis::settings)
        .map(Map.Entry::getKey)
        .anyMatch(key -> key.equals(TASK) || key.startsWith(TASK + "."));
  }

  private static String enough(double apart) {
    return Double.isInfinite(apart) ? "" : " (enough for %s)".formatted(seeds(apart));
  }

  private static String seeds(double apart) {
    return Counted.of((long) apart, "seed");
  }

  /** A warning for the user if seeds must share held-out examples. */
  static Optional<String> warning(SweepSpec spec, double apart) {
    int seeds = spec.replicates().atMost();
    return seeds <= apart
        ? Optional.empty()
        : Optional.of(
            ("replicates: the data hold out examples for %s, and %d seeds share them, %.1f seeds"
                    + " each: intervals are too narrow for other data; validate on fewer examples,"
                    + " or hold out more")
                .formatted(seeds(apart), seeds, seeds / apart));
  }
}
