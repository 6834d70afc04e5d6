package org.attune.model.engine;

import java.util.Optional;

/**
 * A backend that has devices: each trial opens a {@link DeviceSession} on one, and computes there.
 */
public interface DeviceBackend<B extends Buffer> extends Backend<B> {

  /** How many devices trials can run on now. */
  int devices();

  /** Why there is none, for people; empty where there are. */
  Optional<String> problem();

  /**
   * Why no trial of this process can use a device any more, for people, after a failure that only
   * another process recovers from; empty while some can.
   */
  Optional<String> lost();

  /**
   * Begins to use a device; several sessions may use one at the same time.
   *
   * @param share that none of them goes beyond: see {@link NoRoomException}
   * @throws IllegalStateException if there is none; the message says what was looked for
   */
  default DeviceSession<B> open(DeviceShare share, Precision precision) {
    return open(share, precision, true);
  }

  /**
   * The same, for comparisons.
   *
   * @param recorded whether steps are recorded and replayed as a whole, rather than put to the
   *     device piece by piece
   */
  DeviceSession<B> open(DeviceShare share, Precision precision, boolean recorded);
}
