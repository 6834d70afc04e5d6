package org.attune.model.network;

import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.Regroup.flatten;
import static org.attune.model.primitive.RowMean.rowMean;
import static org.attune.model.primitive.RowRange.rowRange;
import static org.attune.model.primitive.RowRepeat.rowRepeat;
import static org.attune.model.primitive.SquaredError.squaredError;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A set as its parts: what a network on sets starts from and how it ends. Where the whole set is
 * asked about, all rows are given, and x and y of a row are its key, value and query alike.
 *
 * @param rows all features, (B·T, inputs)
 * @param asked x of every row, given ones too, (B·T, columns)
 * @param keys x of the rows given, (B·n, columns)
 * @param values y of the rows given, (B·n, values)
 * @param given 1 for rows that a set has and 0 for those that stand in for others, (B·n, 1); empty
 *     where sets have all
 */
record SetRows(Value rows, Value asked, Value keys, Value values, Optional<Value> given) {

  static SetRows of(Program p, Signature s) {
    Value rows = p.input(Network.FEATURES, s.length(), s.inputs(), false);
    int x = s.columns();
    if (s.answer() != Signature.Answer.ROWS) {
      Value members = rows.columns(0, x + s.values()); // (B·T, columns + values)
      return new SetRows(rows, members, members, members, Optional.empty());
    }
    Value first = rowRange(rows, 0, s.context()); // (B·n, inputs)
    return new SetRows(
        rows,
        rows.columns(0, x),
        first.columns(0, x),
        first.columns(x, x + s.values()),
        s.varying() ? Optional.of(first.columns(s.inputs() - 1, s.inputs())) : Optional.empty());
  }

  /** Refuses a task of sequences. */
  static void require(Signature s, String network) {
    if (s.discrete() || s.context() < 1) {
      throw new IllegalArgumentException(
          "Invalid model.kind: %s is for tasks of sets, and this task has none".formatted(network));
    }
  }

  /** Refuses a task that asks about sets as wholes. */
  static void requireRows(Signature s, String network) {
    if (s.answer() != Signature.Answer.ROWS) {
      throw new IllegalArgumentException(
          "Invalid model.kind: %s answers for single rows, and this task asks about whole sets"
              .formatted(network));
    }
  }

  /** The mean over the rows that a set has: (B·n, columns) to (B, columns). */
  Value mean(Value ofGiven) {
    return given.isEmpty() ? rowMean(ofGiven) : rowMean(ofGiven, given.get());
  }

  /** The columns of a key. */
  static int keyColumns(Signature s) {
    return s.columns() + (s.answer() == Signature.Answer.ROWS ? 0 : s.values());
  }

  /** The columns of a value. */
  static int valueColumns(Signature s) {
    return s.values() + (s.answer() == Signature.Answer.ROWS ? 0 : s.columns());
  }

  /** The columns that a network's last layer has for a row. */
  static int decoded(Signature s) {
    return s.answer() == Signature.Answer.MEMBER ? 1 : s.outputs();
  }

  /**
   * What is predicted for every row, (B·T, outputs): each row's own, or what all rows say together.
   *
   * @param read of each row, (B·T, e)
   * @param decode (rows, e) to (rows, {@link #decoded})
   */
  static Value answer(Value read, UnaryOperator<Value> decode, Signature s) {
    return switch (s.answer()) {
      case ROWS -> decode.apply(read);
      case SET -> rowRepeat(decode.apply(rowMean(read)), s.length());
      case MEMBER -> rowRepeat(flatten(decode.apply(read)), s.length());
    };
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
