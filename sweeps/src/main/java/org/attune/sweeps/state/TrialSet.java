package org.attune.sweeps.state;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The trials that stand in one state, in the order they came to it. */
final class TrialSet {

  private final String objectiveMetric;
  private final Set<TrialRecord> records = new LinkedHashSet<>();
  private Optional<List<TrialStatus>> statuses = Optional.empty();

  TrialSet(String objectiveMetric) {
    this.objectiveMetric = objectiveMetric;
  }

  void add(TrialRecord trial) {
    records.add(trial);
    changed();
  }

  void remove(TrialRecord trial) {
    records.remove(trial);
    changed();
  }

  /** To be called when a trial of the set has changed. */
  void changed() {
    statuses = Optional.empty();
  }

  int size() {
    return records.size();
  }

  /** The trials as they stand; the same list until one of them changes. */
  List<TrialStatus> statuses() {
    if (statuses.isEmpty()) {
      statuses =
          Optional.of(records.stream().map(trial -> trial.snapshot(objectiveMetric)).toList());
    }
    return statuses.get();
  }
}
