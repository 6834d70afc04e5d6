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
 * A formula that joins the residual stream with what a block, or a part of a block, gives. Without
 * one, the stream is {@code x + y}.
 *
 * @param formula reads the stream {@code x}, what is added {@code y}, and the embedding {@code x0}
 * @param ofParts whether it joins what attention and MLP give, each by itself; if not, their sum
 */
record StreamFormula(PlacedFormula formula, boolean ofParts) {

  private enum After {
    BLOCK,
    PART
  }

  enum Stream {
    SUM,
    FORMULA
  }

  private static final Choice<After> AFTER =
      Choice.of(
          After.class,
          "model.stream.after",
          "stream_after",
          "where the formula joins the stream",
          List.of(
              Option.of(After.BLOCK, "after each block, with the sum of what its parts give", ""),
              Option.of(After.PART, "after attention and after the MLP, each by itself", "")));

  static final Choice<Stream> STREAM =
      Choice.of(
              Stream.class,
              "model.stream",
              "stream",
              "how blocks join the residual stream",
              List.of(
                  Option.of(Stream.SUM, "what a block gives is added to it", "He et al. 2016"),
                  Formulas.option(FormulaPlace.STREAM, AFTER.parameter())))
          .added();

  private record Embedded() {}

  static Optional<StreamFormula> of(Configuration settings) {
    return settings.choice(STREAM) == Stream.FORMULA
        ? Optional.of(
            new StreamFormula(
                Formulas.of(settings, FormulaPlace.STREAM), settings.choice(AFTER) == After.PART))
        : Optional.empty();
  }

  /** Remembers the stream before the first block, which later blocks read as {@code x0}. */
  static void begin(Value x) {
    Program.of(x).shared(new Embedded(), () -> x);
  }

  /**
   * Returns the stream after a block or part.
   *
   * @param x (B·T, d), the stream before it
   * @param y (B·T, d), what it gives
   * @param name name of the first matrix learned here
   */
  Value joined(Value x, Value y, String name) {
    Program p = Program.of(x);
    Value embedded = p.shared(new Embedded(), () -> x);
    Sizes sizes = new Sizes(x.length(), 1, x.columns(), Mask.CAUSAL);
    return Lowering.describe(formula, p, name, sizes, Map.of("x", x, "y", y, "x0", embedded));
  }
}
