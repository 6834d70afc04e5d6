package org.attune.model.attention.reading;

import java.util.Collections;
import java.util.List;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Reading;

/**
 * Reads values through a state per head of d x d numbers, at a cost that grows linearly with the
 * length. There are no scores and no weights.
 */
sealed interface StateReading extends Reading permits Delta, GatedLinear, Retention, StateSpace {

  @Override
  default Declaration declares() {
    return Declaration.needs(Feature.QUERY, Feature.KEY, Feature.VALUE, Feature.ORDER)
        .lacking(Feature.SCORES, Feature.LOGITS, Feature.WEIGHTS);
  }

  /** Returns rates that change no decay. */
  static List<Double> unchanged(int heads) {
    return Collections.nCopies(heads, 1.0);
  }
}
