package org.attune.sweeps.claim;

import java.util.Optional;

/**
 * The difference that a paper reports, on its own metric. For {@link Relation#NEAR} it is the
 * effect relative to which the difference must be small.
 *
 * @param size positive: in the metric's unit, or as a share of the control's distance from its
 *     floor
 * @param floor the control's floor at our size; empty if {@code size} is in the metric's unit
 * @param control the paper's control, from which ours must not differ by more than the effect;
 *     empty if the paper's size, corpus or metric is another
 */
public record StatedEffect(
    double size, Optional<Layout.Floor> floor, Optional<PaperControl> control) {

  /**
   * The paper's control.
   *
   * @param value its number
   * @param difference the paper's effect, in the metric's unit
   */
  public record PaperControl(double value, double difference) {}

  /** An effect without a control to compare. */
  public StatedEffect(double size, Optional<Layout.Floor> floor) {
    this(size, floor, Optional.empty());
  }

  /** A difference in the metric's own unit. */
  public static StatedEffect of(double difference) {
    return new StatedEffect(difference, Optional.empty());
  }

  /** A difference in the metric's own unit, beside the paper's control. */
  public static StatedEffect of(double difference, double control) {
    return new StatedEffect(
        difference, Optional.empty(), Optional.of(new PaperControl(control, difference)));
  }

  /**
   * A difference at another model size, compared as a share of the control's distance from its
   * floor.
   *
   * @param difference that the paper reports
   * @param control the paper's number for its control
   * @param paperFloor the value of chance, or the best possible value, at the paper's size
   * @param floor the floor at our size
   */
  public static StatedEffect share(
      double difference, double control, double paperFloor, Layout.Floor floor) {
    return share(difference / Math.abs(control - paperFloor), floor);
  }

  /**
   * A difference on another corpus or metric, as a share of the control's distance from its floor.
   */
  public static StatedEffect share(double share, Layout.Floor floor) {
    return new StatedEffect(share, Optional.of(floor));
  }

  /** The same effect, whatever the control is. */
  StatedEffect withoutControl() {
    return new StatedEffect(size, floor);
  }
}
