package org.attune.model.network;

import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.Regroup.flatten;
import static org.attune.model.primitive.RowRepeat.rowRepeat;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A plain MLP on a concatenation of all pairs of a set and one query: the control without a KVQ.
 */
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
    if (signature.varying()) {
      throw new IllegalArgumentException(
          "Invalid model.kind: perceptron has no place for sets of varying size: fix the context");
    }
    this.signature = signature;
    perceptron =
        new Perceptron(
            "perceptron",
            settings.integer(Decoder.LAYERS),
            settings.integer(Decoder.WIDTH),
            SetRows.decoded(signature));
  }

  @Override
  public Value describe(Program p) {
    SetRows set = SetRows.of(p, signature);
    if (signature.answer() == Signature.Answer.SET) {
      Value all = flatten(set.keys()); // (B, T (columns + values))
      return SetRows.loss(p, rowRepeat(perceptron.of(all), signature.length()), signature);
    }
    Value pairs =
        signature.values() > 0 ? beside(set.keys(), set.values()) : set.keys(); // (B·n, e)
    Value each = rowRepeat(flatten(pairs), signature.length()); // (B·T, n e)
    Value both = beside(set.asked(), each); // (B·T, columns + n e)
    return SetRows.loss(p, SetRows.answer(both, perceptron::of, signature), signature);
  }
}
