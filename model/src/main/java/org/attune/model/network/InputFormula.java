package org.attune.model.network;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.formula.Formulas;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A formula on the normalised stream, before attention and MLP read it: Canon-A and Canon-C are of
 * this form (Allen-Zhu 2025, Physics of Language Models 4.1). Without one, they read the normalised
 * stream itself.
 *
 * @param formula reads the normalised stream {@code x}
 * @param before what reads what it gives
 */
record InputFormula(PlacedFormula formula, Before before) {

  enum Before {
    BOTH,
    ATTENTION,
    MLP
  }

  enum Input {
    NORMED,
    FORMULA
  }

  private static final Choice<Before> BEFORE =
      Choice.of(
          Before.class,
          "model.input.before",
          "input_before",
          "what the formula stands before",
          List.of(
              Option.of(Before.BOTH, "attention and the MLP, each with its own numbers", ""),
              Option.of(Before.ATTENTION, "attention alone", ""),
              Option.of(Before.MLP, "the MLP alone", "")));

  static final Choice<Input> INPUT =
      Choice.of(
              Input.class,
              "model.input",
              "input",
              "what attention and MLP read",
              List.of(
                  Option.of(Input.NORMED, "the normalised stream", "Xiong et al. 2020"),
                  Formulas.option(FormulaPlace.INPUT, BEFORE.parameter())))
          .added();

  static Optional<InputFormula> of(Configuration settings) {
    return settings.choice(INPUT) == Input.FORMULA
        ? Optional.of(
            new InputFormula(Formulas.of(settings, FormulaPlace.INPUT), settings.choice(BEFORE)))
        : Optional.empty();
  }

  /**
   * Returns what a part reads.
   *
   * @param x (B·T, d), the normalised stream
   * @param part attention or the MLP
   */
  Value read(Value x, Before part) {
    if (before != Before.BOTH && before != part) {
      return x;
    }
    Sizes sizes = new Sizes(x.length(), 1, x.columns(), Mask.CAUSAL);
    String name = part == Before.MLP ? "mlp-input" : "attention-input";
    return Lowering.describe(formula, Program.of(x), name, sizes, Map.of("x", x));
  }
}
