package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: a gate on what the heads read, before the output projection. */
public interface OutputGate {

  /** No gate. */
  OutputGate NONE = (y, signals, place) -> y;

  /**
   * Gates the heads' output.
   *
   * @param y (B·T, d)
   * @return (B·T, d)
   */
  Value gate(Value y, Signals signals, Place place);
}
