package org.attune.model.attention.formula;

import java.util.HashMap;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** A formula that turns scores into weights. Keys that a query does not see get 0. */
public record FormulaWeights(PlacedFormula formula) implements Weights {

  public FormulaWeights(Configuration settings) {
    this(Formulas.of(settings, FormulaPlace.WEIGHTS));
  }

  @Override
  public Declaration declares() {
    return Declaration.lacks(Feature.SET)
        .needing(Feature.ORDER)
        .needing(Formulas.reads(formula).toArray(Feature[]::new));
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    Map<String, Value> inputs = new HashMap<>(Formulas.inputs(formula, signals));
    inputs.put("s", scores);
    Sizes sizes = new Sizes(scores.size(2), place.heads(), place.headWidth(), place.mask());
    return Lowering.describe(formula, Program.of(scores), "weights", sizes, inputs); // (B, H, T, T)
  }
}
