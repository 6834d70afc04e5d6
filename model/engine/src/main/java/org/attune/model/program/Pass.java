package org.attune.model.program;

/**
 * The settings of a forward pass, besides the program's inputs and parameters.
 *
 * @param training whether gradients will be taken; only then noise and dropout act and state moves
 * @param progress the share of training done, in [0, 1]: temperature schedules read it
 * @param noise the step's random numbers
 * @param firstExample index in the batch of this part's first example, from 0; noise counts its
 *     elements from there
 * @param changed whether parameters may have changed since the program's last pass; if not, a
 *     kernel may reuse results that depend only on parameters
 * @param observations collects the observations of moving state
 */
public record Pass(
    boolean training,
    double progress,
    Noise noise,
    int firstExample,
    boolean changed,
    BatchObservations observations) {

  /** An evaluation pass: no noise, schedules at their end, no moving state. */
  public static Pass evaluation() {
    return new Pass(false, 1, new Noise(0), 0, true, new BatchObservations());
  }

  /**
   * A training pass over a whole batch.
   *
   * @param progress the share of training done
   */
  public static Pass training(double progress, Noise noise) {
    return new Pass(true, progress, noise, 0, true, new BatchObservations());
  }

  /** This pass for a part of the batch. */
  public Pass from(int example) {
    return new Pass(training, progress, noise, example, changed, observations);
  }

  /** This pass with parameters unchanged since the program's last pass. */
  public Pass unchanged() {
    return new Pass(training, progress, noise, firstExample, false, observations);
  }

  /** This pass for kernels that run a second time: it observes nothing again. */
  public Pass again() {
    return new Pass(training, progress, noise, firstExample, false, new BatchObservations());
  }
}
