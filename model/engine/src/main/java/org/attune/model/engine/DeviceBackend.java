package org.attune.model.engine;

import java.util.Optional;

/**
 * A backend with devices. Each trial opens a {@link DeviceSession} on a device and computes there.
 */
public interface DeviceBackend<B extends Buffer> extends Backend<B> {

  /** Why no device is available, as text for users; empty if one is. */
  Optional<String> problem();

  /**
   * The number of a device by its address: the machine's number, a UUID or a PCI address. These
   * numbers differ where a process sees some of the machine's devices, or in another order.
   *
   * @throws IllegalArgumentException if no device of this process, or several, have that address.
   *     The message is text for users
   */
  int device(String address);

  /**
   * Why no trial of this process can use a device any more, as text for users. The failure needs a
   * new process. Empty while trials can use devices.
   */
  Optional<String> lost();

  /** Like {@link #lost()}, of the device at one address. */
  Optional<String> lost(String address);

  /**
   * Opens a session on a device; several sessions may use one device at the same time.
   *
   * @param share the session's limit: see {@link NoRoomException}
   * @throws IllegalStateException if no device is available; the message lists what was searched
   */
  default DeviceSession<B> open(DeviceShare share, Precision precision) {
    return open(share, precision, true);
  }

  /**
   * Opens a session with or without recording, for comparisons.
   *
   * @param recorded whether steps are recorded and replayed as a whole, rather than enqueued one
   *     operation at a time
   */
  DeviceSession<B> open(DeviceShare share, Precision precision, boolean recorded);
}
