package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Stack.stack;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.network.Signature;
import org.attune.model.program.Init;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.attune.model.program.Views;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The {@link Contract} of causal attention layers, whatever their parts: the second of four, over
 * an input that is differentiated too. No row sees a later token, in training or evaluation, on the
 * reference or the fast kernels, and every row sees its own.
 */
abstract class LayerContract extends Contract {

  private static final int[] LONG = {70}; // more than a block of any kernel

  /** Lengths around the ends of chunks, for kernels that carry a state from chunk to chunk. */
  static final int[] AROUND_CHUNKS = {31, 32, 33, 63, 64, 65, 129, 255, 256, 257};

  private static final int LAYER = 1;
  private static final int VOCABULARY = 7;

  /** The surrogate of a case's weights, which stand still beside it; for tests with such cases. */
  Weights surrogate(Map<String, String> settings) {
    throw new IllegalArgumentException("No surrogate is stated for " + settings);
  }

  @Override
  final Trial trial(Case c, Shape shape, Backend<?> backend, DataType type, boolean probing) {
    return new AttentionTrial(
        c.settings(shape), shape.batch(), shape.length(), LAYER, backend, type, probing);
  }

  @Override
  final INDArray answer(Trial trial) {
    return trial.forward(Pass.evaluation());
  }

  @Override
  final Signature signature(Shape shape) {
    return Signature.tokens(Math.max(11, shape.length()), VOCABULARY);
  }

  @Override
  final INDArray[] batch(Shape shape) {
    int length = signature(shape).length();
    int[][] features = new int[shape.batch()][length];
    int[][] labels = new int[shape.batch()][length];
    for (int i = 0; i < shape.batch(); i++) {
      for (int t = 0; t < length; t++) {
        features[i][t] = (3 * i + t * (i + 2)) % VOCABULARY;
        labels[i][t] = (3 * i + (t + 1) * (i + 2)) % VOCABULARY;
      }
    }
    return new INDArray[] {
      Nd4j.createFromArray(features),
      Nd4j.createFromArray(labels),
      Nd4j.ones(DataType.FLOAT, shape.batch(), length)
    };
  }

  @TestFactory
  Stream<DynamicTest> seesNothingLater() {
    return each(
        (c, shape) -> {
          requireCausality(c, shape, Backends.reference(), DataType.DOUBLE);
          requireCausality(c, shape, Backends.cpu(), DataType.FLOAT);
        });
  }

  @TestFactory
  Stream<DynamicTest> fastKernelsAgreeOnLongSequences() {
    return cases()
        .flatMap(
            c ->
                Arrays.stream(lengths(c))
                    .mapToObj(
                        length ->
                            DynamicTest.dynamicTest(
                                c.name() + " over " + length,
                                () -> requireAgreementOnLong(c, new Shape(2, length, 4)))));
  }

  /** The lengths of a case's long sequences. */
  int[] lengths(Case c) {
    return LONG;
  }

  private void requireCausality(Case c, Shape shape, Backend<?> backend, DataType type) {
    try (Trial trial = trial(c, shape, backend, type, false)) {
      INDArray x = trial.values().get(AttentionTrial.INPUT);
      for (boolean training : new boolean[] {true, false}) {
        INDArray before = trial.forward(training ? step() : Pass.evaluation());
        trial.reset(); // what training moves
        for (int t : new int[] {shape.length() / 2, shape.length() - 1}) {
          for (int b = 0; b < shape.batch(); b++) {
            Views.rows(x, (long) b * shape.length() + t, (b + 1L) * shape.length())
                .muli(-1.5)
                .addi(0.7);
          }
          INDArray after = trial.forward(training ? step() : Pass.evaluation());
          trial.reset();
          for (int row = 0; row < before.rows(); row++) {
            boolean same = sameRow(before, after, row);
            int place = row % shape.length();
            if (place < t || place == t && c.derivative() != Case.Derivative.OF_SURROGATE) {
              assertThat(same).as("row %d, changed from %d on", place, t).isEqualTo(place < t);
            }
          }
        }
      }
    }
  }

  private void requireAgreementOnLong(Case c, Shape shape) {
    requireCausality(c, shape, Backends.cpu(), DataType.FLOAT);
    try (Trial proof = proof(c, shape);
        Trial fast = trial(c, shape, Backends.cpu(), DataType.FLOAT, false)) {
      proof.differentiate(step());
      fast.differentiate(step());
      proof
          .gradients()
          .forEach((name, g) -> requireClose("gradient of " + name, g, fast.gradients().get(name)));
      requireClose("output", proof.forward(Pass.evaluation()), fast.forward(Pass.evaluation()));
    }
  }

  @Override
  final void requireSurrogate(Case c, Shape shape) {
    Weights surrogate = surrogate(c.settings());
    try (Trial hard = proof(c, shape);
        Trial shown = trial(c, shape, Backends.reference(), DataType.DOUBLE, true);
        Trial soft = beside(c, shape, surrogate)) {
      hard.differentiate(step());
      shown.forward(step());
      soft.forward(step());
      INDArray offset = shown.shown("weights").sub(soft.shown("weights"));
      soft.values()
          .get("offset")
          .assign(
              offset
                  .permute(0, 2, 1, 3)
                  .dup('c')
                  .reshape(
                      'c',
                      (long) shape.batch() * shape.length(),
                      (long) shape.heads() * shape.length()));

      assertThat(soft.forward(step()).sub(hard.forward(step())).amaxNumber().doubleValue())
          .isLessThan(1e-12);
      requireDerivative(soft, hard.gradients(), true);
    }
  }

  /** The layer with surrogate weights, and beside them a parameter "offset", zero at first. */
  private static Trial beside(Case c, Shape shape, Weights surrogate) {
    Weights shifted =
        new Weights() {
          @Override
          public Value scores(Value q, Value k, Value v, Place place) {
            return surrogate.scores(q, k, v, place);
          }

          @Override
          public Value from(Value scores, Signals signals, Place place) {
            Value weights = surrogate.from(scores, signals, place);
            Value offset =
                Program.of(scores)
                    .parameter(
                        "offset",
                        Init.constant(0),
                        shape.batch() * shape.length(),
                        shape.heads() * shape.length());
            return add(weights, stack(offset, shape.heads()));
          }
        };
    Trial trial =
        new AttentionTrial(
            c.settings(shape),
            new int[] {shape.batch(), shape.length(), LAYER},
            Backends.reference(),
            DataType.DOUBLE,
            true,
            a -> with(a, shifted));
    trial.values().get("offset").assign(0);
    return trial;
  }

  private static Attention with(Attention a, Weights weights) {
    ByScores reading = (ByScores) a.reading();
    return new Attention(
        a.query(),
        a.key(),
        a.messages(),
        a.values(),
        a.normalised(),
        a.epsilon(),
        a.positions(),
        new ByScores(reading.before(), weights, reading.after()),
        a.headNorm(),
        a.gate());
  }
}
