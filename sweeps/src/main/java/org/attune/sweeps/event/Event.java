package org.attune.sweeps.event;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.identity.Replicates;

/**
 * An event of a sweep. Times are wall-clock times with microsecond precision; attempts count from
 * 1.
 */
public sealed interface Event {

  /** When it happened. */
  Instant time();

  /** An event about one attempt at a trial. */
  sealed interface OfAttempt extends Event {
    String trialId();

    int attempt();

    /** The attempt in one word, for maps. */
    default String key() {
      return trialId() + "." + attempt();
    }
  }

  /** An attempt's last event. */
  sealed interface Terminal extends OfAttempt {

    /** The final metrics, by name; empty if it has none of its own. */
    default Map<String, Double> metrics() {
      return Map.of();
    }

    /** Facts known only at the end; they extend the provenance of the start. */
    default Map<String, String> provenance() {
      return Map.of();
    }

    /** A message for people; may be empty. */
    default String message() {
      return "";
    }
  }

  /** A driver began an epoch; this is the first event of its journal. */
  record Opened(SweepHeader header, int epoch, Instant time) implements Event {}

  /**
   * The search suggested a trial to run.
   *
   * @param told number of observations that the search had when it proposed the trial: ends of
   *     trials, and reports if it wants them, in the journal's order
   * @param duplicates number of proposals before it that equalled earlier trials and are not run
   */
  record Suggested(Trial trial, long told, long duplicates, Instant time) implements Event {

    /** A suggestion without duplicates. */
    public Suggested(Trial trial, long told, Instant time) {
      this(trial, told, 0, time);
    }
  }

  /**
   * A slot accepted a trial.
   *
   * @param slot the executor slot, such as {@code 3.1}
   * @param host of the executor
   * @param device it computes on, such as {@code cpu} or {@code gpu-0}
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

  /**
   * Facts about a running attempt that its slot does not know, such as the hash of its program.
   *
   * @param provenance extends the provenance of the start: see {@link Provenance}
   */
  record Noted(String trialId, int attempt, Map<String, String> provenance, Instant time)
      implements OfAttempt {
    public Noted {
      provenance = Map.copyOf(provenance);
    }
  }

  /**
   * Metrics at one training step, including NaN and infinities.
   *
   * @param report its number among the attempt's reports, from 1; 0 in earlier journals, where an
   *     attempt reports each step once
   */
  record Measured(
      String trialId, int attempt, long step, Map<String, Double> values, int report, Instant time)
      implements OfAttempt {
    public Measured {
      values = Map.copyOf(values);
    }

    /** Metrics as in earlier journals: at a later step than all before. */
    public Measured(
        String trialId, int attempt, long step, Map<String, Double> values, Instant time) {
      this(trialId, attempt, step, values, 0, time);
    }
  }

  /**
   * A stopping rule decided to end or pause a trial; the trial learns of it once this event is
   * durable.
   *
   * @param step of the report that led to the decision
   * @param rule its name in the sweep file
   * @param reason for people
   */
  record Decided(String trialId, int attempt, long step, String rule, String reason, Instant time)
      implements OfAttempt {

    /** A copy of the decision with another time. */
    public Decided at(Instant time) {
      return new Decided(trialId, attempt, step, rule, reason, time);
    }
  }

  /**
   * A file was written for a trial, or an attempt found its file damaged.
   *
   * @param kind {@link #KIND} or {@link #DAMAGED}
   * @param path relative to the sweep's directory
   */
  record Checkpointed(
      String trialId, int attempt, long step, String kind, String path, long bytes, Instant time)
      implements OfAttempt {

    /** A trial's own checkpoint, from which it can resume. */
    public static final String KIND = "checkpoint";

    /** A trial's own checkpoint that an attempt found damaged; no attempt starts from it again. */
    public static final String DAMAGED = "damaged checkpoint";
  }

  /** A trial left its slot, and will resume from its checkpoint in another attempt. */
  record Paused(String trialId, int attempt, long step, Instant time) implements Terminal {

    @Override
    public String message() {
      return "paused at step " + step;
    }
  }

  /** A trial was ended early on purpose; its measurements are its result. */
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

    @Override
    public String message() {
      return reason;
    }
  }

  /**
   * A trial trained to its end.
   *
   * @param metrics final metrics, by name
   * @param provenance facts known only at the end, such as the data's hash; extends the provenance
   *     of the start
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

  /**
   * An attempt failed; the cause determines whether the trial is retried.
   *
   * @param provenance facts about the attempt that were known before its end; journals of earlier
   *     versions have none
   */
  record Failed(
      String trialId,
      int attempt,
      Cause cause,
      String message,
      Map<String, String> provenance,
      Instant time)
      implements Terminal {
    public Failed {
      provenance = Map.copyOf(provenance);
    }

    /** A failure without facts of its own. */
    public Failed(String trialId, int attempt, Cause cause, String message, Instant time) {
      this(trialId, attempt, cause, message, Map.of(), time);
    }
  }

  /**
   * An attempt was abandoned without a verdict, for example because its driver died. The trial is
   * pending again.
   */
  record Abandoned(String trialId, int attempt, String reason, Instant time) implements Terminal {

    /** The next driver says so of what it found running; when it ended is not known. */
    public static final String DRIVER_DIED = "its driver died";

    @Override
    public String message() {
      return reason;
    }
  }

  /** A user requested a retry of a failed trial, with all its retries. */
  record Retried(String trialId, Instant time) implements Event {}

  /**
   * An executor or a host with several failed trials in a row entered cool-down, or left it.
   *
   * @param who its name in messages: {@code executor 3 on node-7}
   * @param reason for people
   * @param until end of the cool-down; equal to the event's own time if the cool-down is over
   */
  record Rested(String who, String reason, Instant until, Instant time) implements Event {}

  /**
   * A driver ended its run although trials remain; they stay pending.
   *
   * @param budget whether the budget is used up; otherwise the run was interrupted
   * @param reason for people
   */
  record Suspended(boolean budget, String reason, Instant time) implements Event {}

  /**
   * Claims of the sweep's file that no earlier event states. Claims stated after a trial has
   * reported a number count as stated after the results.
   *
   * @param claims for each claim, with tabs between: its arms, its test in one line, its sentence,
   *     and who states it where
   */
  record Stated(List<String> claims, Instant time) implements Event {
    public Stated {
      claims = List.copyOf(claims);
    }
  }

  /**
   * Verdicts of claims were shown that read the sealed split.
   *
   * @param seen a digest of the claims and of what their results were
   */
  record Unsealed(String seen, Instant time) implements Event {}

  /**
   * A user moved trials that have not started to the front.
   *
   * @param conditions that their cells meet, all of them: see {@link CellCondition}
   */
  record Prioritised(List<String> conditions, Instant time) implements Event {
    public Prioritised {
      conditions = List.copyOf(conditions);
    }

    /** Whether a cell's trials are meant. */
    public boolean matches(Configuration cell) {
      return conditions.stream()
          .allMatch(
              text ->
                  CellCondition.read(text).filter(condition -> condition.holds(cell)).isPresent());
    }
  }

  /**
   * The sweep adopts trials of another one, whose results may be known.
   *
   * @param directory of the other sweep
   * @param sweepId of the other sweep
   * @param specs the texts of the plans by which the other sweep ran, in order
   * @param draws what decided, beside the axes, which cells each plan had; empty texts where the
   *     axes decided alone
   */
  record Reused(
      String directory, String sweepId, List<String> specs, List<String> draws, Instant time)
      implements Event {
    public Reused {
      specs = List.copyOf(specs);
      draws = List.copyOf(draws);
    }

    /** The plans by which the other sweep ran, in order. */
    public List<SweepPlan> plans() {
      return IntStream.range(0, specs.size())
          .mapToObj(
              i ->
                  new SweepPlan(
                      specs.get(i),
                      Replicates.in(specs.get(i)),
                      Optional.of(draws.get(i)).filter(draw -> !draw.isEmpty())))
          .toList();
    }
  }

  /** The sweep is complete: every trial has ended. */
  record Completed(String reason, Instant time) implements Event {}
}
