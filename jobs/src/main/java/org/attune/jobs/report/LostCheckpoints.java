package org.attune.jobs.report;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.spec.Checkpointing.Keep;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/** The checkpoints that ended trials could not write, as on a full disk. */
public final class LostCheckpoints {

  private LostCheckpoints() {}

  /** The checkpoint that an attempt could not write last, and why: {@code FILE: reason}. */
  public static Optional<String> of(Attempt attempt) {
    return Optional.ofNullable(attempt.provenance().get(Provenance.UNWRITTEN))
        .filter(lost -> !lost.isEmpty())
        .map(TerminalText::line);
  }

  private static Optional<String> of(TrialStatus trial) {
    return trial.attempt().flatMap(LostCheckpoints::of);
  }

  private static List<TrialStatus> trials(SweepView sweep) {
    return sweep.trials().stream()
        .filter(trial -> trial.state().successful() && of(trial).isPresent())
        .toList();
  }

  /** How many trials lost their last checkpoint, why, and what to do; empty for none. */
  public static String text(SweepView sweep) {
    List<TrialStatus> trials = trials(sweep);
    if (trials.isEmpty()) {
      return "";
    }
    String reasons =
        trials.stream()
            .map(trial -> of(trial).orElseThrow())
            .map(lost -> lost.contains(": ") ? lost.substring(lost.indexOf(": ") + 2) : lost)
            .collect(Collectors.toCollection(TreeSet::new))
            .stream()
            .collect(Collectors.joining("; "));
    return """
        checkpoints of %s could not be written (%s); the results are complete
        to get these checkpoints, make room, and run the sweep into another directory with --out
        """
        .formatted(Counted.of(trials.size(), "trial"), reasons);
  }

  /** Whether a checkpoint is lost that the sweep was to keep. */
  public static boolean lack(SweepView sweep, Keep keep) {
    List<TrialStatus> trials = trials(sweep);
    return switch (keep) {
      case NONE -> false;
      case ALL -> !trials.isEmpty();
      case BEST ->
          FrontTable.suits(sweep)
              ? !trials.isEmpty()
              : sweep.best().flatMap(LostCheckpoints::of).isPresent();
    };
  }
}
