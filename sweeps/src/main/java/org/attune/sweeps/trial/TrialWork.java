package org.attune.sweeps.trial;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How one trial is run. Sent to executors, so it and all it holds is serialisable. */
@FunctionalInterface
public interface TrialWork extends Serializable {

  /**
   * Runs one attempt of a trial to its end, reporting metrics on the way.
   *
   * @throws StoppedException from {@link Reporter#report}, let through
   * @throws TrialException when the cause of the failure is known
   * @throws Exception any other failure; it counts as transient
   */
  Result run(TrialContext trial, Reporter reporter) throws Exception;

  /**
   * Why this process can run no trial any more, for people; asked before the first and after each.
   * Empty while it can.
   */
  default Optional<String> unusable() {
    return Optional.empty();
  }

  /**
   * What a trial comes to.
   *
   * @param metrics final ones, by name
   * @param facts about the run for its provenance, such as {@code data_hash}
   */
  record Result(Map<String, Double> metrics, Map<String, String> facts) implements Serializable {
    /** Of a trial that was cut short: what it reported stands. */
    public static final Result NONE = new Result(Map.of(), Map.of());

    /** Keeps copies: messages carry no map of another library's. */
    public Result {
      metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
      facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }
  }

  /** Takes what a running trial has to say. Not safe for several threads. */
  @FunctionalInterface
  interface Reporter {
    /**
     * Reports values by metric name at a step. They reach the driver at the latest with the trial's
     * end; what is decided comes back with a later report.
     *
     * @throws StoppedException when the driver wants the trial stopped
     */
    void report(long step, Map<String, Double> values) throws StoppedException;

    /**
     * The same at a step that is not the last: waits some milliseconds for what the sweep's
     * stopping rules make of it, so that a trial that they end takes no step more.
     *
     * @throws StoppedException when the driver wants the trial stopped
     */
    default void reportAndAwait(long step, Map<String, Double> values) throws StoppedException {
      report(step, values);
    }

    /**
     * Sends what was reported and not sent yet, and hears what the driver decided meanwhile: for
     * work that waits for something else between its reports. It costs little; call it many times a
     * second.
     *
     * @throws StoppedException when the driver wants the trial stopped
     */
    default void checkIn() throws StoppedException {}

    /** What the attempt begins from, and where it puts its state. */
    default Checkpoints checkpoints() {
      return Checkpoints.NONE;
    }

    /** What the work printed, for {@code attune logs}; said once, at the end. */
    default void output(String text) {}
  }

  /**
   * The driver stopped the trial, for good or to go on with it later. Work that keeps {@link
   * Checkpoints} saves its state before it lets this through.
   */
  final class StoppedException extends Exception {
    private static final long serialVersionUID = 1L;

    public StoppedException(String reason) {
      super(reason);
    }
  }
}
