package org.attune.cluster.trial;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialException;

/** A failure of a user's class that no retry mends: a null, or what Attune refuses. */
public final class OwnFault {

  private static final String ATTUNE = "org.attune.";
  private static final Pattern LIBRARY =
      Pattern.compile(
          "(org\\.(attune|apache|nd4j|deeplearning4j|bytedeco|slf4j|yaml)|io\\.netty|java|jdk|sun|scala"
              + "|com\\.(fasterxml|google|esotericsoftware|sun))\\..*");

  private OwnFault() {}

  /** The failure as the trial's fault, with the class and the line; empty for any other failure. */
  public static Optional<TrialException> of(RuntimeException failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    boolean refused =
        failure instanceof IllegalArgumentException
            && trace.length > 0
            && trace[0].getClassName().startsWith(ATTUNE);
    if (!refused && !(failure instanceof NullPointerException)) {
      return Optional.empty();
    }
    String why = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    return Stream.of(trace)
        .filter(frame -> !LIBRARY.matcher(frame.getClassName()).matches())
        .findFirst()
        .map(
            frame ->
                "%s (%s:%d): %s"
                    .formatted(
                        frame.getClassName(), frame.getFileName(), frame.getLineNumber(), why))
        .map(message -> new TrialException(Cause.TRIAL_FAULT, message, failure));
  }
}
