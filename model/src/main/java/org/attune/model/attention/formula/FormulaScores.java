package org.attune.model.attention.formula;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.ScoreMap;
import org.attune.model.attention.Signals;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.HiddenKeys;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.primitive.KeyMask;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** A formula on scores: a bias, a cap, a mask of keys. */
public record FormulaScores(PlacedFormula formula) implements ScoreMap {

  public FormulaScores(Configuration settings) {
    this(Formulas.of(settings, FormulaPlace.SCORES));
  }

  @Override
  public Declaration declares() {
    Declaration declaration =
        Declaration.needs(Feature.SCORES).needing(Formulas.reads(formula).toArray(Feature[]::new));
    return formula.hides() ? declaration.needing(Feature.LOGITS) : declaration;
  }

  @Override
  public Value map(Value scores, Place place) {
    throw new IllegalStateException("A formula of scores is asked for with signals");
  }

  @Override
  public Value map(Value scores, Signals signals, Place place) {
    Map<String, Value> inputs = new HashMap<>(Formulas.inputs(formula, signals));
    inputs.put("s", scores);
    Sizes sizes = new Sizes(scores.size(2), place.heads(), place.headWidth(), place.mask());
    return Lowering.describe(
        formula, Program.of(scores), formula.place().base(), sizes, inputs); // (B, H, T, T)
  }

  @Override
  public Optional<KeyMask> mask(int length, Place place) {
    Sizes sizes = new Sizes(length, place.heads(), place.headWidth(), place.mask());
    return place.mask() == Mask.CAUSAL ? HiddenKeys.of(formula, sizes) : Optional.empty();
  }
}
