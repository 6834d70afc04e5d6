package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Views;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The {@link Contract} of whole networks, from features to loss. What a network answers about one
 * example does not depend on the others of its batch; a network of sets does not care in which
 * order pairs are given, a decoder does not see later tokens.
 */
abstract class NetworkContract extends Contract {

  private static final int ASKED = 2;
  private static final int COLUMNS = 3; // of x
  private static final int VOCABULARY = 7;

  /** Numbers of x, of a network of sets. */
  int columns() {
    return COLUMNS;
  }

  /** Whether the network is for tokens; else it is for sets. */
  abstract boolean discrete();

  /** Whether a network of sets takes pairs in any order. */
  boolean takesPairsInAnyOrder(Case c) {
    return true;
  }

  @Override
  final Signature signature(Shape shape) {
    return discrete()
        ? Signature.tokens(shape.length(), VOCABULARY)
        : Signature.set(shape.length(), ASKED, columns(), 1);
  }

  @Override
  final Trial trial(Case c, Shape shape, Backend<?> backend, DataType type, boolean probing) {
    Configuration settings = new Configuration(c.settings(shape));
    Program program = new Program(shape.batch()).probing(probing).evaluating(probing);
    Trial trial =
        new Trial(program, p -> Networks.of(settings, served(c, shape)).describe(p), backend, type);
    INDArray[] batch = batch(shape);
    double sum = batch[2].sumNumber().doubleValue();
    trial.execution().feed(Network.FEATURES, batch[0]);
    trial.execution().feed(Network.LABELS, batch[1]);
    trial.execution().feed(Network.WEIGHTS, batch[2].div(sum).castTo(type));
    if (program.inputs().containsKey(Network.ROWS)) {
      trial
          .execution()
          .feed(Network.ROWS, batch[2].mul(0).addi(1.0 / batch[2].length()).castTo(type));
    }
    return trial;
  }

  @Override
  final INDArray answer(Trial trial) {
    trial.forward(Pass.evaluation());
    return trial.shown(Network.PREDICTION);
  }

  @Override
  final INDArray[] batch(Shape shape) {
    Signature s = signature(shape);
    int rows = shape.batch() * s.length();
    double[] weights = new double[rows];
    for (int row = 0; row < rows; row++) {
      boolean counts = discrete() ? row % 3 != 1 || rows == 1 : row % s.length() >= s.context();
      weights[row] = counts ? 1 + row % 2 : 0;
    }
    INDArray mask =
        Nd4j.createFromArray(weights).castTo(DataType.FLOAT).reshape(shape.batch(), s.length());
    if (discrete()) {
      int[] tokens = IntStream.range(0, rows).map(i -> i * 3 % VOCABULARY).toArray();
      int[] next = IntStream.range(0, rows).map(i -> (i * 5 + 1) % VOCABULARY).toArray();
      return new INDArray[] {shaped(tokens, shape), shaped(next, shape), mask};
    }
    return new INDArray[] {
      reals(shape.batch(), s.length(), s.inputs(), 1),
      reals(shape.batch(), s.length(), s.outputs(), 2),
      mask
    };
  }

  private static INDArray shaped(int[] all, Shape shape) {
    return Nd4j.createFromArray(all).reshape(shape.batch(), all.length / shape.batch());
  }

  /** float32 numbers in any type, so that all paths see the same. */
  private static INDArray reals(int batch, int rows, int columns, long seed) {
    double[] all =
        new SplittableRandom(seed).doubles((long) batch * rows * columns, -1, 1).toArray();
    return Nd4j.createFromArray(all).castTo(DataType.FLOAT).reshape(batch, rows, columns);
  }

  @TestFactory
  Stream<DynamicTest> answersEachExampleByItself() {
    return each(
        (c, shape) -> {
          requireIndependence(c, shape, Backends.reference(), DataType.DOUBLE);
          requireIndependence(c, shape, Backends.cpu(), DataType.FLOAT);
        });
  }

  private void requireIndependence(Case c, Shape shape, Backend<?> backend, DataType type) {
    try (Trial trial = trial(c, shape, backend, type, false)) {
      INDArray before = answer(trial);
      int length = signature(shape).length();
      int free = discrete() ? length / 2 : 0; // rows of the last example that see nothing changed
      INDArray features = batch(shape)[0].dup('c');
      long width = features.length() / ((long) shape.batch() * length);
      long first = ((shape.batch() - 1L) * length + free) * width;
      for (long i = first; i < features.length(); i++) {
        features.data().put(i, discrete() ? (features.data().getInt(i) + 1) % VOCABULARY : 0.5);
      }
      trial.execution().feed(Network.FEATURES, features);
      INDArray after = answer(trial);

      int same = (shape.batch() - 1) * length + free;
      for (int row = 0; row < before.rows(); row++) {
        boolean equal = sameRow(before, after, row);
        if (row < same || discrete() && row == same) {
          assertThat(equal).as("row %d", row).isEqualTo(row < same);
        }
      }
      assertThat(after).isNotEqualTo(before);
    }
  }

  @TestFactory
  Stream<DynamicTest> pairsAreASet() {
    return discrete() ? Stream.of() : each(this::requireAnyOrder);
  }

  private void requireAnyOrder(Case c, Shape shape) {
    try (Trial trial = proof(c, shape)) {
      INDArray before = answer(trial);
      INDArray features = batch(shape)[0].dup('c');
      int given = shape.length();
      int length = given + ASKED;
      INDArray turned = features.dup('c');
      for (int b = 0; b < shape.batch(); b++) {
        for (int i = 0; i < given; i++) {
          for (int column = 0; column < features.size(2); column++) {
            turned.putScalar(b, i, column, features.getDouble(b, (i + 1) % given, column));
          }
        }
      }
      trial.execution().feed(Network.FEATURES, turned);
      INDArray after = answer(trial);
      double[] differences =
          IntStream.range(0, before.rows())
              .filter(row -> row % length >= given)
              .mapToDouble(
                  row ->
                      row(before, row).sub(row(after, row)).amaxNumber().doubleValue()
                          / Math.max(1, row(before, row).amaxNumber().doubleValue()))
              .toArray();
      boolean anyOrder = Arrays.stream(differences).allMatch(d -> d < 1e-9);
      assertThat(anyOrder)
          .as("differences %s", Arrays.toString(differences))
          .isEqualTo(given == 1 || takesPairsInAnyOrder(c));
    }
  }

  private static INDArray row(INDArray matrix, int row) {
    return Views.rows(matrix, row, row + 1L);
  }
}
