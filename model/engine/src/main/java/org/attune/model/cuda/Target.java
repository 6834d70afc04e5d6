package org.attune.model.cuda;

import org.attune.model.engine.Sink;

/**
 * Where a result goes.
 *
 * @param sink decides whether the result is added; null where {@code added} decides
 */
record Target(DeviceBuffer buffer, Sink<DeviceBuffer> sink, boolean added) {

  /** A result that nobody wants. */
  static final Target NONE = new Target(null, null, false);

  /** Memory to overwrite. */
  static Target of(DeviceBuffer buffer) {
    return new Target(buffer, null, false);
  }

  /** Memory to add to. */
  static Target adding(DeviceBuffer buffer) {
    return new Target(buffer, null, true);
  }

  /** A gradient's sink, wanted or not. */
  static Target of(Sink<DeviceBuffer> sink) {
    return new Target(sink.buffer(), sink, false);
  }

  boolean isWanted() {
    return buffer != null;
  }

  boolean adds() {
    return sink == null ? added : sink.adds();
  }
}
