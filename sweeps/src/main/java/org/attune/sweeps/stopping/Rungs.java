package org.attune.sweeps.stopping;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Trial;

/**
 * The rungs of successive halving, each decided when a trial reaches it. At each rung a trial
 * continues only if it is among the best 1/r of the trials that have reached it (Li et al., "A
 * System for Massively Parallel Hyperparameter Tuning", MLSys 2020, in the variant that decides
 * immediately, section 3.3 of Salinas et al., "Syne Tune", 2022).
 *
 * <p>The value at a rung is that of the first report at or after its step. NaN and infinite values
 * are worse than any number: they are never among the best. The first r - 1 trials at a rung cannot
 * be ranked yet and continue, unless their value is not a number. A trial that resumes another
 * trial's training starts above the rungs that the other has passed.
 */
final class Rungs {

  private final Objective objective;
  private final List<Long> steps;
  private final int reduction;
  private final Map<Long, Rung> rungs = new HashMap<>();
  private final Map<String, Integer> passed = new HashMap<>(); // rungs, by trials that may report

  /** The losses of trials that reached a rung: the best, as many as continue, and the others. */
  private static final class Rung {
    private final PriorityQueue<Double> best = new PriorityQueue<>(Comparator.reverseOrder());
    private final PriorityQueue<Double> others = new PriorityQueue<>();
    private int reached;

    /** Adds a loss, possibly NaN; {@link #amongBest} must be called afterwards. */
    void add(double loss, int reduction) {
      reached++;
      if (!Double.isNaN(loss)) {
        best.add(loss);
        others.add(best.remove());
      }
      while (best.size() < goOn(reduction) && !others.isEmpty()) {
        best.add(others.remove());
      }
    }

    int goOn(int reduction) {
      return Math.max(1, reached / reduction);
    }

    /** Whether a loss at this rung is among those that continue. */
    boolean amongBest(double loss) {
      return loss <= best.element();
    }
  }

  /**
   * @param steps of the rungs, ascending
   * @param reduction one in this many trials continues
   */
  Rungs(Objective objective, List<Long> steps, int reduction) {
    this.objective = objective;
    this.steps = List.copyOf(steps);
    this.reduction = reduction;
  }

  /** Handles a report; returns the reason to end the trial, if there is one. */
  Optional<String> report(Trial trial, long step, double value) {
    Optional<String> end = Optional.empty();
    long begun = trial.origin().map(Trial.Origin::step).orElse(0L);
    // A later attempt reaches the same rungs again, but the trial was already judged there.
    int done = passed.getOrDefault(trial.id(), 0);
    while (end.isEmpty() && done < steps.size() && steps.get(done) <= step) {
      long rung = steps.get(done++);
      end = rung > begun ? judge(rung, value) : end;
    }
    if (done > 0) {
      passed.put(trial.id(), done);
    }
    return end;
  }

  /** Forgets a trial that has finished or was stopped: it reports no more. */
  void ended(Observation end) {
    if (end.outcome() != Observation.Outcome.FAILED) { // a user may retry it
      passed.remove(end.trial().id());
    }
  }

  /** The number of trials that it remembers. */
  int remembered() {
    return passed.size();
  }

  private Optional<String> judge(long step, double value) {
    Rung rung = rungs.computeIfAbsent(step, r -> new Rung());
    double loss = Double.isFinite(value) ? objective.loss(value) : Double.NaN;
    rung.add(loss, reduction);
    if (Double.isNaN(loss)) {
      return Optional.of("%s was not a number at step %d".formatted(objective.metric(), step));
    }
    return rung.reached < reduction || rung.amongBest(loss)
        ? Optional.empty()
        : Optional.of(
            "%s was not among the best %d of %d at step %d"
                .formatted(objective.metric(), rung.goOn(reduction), rung.reached, step));
  }
}
