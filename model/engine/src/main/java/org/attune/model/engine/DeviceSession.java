package org.attune.model.engine;

/** One trial's session on a device. Close everything made here before the session. */
public interface DeviceSession<B extends Buffer> extends Backend<B>, AutoCloseable {

  /** The device, for result tables: {@code gpu:0 NVIDIA H200 cuda 13.0}. */
  String description();

  /** The number of kernels, copies and fills in all recorded steps. */
  long nodes();

  /**
   * The bytes of the operands of all calls so far, each operand of a call once. Replayed steps do
   * not count again.
   */
  long bytes();

  /** Releases the trial's share of the device. */
  @Override
  void close();
}
