package org.attune.model.attention.gate;

import static org.attune.model.primitive.Apply.apply;

import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** How gates are shown to those who watch. */
final class Gates {

  private Gates() {}

  /** Shows the open share of a gate under "gate", where the program is probed. */
  static void show(Pointwise function, Value before) {
    Program p = before.program();
    if (p.probing()) {
      p.probe("gate", apply(function, before));
    }
  }
}
