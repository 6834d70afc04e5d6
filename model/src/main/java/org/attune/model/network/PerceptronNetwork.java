package org.attune.model.network;

import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.Flatten.flatten;
import static org.attune.model.primitive.RowRepeat.rowRepeat;

import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** A plain MLP that sees all pairs of a set in a row, and one query: the control without a KVQ. */
public final class PerceptronNetwork implements Network {

  public static final Option OPTION =
      Option.of(
          "perceptron",
          "an MLP of all pairs in a row and one query, of model.layers layers; for sets",
          "Garnelo and Czarnecki 2023, a control");

  private final Signature signature;
  private final Perceptron perceptron;

  public PerceptronNetwork(Configuration settings, Signature signature) {
    SetRows.require(signature, "perceptron");
    this.signature = signature;
    perceptron =
        new Perceptron(
            "perceptron",
            settings.integer(Decoder.LAYERS),
            settings.integer(Decoder.WIDTH),
            signature.outputs());
  }

  @Override
  public Value describe(Program p) {
    SetRows set = SetRows.of(p, signature);
    Value pairs = flatten(beside(set.keys(), set.values())); // (B, n (columns + outputs))
    Value each = rowRepeat(pairs, signature.length()); // (B·T, ...)
    return SetRows.loss(p, perceptron.of(beside(set.asked(), each)), signature);
  }
}
