package org.attune.jobs.sweep;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.model.layer.IdleSchedule;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.SweepSpec;

/** Warnings about cells whose schedule never acts, or whose warm-up outlasts the training. */
final class IdleSchedules {

  private static final int MOST_CELLS = 10_000;
  private static final int MOST_OF_A_SEARCH = 200;
  private static final int MOST_WARNINGS = 3;

  private IdleSchedules() {}

  /** Returns a sentence for each kind of such cells among the first that the sweep proposes. */
  static List<String> warnings(SweepSpec spec, AxisCatalog catalog) {
    boolean all = SearchMethods.named(spec.search().name()).exhaustive();
    int most = all ? MOST_CELLS : MOST_OF_A_SEARCH;
    Search search = spec.newSearch(catalog);
    Set<String> sentences = new LinkedHashSet<>();
    for (int i = 0; i < most && search.ask() instanceof Proposal.Run next; i++) {
      IdleSchedule.of(next.trial().configuration()).ifPresent(sentences::add);
    }
    List<String> warnings = new ArrayList<>(sentences);
    if (warnings.size() > MOST_WARNINGS) {
      int more = warnings.size() - MOST_WARNINGS;
      warnings = new ArrayList<>(warnings.subList(0, MOST_WARNINGS));
      warnings.add("train.warm-up or train.schedule: %d more such warnings".formatted(more));
    }
    return warnings;
  }
}
