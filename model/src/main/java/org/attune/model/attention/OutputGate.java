package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: a gate, by default on the heads' outputs. */
public interface OutputGate extends Part {

  /** No gate. */
  OutputGate NONE = (y, signals, place) -> y;

  /**
   * Gates the signal at its position.
   *
   * @param y (B·T, d)
   * @return (B·T, d)
   */
  Value gate(Value y, Signals signals, Place place);

  /** Returns the gate's position. */
  default GatePosition position() {
    return GatePosition.OUTPUT;
  }
}
