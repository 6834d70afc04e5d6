package org.attune.model.engine;

/**
 * The share of a device that one trial may use.
 *
 * @param device its number, from 0
 * @param part of its memory, above 0 and at most 1
 */
public record DeviceShare(int device, double part) {

  public DeviceShare {
    if (!(part > 0 && part <= 1)) {
      throw new IllegalArgumentException(
          "Invalid share of a device: %s, must be above 0 and at most 1".formatted(part));
    }
  }

  /** A whole device. */
  public static DeviceShare whole(int device) {
    return new DeviceShare(device, 1);
  }
}
