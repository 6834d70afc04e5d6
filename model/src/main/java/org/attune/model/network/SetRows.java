package org.attune.model.network;

import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.Regroup.flatten;
import static org.attune.model.primitive.RowMean.rowMean;
import static org.attune.model.primitive.RowRange.rowRange;
import static org.attune.model.primitive.RowRepeat.rowRepeat;
import static org.attune.model.primitive.WeightedTotal.squaredError;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * The parts of a set, which networks on sets start from; also their common last steps. If the task
 * asks about the whole set, all rows are given, and the x and y of a row serve as its key, value
 * and query.
 *
 * @param rows all features, (B·T, inputs)
 * @param asked x of every row, given ones too, (B·T, columns)
 * @param keys x of the given rows, (B·n, columns)
 * @param values y of the given rows, (B·n, values)
 * @param given 1 for rows that a set has and 0 for stand-ins, (B·n, 1); empty if all sets have all
 *     rows
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

  /** Refuses a task that asks about whole sets. */
  static void requireRows(Signature s, String network) {
    if (s.answer() != Signature.Answer.ROWS) {
      throw new IllegalArgumentException(
          "Invalid model.kind: %s answers for single rows, and this task asks about whole sets"
              .formatted(network));
    }
  }

  /** Averages over the rows that a set has: (B·n, columns) to (B, columns). */
  Value mean(Value ofGiven) {
    return given.isEmpty() ? rowMean(ofGiven) : rowMean(ofGiven, given.get());
  }

  /** Returns the number of columns of a key. */
  static int keyColumns(Signature s) {
    return s.columns() + (s.answer() == Signature.Answer.ROWS ? 0 : s.values());
  }

  /** Returns the number of columns of a value. */
  static int valueColumns(Signature s) {
    return s.values() + (s.answer() == Signature.Answer.ROWS ? 0 : s.columns());
  }

  /** Returns the number of columns of a network's last layer, per row. */
  static int decoded(Signature s) {
    return s.answer() == Signature.Answer.MEMBER ? 1 : s.outputs();
  }

  /**
   * Returns the prediction for every row, (B·T, outputs): each row's own, or the common one of all
   * rows.
   *
   * @param read output for each row, (B·T, e)
   * @param decode maps (rows, e) to (rows, {@link #decoded})
   */
  static Value answer(Value read, UnaryOperator<Value> decode, Signature s) {
    return switch (s.answer()) {
      case ROWS -> decode.apply(read);
      case SET -> rowRepeat(decode.apply(rowMean(read)), s.length());
      case RECONSTRUCTION -> throw new IllegalArgumentException("A set has no last row");
      case MEMBER -> rowRepeat(flatten(decode.apply(read)), s.length());
    };
  }

  /** Names the prediction of every row as an output, and returns the loss of the weighted rows. */
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
