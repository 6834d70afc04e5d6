package org.attune.api.trial;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.api.Checkpoints;

/**
 * Runs one trial. It is sent to executors, so it and everything it holds must be serialisable.
 *
 * <pre>{@code
 * TrialWork halving =
 *     (trial, reporter) -> {
 *       double loss = 1;
 *       for (long step = 1; step <= 10; step++) {
 *         loss /= 2;
 *         reporter.report(step, Map.of("loss", loss));
 *       }
 *       return new TrialWork.Result(Map.of("loss", loss), Map.of());
 *     };
 * TrialContext context = new TrialContext("a1b2c3d4e5f6-0", 1, new TreeMap<>(), 7, 1);
 * halving.run(context, (step, values) -> {}).metrics(); // {loss=9.765625E-4}
 * }</pre>
 */
@FunctionalInterface
public interface TrialWork extends Serializable {

  /**
   * Runs one attempt at a trial to its end, and reports metrics on the way.
   *
   * @throws StoppedException from {@link Reporter#report}, passed through
   * @throws TrialException if the cause of the failure is known
   * @throws Exception for any other failure; it counts as transient
   */
  Result run(TrialContext trial, Reporter reporter) throws Exception;

  /**
   * Why this process cannot run any more trials, as a message. Checked before the first trial and
   * after each; empty while it can.
   */
  default Optional<String> unusable() {
    return Optional.empty();
  }

  /**
   * Why no trial in this process can use the given GPUs any more, as a message. Empty while trials
   * can use them, or never could.
   */
  default Optional<String> unusable(Gpus gpus) {
    return Optional.empty();
  }

  /**
   * The result of a trial.
   *
   * @param metrics final metrics, by name
   * @param facts about the run for its provenance, such as {@code data_hash}
   */
  record Result(Map<String, Double> metrics, Map<String, String> facts) implements Serializable {
    /** The result of a trial that ended early: its reports are its result. */
    public static final Result NONE = new Result(Map.of(), Map.of());

    /**
     * Copies the maps, so that messages contain no map class of another library.
     *
     * @throws IllegalArgumentException if a map, a name or a value is null
     */
    public Result {
      metrics = copy("metric", metrics);
      facts = copy("fact", facts);
    }

    private static <V> Map<String, V> copy(String what, Map<String, V> given) {
      if (given == null) {
        throw new IllegalArgumentException(
            "The result has null for its %ss; give an empty map if there are none".formatted(what));
      }
      Map<String, V> copy = new LinkedHashMap<>(given);
      copy.forEach(
          (name, value) -> {
            if (name == null || value == null) {
              throw new IllegalArgumentException(
                  "The result's %s '%s' is null; leave it out, or give its value"
                      .formatted(what, name));
            }
          });
      return Collections.unmodifiableMap(copy);
    }
  }

  /** Receives a running trial's reports. Not thread-safe. */
  @FunctionalInterface
  interface Reporter {
    /**
     * Reports values by metric name at a step. They reach the driver by the trial's end at the
     * latest; decisions come back with a later report.
     *
     * @throws StoppedException if the driver stops the trial
     */
    void report(long step, Map<String, Double> values) throws StoppedException;

    /**
     * Like {@link #report}, at a step that is not the last. The call waits some milliseconds for
     * the stopping rules' decision, so that a trial that they end takes no further step.
     *
     * @throws StoppedException if the driver stops the trial
     */
    default void reportAndAwait(long step, Map<String, Double> values) throws StoppedException {
      report(step, values);
    }

    /**
     * Sends pending reports and receives the driver's decisions, for work that waits for something
     * else between its reports. Cheap: call it many times a second.
     *
     * @throws StoppedException if the driver stops the trial
     */
    default void checkIn() throws StoppedException {}

    /** Where the attempt starts, and where it saves its state. */
    default Checkpoints checkpoints() {
      return Checkpoints.NONE;
    }

    /**
     * Facts about the attempt that its provenance has however it ends. A finished attempt's are
     * those of its {@link Result}.
     */
    default void facts(Map<String, String> facts) {}

    /** Passes on the work's printed output, for {@code attune logs}; called once, at the end. */
    default void output(String text) {}
  }

  /**
   * The driver stopped the trial, permanently or to resume it later. Work with {@link Checkpoints}
   * saves its state before it passes this on.
   */
  final class StoppedException extends Exception {
    private static final long serialVersionUID = 1L;

    public StoppedException(String reason) {
      super(reason);
    }
  }
}
