package org.attune.sweeps.command;

import org.attune.api.trial.Cause;
import org.attune.api.trial.Secrets;
import org.attune.api.trial.TrialException;

/**
 * Reads a program's lines of metrics. A line that cannot be read is a fault of the trial.
 *
 * @param secrets that no message shows
 */
record ReadableMetrics(Secrets secrets) {

  private static final int SHOWN_CHARACTERS = 200;

  /**
   * Whether a program's line is a report: it begins with a brace. A line with an indent may be part
   * of what a program shows of its data, so it counts only where it can be read.
   */
  boolean isReport(ProgramLines.Line line) {
    String text = line.text();
    if (text.startsWith("{")) {
      return true;
    }
    try {
      return text.stripLeading().startsWith("{") && !MetricLine.of(text).values().isEmpty();
    } catch (IllegalArgumentException other) {
      return false;
    }
  }

  /**
   * The text of a line of metrics.
   *
   * @throws TrialException if it was too long to be kept whole
   */
  String whole(ProgramLines.Line line) throws TrialException {
    if (line.cut()) {
      throw fault(
          line.text(),
          "the line has %,d characters, and a line of metrics has at most %,d"
              .formatted(line.characters(), ProgramLines.MOST_CHARACTERS));
    }
    return line.text();
  }

  /**
   * Reads a line.
   *
   * @throws TrialException if it is not a JSON object of numbers
   */
  MetricLine read(String line) throws TrialException {
    try {
      return MetricLine.of(line);
    } catch (IllegalArgumentException invalid) {
      throw fault(
          line,
          invalid.getMessage()
              + "; a line is a JSON object such as {\"step\": 100, \"loss\": 0.25}");
    }
  }

  private TrialException fault(String line, String reason) {
    return new TrialException(
        Cause.TRIAL_FAULT,
        secrets.hide(
            "Cannot read the metrics in '%s': %s".formatted(shown(secrets.hide(line)), reason)));
  }

  private static String shown(String line) {
    return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "...";
  }
}
