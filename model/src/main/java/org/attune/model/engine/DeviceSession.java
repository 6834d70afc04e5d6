package org.attune.model.engine;

/** A device at one trial's disposal: what is made here is closed before it. */
public interface DeviceSession<B extends Buffer> extends Backend<B>, AutoCloseable {

  /** The device, for the tables: {@code gpu:0 NVIDIA H200 cuda 13.0}. */
  String description();

  /** Kernels, copies and fills of all steps that are recorded so far. */
  long nodes();

  /** Gives the trial's share of the device back. */
  @Override
  void close();
}
