package org.attune.jobs.slice;

import java.util.Set;
import java.util.function.Consumer;
import org.attune.api.trial.Cause;
import org.attune.sweeps.scheduler.LoopObserver;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepState;

/**
 * Ends a run whose first attempts all fail for no fault of their trials. Such a machine would fail
 * every trial of the list. The run's end names the last failure.
 */
final class FirstFailures implements LoopObserver {

  private static final int SEVERAL = 3;

  private static final Set<Cause> OF_THE_MACHINE =
      Set.of(Cause.INFRASTRUCTURE, Cause.TRANSIENT, Cause.OUT_OF_MEMORY);

  private final SweepState state;
  private Consumer<String> action = reason -> {};
  private int failed;
  private boolean other;

  FirstFailures(SweepState state) {
    this.state = state;
  }

  /** What to do, with the reason. */
  void onSeveral(Consumer<String> action) {
    this.action = action;
  }

  @Override
  public void ended(String trialId, int attempt) {
    Attempt ended = attempt(trialId, attempt);
    if (ended.cause().filter(OF_THE_MACHINE::contains).isEmpty()) {
      other = true;
    } else if (!other && ++failed == SEVERAL) {
      action.accept("the first %d attempts failed: %s".formatted(SEVERAL, ended.message()));
    }
  }

  private Attempt attempt(String trialId, int number) {
    return state.trial(trialId).stream()
        .flatMap(trial -> trial.attempts().stream())
        .filter(attempt -> attempt.number() == number)
        .findFirst()
        .orElseThrow();
  }
}
