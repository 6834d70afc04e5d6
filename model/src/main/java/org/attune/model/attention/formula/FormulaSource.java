package org.attune.model.attention.formula;

import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Source;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** A formula that makes queries or keys from the layer's input. */
public record FormulaSource(PlacedFormula formula) implements Source {

  public static FormulaSource ofQueries(Configuration settings) {
    return new FormulaSource(Formulas.of(settings, FormulaPlace.QUERY));
  }

  public static FormulaSource ofKeys(Configuration settings) {
    return new FormulaSource(Formulas.of(settings, FormulaPlace.KEY));
  }

  @Override
  public Declaration declares() {
    return formula.place() == FormulaPlace.QUERY
        ? Declaration.needs(Feature.OWN_QUERY, Feature.FLOATS)
        : Declaration.needs(Feature.FLOATS);
  }

  @Override
  public Value from(Value x, String name, Place place) {
    Sizes sizes = new Sizes(x.length(), place.heads(), place.headWidth(), place.mask());
    return Lowering.describe(formula, Program.of(x), name, sizes, Map.of("x", x)); // (B·T, d)
  }
}
