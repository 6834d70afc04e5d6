package org.attune.model.contract;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.attune.model.engine.Backend;
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
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
  private final int count;
  private final RandomExamples examples;
  private final Program program;

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
    super(program, p -> described(c, p), backend, type);
    this.program = program;
    this.c = c;
    this.count = count;
    examples = new RandomExamples(c, first, count, type);
    settle();
    feedFeatures(examples.features());
    feedRest();
  }

  private void feedRest() {
    execution().feed(Network.LABELS, examples.labels());
    execution().feed(Network.WEIGHTS, examples.shares());
    if (program.inputs().containsKey(Network.ROWS)) {
      execution().feed(Network.ROWS, examples.alike());
    }
  }

  private static Value described(RandomConfiguration c, Program p) {
    Value prediction = c.network().describe(p);
    if (c.showing()) {
      Choices.show(p);
    }
    return prediction;
  }

  Program program() {
    return program;
  }

  /** Puts all parameters, and state, to where training is supposed to have got. */
  void settle() {
    start();
    values()
        .forEach(
            (name, array) -> {
              SplittableRandom random = new SplittableRandom(c.numbers() ^ name.hashCode());
              double reach = MOVE / Math.sqrt(array.rows());
              change(array, old -> (float) (old + reach * random.nextDouble(-1, 1)));
            });
  }

  /** Changes every parameter, and every real feature, by up to a share of itself. */
  void shake(double share, long seed) {
    settle();
    SplittableRandom random = new SplittableRandom(seed);
    values().values().forEach(array -> shake(array, share, random));
    INDArray features = examples.features();
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
    INDArray features = examples.features();
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
}
