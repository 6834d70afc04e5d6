package org.attune.model.attention.position;

import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Positions;
import org.attune.model.attention.ScoreMap;
import org.attune.model.attention.formula.Definitions;
import org.attune.model.attention.formula.FormulaScores;
import org.attune.model.program.Value;

/** ALiBi: scores fall with the distance to the key. Queries and keys hold no position. */
public record LinearBias() implements Positions {

  public static final Option OPTION = Definitions.ALIBI.option();

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.LOGITS);
  }

  @Override
  public Value placed(Value x, Place place) {
    return x;
  }

  @Override
  public ScoreMap scores() {
    return new FormulaScores(Definitions.ALIBI.placed());
  }
}
