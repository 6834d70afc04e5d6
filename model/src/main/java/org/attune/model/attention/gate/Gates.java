package org.attune.model.attention.gate;

import static org.attune.model.primitive.Apply.apply;

import java.util.Set;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** Helpers for gates: their declarations and probes. */
final class Gates {

  private Gates() {}

  /**
   * Returns the declaration of a gate that combines some of a head's query, key and value with its
   * output.
   */
  static Declaration reading(Set<Feature> signals) {
    return Declaration.needs(Feature.SAME_HEADS).needing(signals.toArray(Feature[]::new));
  }

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
