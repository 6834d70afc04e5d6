package org.attune.api.trial;

import java.io.Serializable;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.Start;

/**
 * An attempt at a trial, as passed to the work that runs it.
 *
 * <pre>{@code
 * TrialContext context =
 *     new TrialContext("a1b2c3d4e5f6-0", 1, new TreeMap<>(Map.of("x", "3")), 7, 1);
 * context.configuration().get("x"); // 3
 * context.start().atBeginning(); // true
 * }</pre>
 *
 * @param trial the trial's id
 * @param attempt number of the attempt, from 1
 * @param configuration every parameter by its key
 * @param seed of all random numbers of the trial
 * @param threads for the trial's computation
 * @param start where it starts
 * @param checkpoints when it writes checkpoints
 * @param gpus that it may use
 * @param secrets for a user's program; never stored
 * @param heldOut the examples that validate and judge it
 */
public record TrialContext(
    String trial,
    int attempt,
    SortedMap<String, String> configuration,
    long seed,
    int threads,
    Start start,
    CheckpointPlan checkpoints,
    Gpus gpus,
    Secrets secrets,
    HeldOutPart heldOut)
    implements Serializable {

  public TrialContext {
    configuration = Collections.unmodifiableSortedMap(new TreeMap<>(configuration));
  }

  /** Creates an attempt without GPUs, on the held-out examples that all trials share. */
  public TrialContext(
      String trial,
      int attempt,
      SortedMap<String, String> configuration,
      long seed,
      int threads,
      Start start,
      CheckpointPlan checkpoints) {
    this(
        trial,
        attempt,
        configuration,
        seed,
        threads,
        start,
        checkpoints,
        Gpus.NONE,
        Secrets.NONE,
        HeldOutPart.SHARED);
  }

  /** A copy with these GPUs. */
  public TrialContext on(Gpus leased) {
    return new TrialContext(
        trial, attempt, configuration, seed, threads, start, checkpoints, leased, secrets, heldOut);
  }

  /** A copy with these secrets for its program. */
  public TrialContext with(Secrets handed) {
    return new TrialContext(
        trial, attempt, configuration, seed, threads, start, checkpoints, gpus, handed, heldOut);
  }

  /** A copy that these examples validate and judge. */
  public TrialContext judgedOn(HeldOutPart part) {
    return new TrialContext(
        trial, attempt, configuration, seed, threads, start, checkpoints, gpus, secrets, part);
  }

  /** Creates an attempt that starts at step 0 and writes no checkpoints. */
  public TrialContext(
      String trial, int attempt, SortedMap<String, String> configuration, long seed, int threads) {
    this(trial, attempt, configuration, seed, threads, Start.BEGINNING, CheckpointPlan.NONE);
  }
}
