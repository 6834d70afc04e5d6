package org.attune.model.attention.formula;

import java.util.HashMap;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** A formula on the heads' outputs: a gate, a norm, or anything else of that shape. */
public record FormulaGate(PlacedFormula formula) implements OutputGate {

  public FormulaGate(Configuration settings) {
    this(Formulas.of(settings, FormulaPlace.GATE));
  }

  @Override
  public Declaration declares() {
    return Formulas.gate(formula);
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Map<String, Value> inputs = new HashMap<>(Formulas.inputs(formula, signals));
    inputs.put("y", y);
    Sizes sizes = new Sizes(y.length(), place.heads(), y.columns() / place.heads(), place.mask());
    return Lowering.describe(formula, Program.of(y), formula.place().base(), sizes, inputs);
  }
}
