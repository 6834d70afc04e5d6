package org.attune.model.attention.gate;

import static org.attune.model.primitive.Apply.apply;

import org.attune.model.attention.Place;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** Probes of gates. */
final class Gates {

  private Gates() {}

  /**
   * Probes the gates of a place's heads as "gate-of-" plus the number of heads, if the program
   * evaluates.
   */
  static void show(Pointwise function, Value before, Place place) {
    Program p = Program.of(before);
    if (p.evaluating()) {
      p.probe("gate-of-" + place.heads(), apply(function, before));
    }
  }
}
