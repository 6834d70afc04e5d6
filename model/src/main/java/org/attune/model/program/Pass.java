package org.attune.model.program;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What a forward pass may depend on besides its inputs.
 *
 * @param training whether gradients will be taken: noise and dropout act only then
 * @param progress the share of training done, in [0, 1]: temperature schedules read it
 * @param random the pass's random numbers, a function of the trial's seed and the step
 * @param changed whether parameters may have changed since the program's last pass: a kernel may
 *     keep what it makes of them alone
 */
public record Pass(boolean training, double progress, RandomGenerator random, boolean changed) {

  /** A pass that evaluates: no noise, schedules at their end. */
  public static Pass evaluation() {
    return new Pass(false, 1, new SplittableRandom(0), true);
  }

  /** A training pass at a share of training done. */
  public static Pass training(double progress, long seed) {
    return new Pass(true, progress, new SplittableRandom(seed), true);
  }

  /** This pass with the parameters of the program's last one. */
  public Pass unchanged() {
    return new Pass(training, progress, random, false);
  }
}
