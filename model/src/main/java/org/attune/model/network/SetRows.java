package org.attune.model.network;

import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.RowRange.rowRange;
import static org.attune.model.primitive.SquaredError.squaredError;

import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A set as its parts: what a network on sets starts from and how it ends.
 *
 * @param rows all features, (B·T, inputs)
 * @param asked x of every row, given ones too, (B·T, columns)
 * @param keys x of the rows given, (B·n, columns)
 * @param values y of the rows given, (B·n, outputs)
 */
record SetRows(Value rows, Value asked, Value keys, Value values) {

  static SetRows of(Program p, Signature s) {
    Value rows = p.input(Network.FEATURES, s.length(), s.inputs(), false);
    Value given = rowRange(rows, 0, s.context()); // (B·n, inputs)
    int x = s.columns();
    return new SetRows(
        rows, rows.columns(0, x), given.columns(0, x), given.columns(x, x + s.outputs()));
  }

  /** Refuses a task of sequences. */
  static void require(Signature s, String network) {
    if (s.discrete() || s.context() < 1) {
      throw new IllegalArgumentException(
          "Invalid model.kind: %s is for tasks of sets, and this task has none".formatted(network));
    }
  }

  /** Ends a network: its prediction for every row and the loss of those that count. */
  static Value loss(Program p, Value prediction, Signature s) {
    p.output(Network.PREDICTION, prediction); // (B·T, outputs)
    Value labels =
        s.classes()
            ? p.tokens(Network.LABELS, s.length())
            : p.input(Network.LABELS, s.length(), s.outputs(), false);
    Value weights = p.input(Network.WEIGHTS, s.length(), 1, false);
    Value loss =
        s.classes()
            ? crossEntropy(prediction, labels, weights)
            : squaredError(prediction, labels, weights);
    return p.output(Network.LOSS, loss);
  }
}
