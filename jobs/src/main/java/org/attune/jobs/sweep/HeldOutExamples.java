package org.attune.jobs.sweep;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.sweeps.event.Design;
import org.attune.sweeps.spec.SweepSpec;

/** What the replicates of a sweep are validated and judged on. */
public final class HeldOutExamples {

  private static final int TRIALS_LOOKED_AT = 200;
  private static final String SEVERAL = "new held-out examples of each task";

  private HeldOutExamples() {}

  /**
   * Returns {@link Design#heldOut} of a sweep, by the first cells that it proposes. If replicates
   * share the held-out examples in one of them, they do in all.
   */
  public static Optional<String> of(SweepSpec spec, AxisCatalog catalog) {
    if (catalog.heldOut(spec.base()).isEmpty()) {
      return Optional.empty();
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
    return words.size() == 1 ? Optional.of(words.first()) : Optional.of(SEVERAL);
  }
}
