package org.attune.model.contract;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.attune.model.engine.Backend;
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.attune.model.program.Program;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Some examples of a {@link RandomConfiguration}'s batch on a backend. All parameters and features
 * are float32 numbers, whatever is computed in; they, the labels and the weights are those of the
 * whole batch, cut.
 */
final class RandomTrial extends Trial {

  private static final double MOVE = 0.3; // what starts at 0, 1 or alike must count

  private final RandomConfiguration c;
  private final int first;
  private final int count;
  private final DataType type;

  /**
   * @param first the first example
   * @param count examples
   */
  RandomTrial(RandomConfiguration c, int first, int count, Backend<?> backend, DataType type) {
    this(c, first, count, backend, type, new Program(count));
  }

  private RandomTrial(
      RandomConfiguration c,
      int first,
      int count,
      Backend<?> backend,
      DataType type,
      Program program) {
    super(program, p -> c.network().describe(p), backend, type);
    this.c = c;
    this.first = first;
    this.count = count;
    this.type = type;
    settle();
    feedFeatures(features());
    feedRest(program);
  }

  /** Puts all parameters, and state, to where training is supposed to have got. */
  void settle() {
    start();
    values()
        .forEach(
            (name, array) -> {
              SplittableRandom random = new SplittableRandom(c.seed() ^ name.hashCode());
              double reach = MOVE / Math.sqrt(array.rows());
              change(array, old -> (float) (old + reach * random.nextDouble(-1, 1)));
            });
  }

  /** Changes every parameter, and every real feature, by up to a share of itself. */
  void shake(double share, long seed) {
    settle();
    SplittableRandom random = new SplittableRandom(seed);
    values().values().forEach(array -> shake(array, share, random));
    INDArray features = features();
    if (!c.signature().discrete()) {
      shake(features, share, random);
    }
    feedFeatures(features);
  }

  private static void shake(INDArray array, double share, SplittableRandom random) {
    change(array, old -> old * (1 + share * random.nextDouble(-1, 1)));
  }

  private static void change(INDArray array, DoubleUnaryOperator each) {
    double[] all = DoubleStream.of(array.dup('c').data().asDouble()).map(each).toArray();
    array.assign(Nd4j.createFromArray(all).castTo(array.dataType()).reshape('c', array.shape()));
  }

  /** Changes what the last example says from its second half on; all of it in a set. */
  void changeTheEnd() {
    INDArray features = features();
    for (long i = features.length() - changed(); i < features.length(); i++) {
      double old = features.getDouble(i);
      int vocabulary = c.signature().inputs();
      features.putScalar(i, c.signature().discrete() ? (old + 1) % vocabulary : 0.5 + old);
    }
    feedFeatures(features);
  }

  /** How many rows come before what {@link #changeTheEnd} changes. */
  int rowsBeforeTheEnd() {
    Signature s = c.signature();
    int last = s.discrete() ? s.length() - s.length() / 2 : s.length();
    return count * s.length() - last;
  }

  private long changed() {
    Signature s = c.signature();
    long width = s.discrete() ? 1 : s.inputs();
    return (count * s.length() - rowsBeforeTheEnd()) * width;
  }

  private void feedFeatures(INDArray features) {
    execution().feed(Network.FEATURES, features);
  }

  /** The features of the examples, in the type computed in; tokens as they are. */
  private INDArray features() {
    Signature s = c.signature();
    SplittableRandom random = new SplittableRandom(c.seed() + 1);
    int rows = c.batch() * s.length();
    if (s.discrete()) {
      int[] all = random.ints(rows, 0, s.inputs()).toArray();
      return Nd4j.createFromArray(cut(all));
    }
    double[] all = random.doubles((long) rows * s.inputs(), -1.5, 1.5).toArray();
    for (int row = 0; row < rows; row++) {
      set(all, row * s.inputs(), row % s.length(), random);
    }
    double[] part = new double[count * s.length() * s.inputs()];
    System.arraycopy(all, first * s.length() * s.inputs(), part, 0, part.length);
    return Nd4j.createFromArray(part).castTo(DataType.FLOAT).castTo(type);
  }

  /** Makes of random numbers a row of a set: {@code [x, y, 1]} given, {@code [x, 0, 0]} asked. */
  private void set(double[] all, int from, int place, SplittableRandom random) {
    Signature s = c.signature();
    boolean given = place < s.context();
    int y = from + s.columns();
    int kind = given && s.classes() && s.values() > 0 ? place % s.values() : -1;
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

  private void feedRest(Program program) {
    Signature s = c.signature();
    SplittableRandom random = new SplittableRandom(c.seed() + 2);
    int rows = c.batch() * s.length();
    if (s.classes()) {
      int[] all = random.ints(rows, 0, s.outputs()).toArray();
      execution().feed(Network.LABELS, Nd4j.createFromArray(cut(all)));
    } else {
      double[] all = random.doubles((long) rows * s.outputs(), -1, 1).toArray();
      double[] part = new double[count * s.length() * s.outputs()];
      System.arraycopy(all, first * s.length() * s.outputs(), part, 0, part.length);
      execution()
          .feed(Network.LABELS, Nd4j.createFromArray(part).castTo(DataType.FLOAT).castTo(type));
    }
    double[] weights =
        IntStream.range(0, rows).mapToDouble(row -> weight(row % s.length(), row)).toArray();
    double sum = IntStream.range(0, rows).mapToDouble(row -> weights[row]).sum();
    feed(Network.WEIGHTS, weights, 1 / sum);
    if (program.inputs().containsKey(Network.ROWS)) {
      double[] alike = IntStream.range(0, rows).mapToDouble(row -> 1).toArray();
      feed(Network.ROWS, alike, 1.0 / rows);
    }
  }

  private double weight(int place, int row) {
    Signature s = c.signature();
    if (s.discrete()) {
      return s.length() > 2 && row % 3 == 1 ? 0 : 1 + row % 2;
    }
    return s.answer() == Signature.Answer.ROWS
        ? place >= s.context() ? 1 + row % 2 : 0
        : place == 0 ? 1 : 0;
  }

  private void feed(String name, double[] all, double factor) {
    int length = c.signature().length();
    double[] part =
        IntStream.range(first * length, (first + count) * length)
            .mapToDouble(row -> (float) (all[row] * factor))
            .toArray();
    execution().feed(name, Nd4j.createFromArray(part).castTo(type));
  }

  private int[] cut(int[] all) {
    int length = c.signature().length();
    return IntStream.range(first * length, (first + count) * length).map(i -> all[i]).toArray();
  }
}
