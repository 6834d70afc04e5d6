package org.attune.model.attention.formula;

import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.model.attention.Place;
import org.attune.model.attention.ValueMap;
import org.attune.model.catalog.LayerSet;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** A formula on values. It may read the first layer's values. */
public record FormulaValues(PlacedFormula formula) implements ValueMap {

  private record OfFirstLayer() {}

  /**
   * Returns the map of a layer's values that a configuration chooses.
   *
   * @param axis the parameter that chooses it
   */
  public static ValueMap of(Configuration settings, Parameter axis, int layer, int layers) {
    boolean chosen =
        LayerSet.of(settings.text(LayerSet.parameter(axis.key(), axis.column())))
            .has(layer, layers);
    ValueMap map =
        switch (chosen ? settings.choice(axis) : axis.defaultValue()) {
          case "sigmoid" -> FormulaValues::squashed;
          case "formula" -> new FormulaValues(Formulas.of(settings, FormulaPlace.VALUES));
          default -> PLAIN;
        };
    return (v, x, place) -> {
      Program.of(v).shared(new OfFirstLayer(), () -> v);
      return map.map(v, x, place);
    };
  }

  private static Value squashed(Value v, Value x, Place place) {
    return new Plainly(name -> v, Program.of(v), place.heads(), v.columns())
        .of(Definitions.SQUASHED.expression());
  }

  @Override
  public Value map(Value v, Value x, Place place) {
    Program p = Program.of(v);
    Value first = p.shared(new OfFirstLayer(), () -> v);
    Sizes sizes = new Sizes(v.length(), place.heads(), v.columns() / place.heads(), place.mask());
    Map<String, Value> inputs = Map.of("v", v, "x", x, "v0", first);
    return Lowering.describe(formula, p, formula.place().base(), sizes, inputs); // (B·T, d / g)
  }
}
