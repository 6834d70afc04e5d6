package org.attune.sweeps.store;

import java.util.List;
import java.util.Optional;

/** What a user asks of the driver that runs a sweep, by a small file in the sweep's directory. */
public sealed interface Request {

  /** End the run in order: what runs is given up, and waits for the next run. */
  record StopSweep() implements Request {}

  /** End one running trial at its next report; what it has measured stands. */
  record StopTrial(String trialId) implements Request {}

  /** Try trials again that have failed for good. */
  record RetryTrials(List<String> trialIds) implements Request {
    public RetryTrials {
      trialIds = List.copyOf(trialIds);
    }
  }

  /** The request as its file has it: a word, then the trials, a line each. */
  default String text() {
    if (this instanceof StopTrial stop) {
      return "stop-trial\n" + stop.trialId() + "\n";
    }
    if (this instanceof RetryTrials retry) {
      return "retry\n" + String.join("\n", retry.trialIds()) + "\n";
    }
    return "stop\n";
  }

  /** Reads a file's text; empty where it is no request. */
  static Optional<Request> of(String text) {
    List<String> lines = text.lines().toList();
    List<String> trials = lines.stream().skip(1).filter(line -> !line.isBlank()).toList();
    String word = lines.isEmpty() ? "" : lines.get(0);
    return switch (word) {
      case "stop" -> Optional.of(new StopSweep());
      case "stop-trial" -> trials.stream().findFirst().map(StopTrial::new);
      case "retry" -> Optional.of(new RetryTrials(trials));
      default -> Optional.empty();
    };
  }
}
