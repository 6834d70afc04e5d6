package org.attune.sweeps.claim;

import java.util.Optional;

/**
 * The difference that a paper reports, on its own metric. For {@link Relation#NEAR} it is the
 * effect relative to which the difference must be small.
 *
 * @param size positive: in the metric's unit, or as a share of the control's distance from its
 *     floor
 * @param floor the control's floor at our size; empty if {@code size} is in the metric's unit
 */
public record StatedEffect(double size, Optional<Layout.Floor> floor) {

  /** A difference in the metric's own unit. */
  public static StatedEffect of(double difference) {
    return new StatedEffect(difference, Optional.empty());
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
    return new StatedEffect(difference / Math.abs(control - paperFloor), Optional.of(floor));
  }
}
