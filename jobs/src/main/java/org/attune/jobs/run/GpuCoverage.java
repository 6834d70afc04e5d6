package org.attune.jobs.run;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.model.ModelCatalog;
import org.attune.sweeps.spec.SweepSpec;

/**
 * How many of the trials that ask for a GPU can run on one.
 *
 * @param asking number of trials that ask for a GPU, among the sweep's first 2,000 trials
 * @param covered number of those trials whose parts all have GPU kernels
 * @param missing primitives without a GPU kernel that the other trials need
 */
record GpuCoverage(long asking, long covered, Set<String> missing) {

  private static final int MOST = 2_000;

  /** Counts a sweep's trials; empty when no trial asks for a GPU. */
  static Optional<GpuCoverage> of(SweepSpec spec, AxisCatalog catalog) {
    Search search = spec.newSearch(catalog);
    long most = Math.min(spec.budget().trialsOf(search), MOST);
    long asking = 0;
    long covered = 0;
    Set<String> missing = new TreeSet<>();
    for (long n = 0; n < most && search.ask() instanceof Proposal.Run next; n++) {
      Optional<Set<String>> lacks = ModelCatalog.withoutGpuKernels(next.trial().configuration());
      asking += lacks.isPresent() ? 1 : 0;
      covered += lacks.filter(Set::isEmpty).isPresent() ? 1 : 0;
      lacks.ifPresent(missing::addAll);
    }
    return asking == 0 ? Optional.empty() : Optional.of(new GpuCoverage(asking, covered, missing));
  }

  /** One line of text for people. */
  String describe() {
    return missing.isEmpty()
        ? "gpu         every part has a kernel%n".formatted()
        : "gpu         %,d of %,d trials have all their kernels; there is none for %s%n"
            .formatted(covered, asking, String.join(", ", missing));
  }
}
