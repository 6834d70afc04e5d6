package org.attune.model.attention.weights;

import java.util.List;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.program.Value;

/** Weights that a regularised regression computes with its scores. */
interface Regression extends Weights {

  /** The strength of regularisation. */
  Strength strength();

  @Override
  default List<String> limits(Place place, int length) {
    return strength().limits(place);
  }

  @Override
  default Declaration declares() {
    return Declaration.needs(Feature.QUERY, Feature.KEY).lacking(Feature.LOGITS);
  }

  @Override
  default Value from(Value scores, Signals signals, Place place) {
    return scores;
  }
}
