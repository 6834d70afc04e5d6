package org.attune.model.contract;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.attune.model.network.Signature;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Some examples of a {@link RandomConfiguration}'s batch, cut from the whole: float32 numbers,
 * whatever type they come in.
 */
final class RandomExamples {

  private final Signature s;
  private final RandomConfiguration c;
  private final int first;
  private final int count;
  private final DataType type;

  /**
   * @param first the first example
   * @param count examples
   */
  RandomExamples(RandomConfiguration c, int first, int count, DataType type) {
    this.c = c;
    this.s = c.signature();
    this.first = first;
    this.count = count;
    this.type = type;
  }

  /** (B, T) tokens, or (B, T, columns) in the type computed in. */
  INDArray features() {
    SplittableRandom random = new SplittableRandom(c.numbers() + 1);
    int rows = c.batch() * s.length();
    if (s.discrete()) {
      return cut(random.ints(rows, 0, s.inputs()).toArray());
    }
    double[] all = random.doubles((long) rows * s.inputs(), -1.5, 1.5).toArray();
    for (int row = 0; row < rows; row++) {
      set(all, row * s.inputs(), row % s.length());
    }
    return cut(all, s.inputs());
  }

  /** Makes of random numbers a row of a set: {@code [x, y, 1]} given, {@code [x, 0, 0]} asked. */
  private void set(double[] all, int from, int place) {
    boolean given = place < s.context();
    int y = from + s.columns();
    int kind = given && s.indicators() ? place % s.values() : -1;
    for (int i = 0; i < s.values(); i++) {
      if (!given) {
        all[y + i] = 0;
      } else if (kind >= 0) {
        all[y + i] = i == kind ? 1 : 0;
      }
    }
    all[from + s.inputs() - 1] = given ? 1 : 0;
    if (s.varying() && given && place > s.context() / 2) { // stands for the row before it
      System.arraycopy(all, from - s.inputs(), all, from, s.inputs() - 1);
      all[from + s.inputs() - 1] = 0;
    }
  }

  /** (B, T) classes, or (B, T, columns) in the type computed in. */
  INDArray labels() {
    SplittableRandom random = new SplittableRandom(c.numbers() + 2);
    int rows = c.batch() * s.length();
    if (s.classes()) {
      return cut(random.ints(rows, 0, s.outputs()).toArray());
    }
    return cut(random.doubles((long) rows * s.outputs(), -1, 1).toArray(), s.outputs());
  }

  /** How much each row's loss counts: (B, T). */
  INDArray weights() {
    return cut(allWeights(1), 1).reshape('c', count, s.length());
  }

  /** The same, so that those of the whole batch sum to one. */
  INDArray shares() {
    double sum = IntStream.range(0, c.batch() * s.length()).mapToDouble(this::weight).sum();
    return cut(allWeights(1 / sum), 1);
  }

  private double[] allWeights(double factor) {
    int rows = c.batch() * s.length();
    return IntStream.range(0, rows).mapToDouble(row -> factor * weight(row)).toArray();
  }

  /** The share of each row of the whole batch where all count alike. */
  INDArray alike() {
    int rows = c.batch() * s.length();
    return cut(IntStream.range(0, rows).mapToDouble(row -> 1.0 / rows).toArray(), 1);
  }

  private double weight(int row) {
    int place = row % s.length();
    if (s.discrete()) {
      return s.length() > 2 && row % 3 == 1 ? 0 : 1 + row % 2;
    }
    return s.answer() == Signature.Answer.ROWS
        ? place >= s.context() ? 1 + row % 2 : 0
        : place == 0 ? 1 : 0;
  }

  private INDArray cut(double[] all, int columns) {
    int each = s.length() * columns;
    double[] part = java.util.Arrays.copyOfRange(all, first * each, (first + count) * each);
    return Nd4j.createFromArray(part)
        .castTo(DataType.FLOAT)
        .castTo(type)
        .reshape('c', count, s.length(), columns);
  }

  private INDArray cut(int[] all) {
    int from = first * s.length();
    int[] part = java.util.Arrays.copyOfRange(all, from, from + count * s.length());
    return Nd4j.createFromArray(part).reshape('c', count, s.length());
  }
}
