package org.attune.cluster.slot;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.util.Optional;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialException;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended.
 *
 * @param state finished, stopped, paused, abandoned or failed
 * @param cause the cause of a failure, else null in JSON and here
 * @param message the reason of a stop, an abandonment or a failure, else empty
 * @param trace the stack trace of a failure that is not the user's, else empty
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record AttemptEnd(State state, @Nullable Cause cause, String message, String trace)
    implements Serializable {

  AttemptEnd {
    message = message == null ? "" : message; // not in JSON
    trace = trace == null ? "" : trace;
  }

  /** The ways in which an attempt ends. */
  public enum State {
    FINISHED,
    STOPPED,
    PAUSED,
    ABANDONED,
    FAILED
  }

  static AttemptEnd finished() {
    return new AttemptEnd(State.FINISHED, null, "", "");
  }

  static AttemptEnd stopped(SlotReply.Stop stop) {
    return switch (stop.kind()) {
      case TIMEOUT -> new AttemptEnd(State.FAILED, Cause.TIMEOUT, stop.reason(), "");
      case PAUSE -> new AttemptEnd(State.PAUSED, null, stop.reason(), "");
      case ABANDON -> abandoned(stop.reason());
      case RESULT -> new AttemptEnd(State.STOPPED, null, stop.reason(), "");
    };
  }

  /** An attempt that was cut short; nothing is wrong with its trial, which is pending again. */
  static AttemptEnd abandoned(String reason) {
    return new AttemptEnd(State.ABANDONED, null, reason, "");
  }

  static AttemptEnd failed(Throwable failure) {
    return new AttemptEnd(
        State.FAILED,
        cause(failure),
        Optional.ofNullable(failure.getMessage()).orElse(failure.toString()),
        trace(failure));
  }

  /**
   * The stack trace; empty where a user's program failed and not Attune, since the message says
   * all.
   */
  private static String trace(Throwable failure) {
    if (failure instanceof TrialException && failure.getCause() == null) {
      return "";
    }
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }

  private static Cause cause(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof TrialException known) {
        return known.reason();
      }
      if (t instanceof OutOfMemoryError) {
        return Cause.OUT_OF_MEMORY;
      }
    }
    return Cause.TRANSIENT;
  }
}
