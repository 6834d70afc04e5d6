package org.attune.sweeps.store;

import java.util.List;
import java.util.Optional;

/** A user's request to the driver of a sweep, sent as a small file in the sweep's directory. */
public sealed interface Request {

  /**
   * End the run in an orderly way: running attempts are abandoned, and the next run retries them.
   */
  record StopSweep() implements Request {
    @Override
    public String text() {
      return "stop\n";
    }
  }

  /** End one running trial at its next report; its measurements are its result. */
  record StopTrial(String trialId) implements Request {
    @Override
    public String text() {
      return "stop-trial\n" + trialId + "\n";
    }
  }

  /** Retry trials that failed permanently. */
  record RetryTrials(List<String> trialIds) implements Request {
    public RetryTrials {
      trialIds = List.copyOf(trialIds);
    }

    @Override
    public String text() {
      return "retry\n" + String.join("\n", trialIds) + "\n";
    }
  }

  /**
   * Move trials that have not started to the front.
   *
   * @param conditions on their cells, each in one line
   */
  record Prioritise(List<String> conditions) implements Request {
    public Prioritise {
      conditions = List.copyOf(conditions);
    }

    @Override
    public String text() {
      return "prioritise\n" + String.join("\n", conditions) + "\n";
    }
  }

  /** Run at most this number of trials at a time. */
  record LimitSlots(int atMost) implements Request {
    @Override
    public String text() {
      return "slots\n" + atMost + "\n";
    }
  }

  /** The content of the request's file: a keyword, then the trials or conditions, one per line. */
  String text();

  /** Parses a file's text; empty if it is not a request. */
  static Optional<Request> of(String text) {
    List<String> lines = text.lines().toList();
    List<String> trials = lines.stream().skip(1).filter(line -> !line.isBlank()).toList();
    String word = lines.isEmpty() ? "" : lines.get(0);
    return switch (word) {
      case "stop" -> Optional.of(new StopSweep());
      case "stop-trial" -> trials.stream().findFirst().map(StopTrial::new);
      case "retry" -> Optional.of(new RetryTrials(trials));
      case "prioritise" -> Optional.of(new Prioritise(trials));
      case "slots" ->
          trials.stream()
              .findFirst()
              .filter(number -> number.matches("[1-9]\\d{0,5}"))
              .map(number -> new LimitSlots(Integer.parseInt(number)));
      default -> Optional.empty();
    };
  }
}
