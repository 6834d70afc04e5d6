package org.attune.model.program;

/**
 * What a forward pass may depend on besides its inputs and parameters.
 *
 * @param training whether gradients will be taken: noise and dropout act only then, and state moves
 * @param progress the share of training done, in [0, 1]: temperature schedules read it
 * @param noise the step's random numbers
 * @param firstExample where this part of the batch begins in it, from 0: elements of noise are
 *     counted from there
 * @param changed whether parameters may have changed since the program's last pass: a kernel may
 *     keep what it makes of them alone
 * @param observations where state that moves puts what it has seen
 */
public record Pass(
    boolean training,
    double progress,
    Noise noise,
    int firstExample,
    boolean changed,
    Observations observations) {

  /** A pass that evaluates: no noise, schedules at their end, nothing moves. */
  public static Pass evaluation() {
    return new Pass(false, 1, new Noise(0), 0, true, new Observations());
  }

  /**
   * A training pass over a whole batch.
   *
   * @param progress the share of training done
   */
  public static Pass training(double progress, Noise noise) {
    return new Pass(true, progress, noise, 0, true, new Observations());
  }

  /** This pass over a part of the batch. */
  public Pass from(int example) {
    return new Pass(training, progress, noise, example, changed, observations);
  }

  /** This pass with the parameters of the program's last one. */
  public Pass unchanged() {
    return new Pass(training, progress, noise, firstExample, false, observations);
  }
}
