package org.attune.model.cuda;

import java.util.Optional;
import org.attune.model.engine.Sink;

/**
 * Where a result goes.
 *
 * @param buffer its memory; none where nobody wants it
 * @param sink decides whether the result is added; without one, {@code added} does
 */
record Target(DeviceBuffer buffer, Optional<Sink<DeviceBuffer>> sink, boolean added) {

  /** A result that nobody wants. */
  static final Target NONE = of(DeviceBuffer.NONE);

  /** Memory to overwrite. */
  static Target of(DeviceBuffer buffer) {
    return new Target(buffer, Optional.empty(), false);
  }

  /** Memory to add to. */
  static Target adding(DeviceBuffer buffer) {
    return new Target(buffer, Optional.empty(), true);
  }

  /** A gradient's sink, wanted or not. */
  static Target of(Sink<DeviceBuffer> sink) {
    return sink.wanted() ? new Target(sink.buffer(), Optional.of(sink), false) : NONE;
  }

  boolean isWanted() {
    return buffer.isThere();
  }

  boolean adds() {
    return sink.isPresent() ? sink.get().adds() : added;
  }
}
