package org.attune.sweeps.event;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.trial.Cause;

/**
 * One thing that happened in a sweep. Times are wall-clock and kept to the microsecond; attempts
 * count from 1.
 */
public sealed interface Event {

  /** When it happened. */
  Instant time();

  /** An event about one attempt at a trial. */
  sealed interface OfAttempt extends Event {
    String trialId();

    int attempt();
  }

  /** An attempt's last event. */
  sealed interface Terminal extends OfAttempt {}

  /** A driver began an epoch: the first event of its journal. */
  record Opened(SweepHeader header, int epoch, Instant time) implements Event {}

  /**
   * A trial is to be run.
   *
   * @param told how much its search had been told when it proposed the trial: the ends of trials,
   *     and reports where it wants them, in the journal's order
   * @param duplicates how many proposals before it were equal to earlier trials, and are not run
   */
  record Suggested(Trial trial, long told, long duplicates, Instant time) implements Event {

    /** Without duplicates. */
    public Suggested(Trial trial, long told, Instant time) {
      this(trial, told, 0, time);
    }
  }

  /**
   * A slot took a trial.
   *
   * @param slot the executor slot, such as {@code 3.1}
   * @param host of the executor
   * @param device what it computes on, such as {@code cpu} or {@code gpu-0}
   * @param provenance of the slot: see {@link Provenance}
   */
  record Started(
      String trialId,
      int attempt,
      String slot,
      String host,
      String device,
      Map<String, String> provenance,
      Instant time)
      implements OfAttempt {
    public Started {
      provenance = Map.copyOf(provenance);
    }
  }

  /** Metrics at one training step; not-a-number and infinities are kept. */
  record Measured(String trialId, int attempt, long step, Map<String, Double> values, Instant time)
      implements OfAttempt {
    public Measured {
      values = Map.copyOf(values);
    }
  }

  /**
   * A stopping rule has decided to end a trial, or to have it wait; the trial is told after this is
   * durable.
   *
   * @param step whose report decided it
   * @param rule as the sweep file names it
   * @param reason for people
   */
  record Decided(String trialId, int attempt, long step, String rule, String reason, Instant time)
      implements OfAttempt {

    /** The same decision, made at another time. */
    public Decided at(Instant time) {
      return new Decided(trialId, attempt, step, rule, reason, time);
    }
  }

  /**
   * A file was written for a trial.
   *
   * @param kind such as {@link #KIND}
   * @param path relative to the sweep's directory
   */
  record Checkpointed(
      String trialId, int attempt, long step, String kind, String path, long bytes, Instant time)
      implements OfAttempt {

    /** Of a trial's own state, from which it can go on. */
    public static final String KIND = "checkpoint";
  }

  /** A trial left its slot, to go on later from its checkpoint as another attempt. */
  record Paused(String trialId, int attempt, long step, Instant time) implements Terminal {}

  /** A trial was ended early on purpose; what it had measured stands. */
  record Stopped(
      String trialId,
      int attempt,
      long step,
      String reason,
      Map<String, Double> metrics,
      Map<String, String> provenance,
      Instant time)
      implements Terminal {
    public Stopped {
      metrics = Map.copyOf(metrics);
      provenance = Map.copyOf(provenance);
    }
  }

  /**
   * A trial trained to its end.
   *
   * @param metrics final ones, by name
   * @param provenance what is known only at the end, such as the data's hash; adds to that of the
   *     start
   */
  record Finished(
      String trialId,
      int attempt,
      Map<String, Double> metrics,
      Map<String, String> provenance,
      Instant time)
      implements Terminal {
    public Finished {
      metrics = Map.copyOf(metrics);
      provenance = Map.copyOf(provenance);
    }
  }

  /** An attempt failed; whether the trial is tried again follows from the cause. */
  record Failed(String trialId, int attempt, Cause cause, String message, Instant time)
      implements Terminal {}

  /** An attempt was given up without a verdict, as when its driver died. The trial waits again. */
  record Abandoned(String trialId, int attempt, String reason, Instant time) implements Terminal {}

  /** A user asked for a failed trial to be tried again, with all its retries. */
  record Retried(String trialId, Instant time) implements Event {}

  /**
   * An executor or a host on which trials failed in a row is given none for a while.
   *
   * @param who as people are told: {@code executor 3 on node-7}
   * @param reason for people
   * @param until when; the event's own time says that it is taken up again
   */
  record Rested(String who, String reason, Instant until, Instant time) implements Event {}

  /**
   * A driver ended its run although there is more to do; trials that were not run wait.
   *
   * @param budget whether the budget is used up; otherwise the run was interrupted
   * @param reason for people
   */
  record Suspended(boolean budget, String reason, Instant time) implements Event {}

  /**
   * Claims of the sweep's file that no earlier event states. What is stated after a trial has
   * finished was stated after the results.
   *
   * @param claims what each compares, a tab, and its wording in one line
   */
  record Stated(List<String> claims, Instant time) implements Event {
    public Stated {
      claims = List.copyOf(claims);
    }
  }

  /** The sweep is over: every trial has ended. */
  record Completed(String reason, Instant time) implements Event {}
}
