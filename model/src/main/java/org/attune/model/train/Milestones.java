package org.attune.model.train;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.model.task.Milestone;

/** Records the steps at which a training reaches its milestones. */
final class Milestones {

  private final List<Milestone> marks;
  private final Map<String, Long> reached = new TreeMap<>(); // by the name of the steps
  private final Map<String, Double> solved = new TreeMap<>();

  Milestones(List<Milestone> marks) {
    this.marks = marks;
  }

  /** Adds a validation. */
  void observe(long step, Map<String, Double> measured) {
    for (Milestone mark : marks) {
      boolean isReached = mark.reachedBy(measured.get(mark.metric()));
      solved.put(mark.solved(), isReached ? 1.0 : 0.0);
      if (isReached) {
        reached.putIfAbsent(mark.steps(), step);
      }
    }
  }

  /** Returns the metrics to report after {@code step} steps. */
  Map<String, Double> at(long step) {
    Map<String, Double> all = new TreeMap<>(solved);
    for (Milestone mark : marks) {
      all.put(mark.steps(), (double) reached.getOrDefault(mark.steps(), step));
    }
    return all;
  }
}
