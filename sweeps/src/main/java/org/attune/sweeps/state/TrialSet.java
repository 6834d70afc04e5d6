package org.attune.sweeps.state;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The trials in one state without a result, in the order they entered it. */
final class TrialSet {

  private String objectiveMetric;
  private final Set<TrialRecord> records = new LinkedHashSet<>();
  private Optional<List<TrialStatus>> statuses = Optional.empty();

  TrialSet(String objectiveMetric) {
    this.objectiveMetric = objectiveMetric;
  }

  /** Shows another metric as the objective. */
  void judge(String metric) {
    objectiveMetric = metric;
    changed();
  }

  void add(TrialRecord trial) {
    records.add(trial);
    changed();
  }

  void remove(TrialRecord trial) {
    records.remove(trial);
    changed();
  }

  /** Must be called after a trial of the set changes. */
  void changed() {
    statuses = Optional.empty();
  }

  int size() {
    return records.size();
  }

  /** A snapshot of the trials; the same list until one of them changes. */
  List<TrialStatus> statuses() {
    if (statuses.isEmpty()) {
      statuses =
          Optional.of(records.stream().map(trial -> trial.snapshot(objectiveMetric)).toList());
    }
    return statuses.get();
  }
}
