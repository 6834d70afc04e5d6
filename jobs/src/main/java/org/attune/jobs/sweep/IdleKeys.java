package org.attune.jobs.sweep;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.cluster.trial.Averaging;
import org.attune.model.layer.IdleSettings;
import org.attune.model.layer.Training;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.SweepSpec;

/** Warnings about keys that never act in some cells, because their trainings end before. */
final class IdleKeys {

  private static final int MOST_CELLS = 10_000;
  private static final int MOST_OF_A_SEARCH = 200;
  private static final int MOST_WARNINGS = 3;

  private IdleKeys() {}

  /** Returns a sentence for each kind of such cells among the first that the sweep proposes. */
  static List<String> warnings(SweepSpec spec, AxisCatalog catalog) {
    boolean all = SearchMethods.named(spec.search().name()).exhaustive();
    int most = all ? MOST_CELLS : MOST_OF_A_SEARCH;
    Search search = spec.newSearch(catalog);
    Set<String> sentences = new LinkedHashSet<>();
    for (int i = 0; i < most && search.ask() instanceof Proposal.Run next; i++) {
      Configuration cell = next.trial().configuration();
      sentences.addAll(IdleSettings.of(cell));
      averaging(cell).ifPresent(sentences::add);
    }
    List<String> warnings = new ArrayList<>(sentences);
    if (warnings.size() > MOST_WARNINGS) {
      int more = warnings.size() - MOST_WARNINGS;
      warnings = new ArrayList<>(warnings.subList(0, MOST_WARNINGS));
      warnings.add("keys that never act: %d more such warnings".formatted(more));
    }
    checkpoints(spec).ifPresent(warnings::add);
    return warnings;
  }

  /** Workers that average more rarely than the training is long: once, at its end. */
  private static Optional<String> averaging(Configuration cell) {
    int steps = cell.integer(Training.STEPS);
    return Averaging.of(cell.values())
        .filter(averaging -> steps > 0 && averaging.frequency() > steps)
        .map(
            averaging ->
                "execution.mode.parameter-averaging.averaging-frequency %d is longer than a training of %d steps: the workers' parameters are averaged once, at its end; make it %d or less"
                    .formatted(averaging.frequency(), steps, steps));
  }

  /** Checkpoints by steps that no training reaches. Those by time are written all the same. */
  private static Optional<String> checkpoints(SweepSpec spec) {
    long every = spec.execution().checkpoints().everySteps();
    return spec.lengths().longest(Training.STEPS.key()).stream()
        .filter(longest -> longest > 0 && every > longest)
        .mapToObj(
            longest ->
                "execution.checkpoints.every-steps %d is longer than the longest training, of %d steps: no checkpoint is written by it; make it shorter, or leave it out"
                    .formatted(every, longest))
        .findFirst();
  }
}
