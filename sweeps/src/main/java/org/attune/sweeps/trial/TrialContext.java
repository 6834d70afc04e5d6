package org.attune.sweeps.trial;

import java.io.Serializable;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One attempt at a trial, as the work that runs it sees it.
 *
 * @param trial the trial's id
 * @param attempt number of the attempt, from 1
 * @param configuration every parameter by its key
 * @param seed of all random numbers of the trial
 * @param threads for the trial's computation
 * @param start where it begins
 * @param checkpoints when it writes its state
 * @param gpus that it may use
 * @param secrets that a user's program gets; never stored
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
    Secrets secrets)
    implements Serializable {

  public TrialContext {
    configuration = Collections.unmodifiableSortedMap(new TreeMap<>(configuration));
  }

  /** An attempt that may use no GPU. */
  public TrialContext(
      String trial,
      int attempt,
      SortedMap<String, String> configuration,
      long seed,
      int threads,
      Start start,
      CheckpointPlan checkpoints) {
    this(trial, attempt, configuration, seed, threads, start, checkpoints, Gpus.NONE, Secrets.NONE);
  }

  /** The same attempt, with GPUs that it may use. */
  public TrialContext on(Gpus leased) {
    return new TrialContext(
        trial, attempt, configuration, seed, threads, start, checkpoints, leased, secrets);
  }

  /** The same attempt, with what its program gets and nobody stores. */
  public TrialContext with(Secrets handed) {
    return new TrialContext(
        trial, attempt, configuration, seed, threads, start, checkpoints, gpus, handed);
  }

  /** An attempt that begins at step 0 and writes no checkpoints. */
  public TrialContext(
      String trial, int attempt, SortedMap<String, String> configuration, long seed, int threads) {
    this(trial, attempt, configuration, seed, threads, Start.BEGINNING, CheckpointPlan.NONE);
  }
}
