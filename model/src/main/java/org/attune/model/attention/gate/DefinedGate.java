package org.attune.model.attention.gate;

import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Multiply.multiply;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.expression.Expression;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.formula.Definition;
import org.attune.model.attention.formula.Definitions;
import org.attune.model.attention.formula.Formulas;
import org.attune.model.attention.formula.Plainly;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** A gate by definition: what heads read times what opens it, or {@code silu(y)}. */
public record DefinedGate(Definition definition) implements OutputGate {

  private static final Parameter FORMULA =
      Parameter.choice(
          "attention.gate.formula",
          "gate_formula",
          "what opens the gate",
          Definitions.options(Definitions.COMPUTED));

  /** Gates without parameters. */
  public static final Option COMPUTED =
      Option.of(
          "computed",
          "sigmoid of query times value, or another formula without parameters",
          "NeonBench, extended set",
          FORMULA);

  /** Returns the gate without parameters that a configuration chooses. */
  public static DefinedGate computed(Configuration settings) {
    return new DefinedGate(Definitions.named(Definitions.COMPUTED, settings.choice(FORMULA)));
  }

  @Override
  public Declaration declares() {
    return Formulas.gate(definition.placed());
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Plainly plainly =
        new Plainly(
            name -> name.equals("y") ? y : Formulas.signal(name, signals),
            Program.of(y),
            place.heads(),
            y.columns());
    if (!(definition.expression() instanceof Expression.Binary product)) {
      Gates.show(Pointwise.SIGMOID, y, place); // silu(y) is y * sigmoid(y)
      return plainly.of(definition.expression());
    }
    Pointwise function = Pointwise.IDENTITY;
    Expression argument = product.right();
    if (argument instanceof Expression.Call call && Pointwise.has(call.function())) {
      function = Pointwise.of(call.function());
      argument = call.arguments().get(0).value();
    }
    Value intent = plainly.of(argument); // (B·T, d), or (1, d)
    Gates.show(function, intent, place);
    return intent.rows() == y.rows()
        ? gated(function, intent, y)
        : multiply(y, apply(function, intent)); // (B·T, d)
  }
}
