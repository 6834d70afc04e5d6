package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: a gate, on what the heads read unless it says otherwise. */
public interface OutputGate extends Part {

  /** No gate. */
  OutputGate NONE = (y, signals, place) -> y;

  /**
   * Gates what is there at its position.
   *
   * @param y (B·T, d)
   * @return (B·T, d)
   */
  Value gate(Value y, Signals signals, Place place);

  /** Where the gate stands. */
  default GatePosition position() {
    return GatePosition.OUTPUT;
  }
}
