package org.attune.jobs.watch;

import java.util.Comparator;
import java.util.Optional;
import org.attune.api.trial.Cause;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * Says why a trial is not retried whose program has ended with an error again, however many retries
 * are left: a second error of its own is no accident.
 */
final class RepeatedError {

  private RepeatedError() {}

  /** What follows the message of a trial's last attempt; empty if it failed for another reason. */
  static String after(TrialStatus trial, Attempt last) {
    if (trial.state() != TrialState.FAILED || !isProgramError(last)) {
      return "";
    }
    Optional<Attempt> before =
        trial.attempts().stream()
            .filter(attempt -> attempt.number() < last.number() && isProgramError(attempt))
            .max(Comparator.comparingInt(Attempt::number));
    return before
        .map(
            attempt ->
                "; %s as attempt %d, so it is not retried"
                    .formatted(
                        attempt.message().equals(last.message())
                            ? "the same error"
                            : "an error of the program again,",
                        attempt.number()))
        .orElse("");
  }

  private static boolean isProgramError(Attempt attempt) {
    return attempt.cause().filter(Cause.PROGRAM_ERROR::equals).isPresent();
  }
}
