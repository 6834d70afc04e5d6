package org.attune.model.attention.gate;

import static org.attune.model.primitive.Apply.apply;

import java.util.Set;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** How gates are shown to those who watch. */
final class Gates {

  private Gates() {}

  /** Of a gate that sets some of a head's query, key and value beside what the head reads. */
  static Declaration reading(Set<Feature> signals) {
    return Declaration.needs(Feature.SAME_HEADS).needing(signals.toArray(Feature[]::new));
  }

  /**
   * Shows how far the gates of a place's heads are open under "gate-of-" and their number, where
   * the program is for evaluation.
   */
  static void show(Pointwise function, Value before, Place place) {
    Program p = Program.of(before);
    if (p.evaluating()) {
      p.probe("gate-of-" + place.heads(), apply(function, before));
    }
  }
}
