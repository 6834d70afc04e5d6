package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Natives;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.network.Refusals;
import org.attune.model.network.Signature;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;
import org.attune.model.program.Views;
import org.deeplearning4j.nn.conf.ComputationGraphConfiguration;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.util.ModelSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.MultiDataSet;
import org.nd4j.linalg.factory.Nd4j;

/**
 * What everything owes that a configuration can choose: no conflict; a gradient that is the
 * derivative (finite differences in float64) by every parameter and the input; the same values and
 * gradients on the fast kernels, on the reference in float32 and when someone watches; as many
 * parameters as counted by hand; a network that goes to bytes and back, and goes on training as if
 * it had not; and what a subclass adds about who may see what.
 *
 * <p>A new option is a line in a subclass's {@link #cases}; {@link TestEveryChoiceIsProven} asks
 * for it.
 */
abstract class Contract {

  private static final double REACH = 2e-5; // of a finite difference along a unit direction
  private static final double RELATIVE = 1e-6;
  private static final double SMALLEST = 1e-3; // norm of a gradient that relative errors refer to
  private static final int STEP_SEED = 3;

  abstract Stream<Case> cases();

  abstract Trial trial(Case c, Shape shape, Backend<?> backend, DataType type, boolean probing);

  /** What an evaluation gives, whether it is watched or not. */
  abstract INDArray answer(Trial trial);

  /** The task's shapes that a whole network with this part is asked for. */
  abstract Signature signature(Shape shape);

  /** A batch for a whole network: features, labels and the weights of rows. */
  abstract INDArray[] batch(Shape shape);

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> hasNoConflict() {
    return each(
        (c, shape) ->
            assertThat(Refusals.of(new Configuration(c.settings(shape)), served(c, shape)))
                .isEmpty());
  }

  /** The shapes of the tasks that a case is for. */
  Signature served(Case c, Shape shape) {
    return signature(shape);
  }

  @TestFactory
  Stream<DynamicTest> gradientIsTheDerivative() {
    return each(this::requireDerivative);
  }

  @TestFactory
  Stream<DynamicTest> fastKernelsAgree() {
    return each(this::requireAgreement);
  }

  @TestFactory
  Stream<DynamicTest> referenceInFloat32AndWatchedAgrees() {
    return stated(this::requireAgreementOfOthers);
  }

  @TestFactory
  Stream<DynamicTest> hasAsManyParametersAsCounted() {
    return stated(
        c -> {
          try (Trial trial = proof(c, Shape.STATED)) {
            assertThat(trial.size()).isEqualTo(c.parameters());
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> goesToBytesAndBack() {
    return stated(this::requireRoundTrip);
  }

  /** A test of every case at every shape. */
  final Stream<DynamicTest> each(BiConsumer<Case, Shape> test) {
    return cases()
        .flatMap(
            c ->
                c.shapes().stream()
                    .map(
                        shape ->
                            DynamicTest.dynamicTest(
                                c.name() + ", " + shape, () -> test.accept(c, shape))));
  }

  private interface OfCase {
    void accept(Case c) throws IOException;
  }

  private Stream<DynamicTest> stated(OfCase test) {
    return cases().map(c -> DynamicTest.dynamicTest(c.name(), () -> test.accept(c)));
  }

  final Trial proof(Case c, Shape shape) {
    return trial(c, shape, Backends.reference(), DataType.DOUBLE, false);
  }

  static Pass step() {
    return Pass.training(0.5, Noise.of(STEP_SEED, 0));
  }

  private void requireDerivative(Case c, Shape shape) {
    switch (c.derivative()) {
      case OF_TRAINING -> requireDerivative(c, shape, true);
      case OF_EVALUATION -> requireDerivative(c, shape, false);
      case OF_SURROGATE -> requireSurrogate(c, shape);
      case OF_PARTS -> {
        // each part's own test
      }
    }
  }

  private void requireDerivative(Case c, Shape shape, boolean training) {
    try (Trial trial = proof(c, shape)) {
      trial.differentiate(training ? step() : Pass.evaluation());
      requireDerivative(trial, trial.gradients(), training);
    }
  }

  /** That the values stand beside a surrogate whose derivative the adjoint is. */
  void requireSurrogate(Case c, Shape shape) {
    throw new IllegalArgumentException("No surrogate is stated for " + c.name());
  }

  /**
   * That gradients are the derivatives of what a trial computes, along a random direction of each.
   */
  static void requireDerivative(Trial trial, Map<String, INDArray> gradients, boolean training) {
    SplittableRandom random = new SplittableRandom(11);
    gradients.forEach(
        (name, gradient) -> {
          INDArray values = trial.values().get(name);
          double scale = Math.max(SMALLEST, gradient.norm2Number().doubleValue());
          double[] d = random.doubles(values.length()).map(u -> random.nextGaussian()).toArray();
          INDArray along = Nd4j.createFromArray(d).reshape('c', values.rows(), values.columns());
          double h = REACH / along.norm2Number().doubleValue();
          double near = difference(trial, values, along, h, training);
          double far = difference(trial, values, along, 2 * h, training);
          assertThat(gradient.mul(along).sumNumber().doubleValue())
              .as("derivative by " + name)
              .isCloseTo((8 * near - far) / (12 * h), within(RELATIVE * scale));
        });
  }

  private static double difference(
      Trial trial, INDArray values, INDArray along, double h, boolean training) {
    INDArray old = values.dup('c');
    values.assign(old.add(along.mul(h)));
    double above = trial.objective(training ? step() : Pass.evaluation());
    values.assign(old.sub(along.mul(h)));
    double below = trial.objective(training ? step() : Pass.evaluation());
    values.assign(old);
    return above - below;
  }

  private void requireAgreement(Case c, Shape shape) {
    try (Trial proof = proof(c, shape);
        Trial fast = trial(c, shape, Backends.cpu(), DataType.FLOAT, false)) {
      for (int replay = 0; replay < 2; replay++) { // the second time over used memory
        requireSame("fast", proof, fast);
      }
    }
  }

  private void requireAgreementOfOthers(Case c) {
    try (Trial proof = proof(c, Shape.STATED);
        Trial single = trial(c, Shape.STATED, Backends.reference(), DataType.FLOAT, false);
        Trial watched = trial(c, Shape.STATED, Backends.reference(), DataType.DOUBLE, true)) {
      requireClose("watched", answer(proof), answer(watched));
      requireSame("reference in float32", proof, single);
    }
  }

  private static void requireSame(String which, Trial proof, Trial other) {
    proof.differentiate(step());
    other.differentiate(step());
    proof
        .gradients()
        .forEach(
            (name, expected) ->
                requireClose(
                    which + ": gradient of " + name, expected, other.gradients().get(name)));
    requireClose(
        which + ": output", proof.forward(Pass.evaluation()), other.forward(Pass.evaluation()));
  }

  /** Whether two matrices have exactly the same numbers in a row. */
  static boolean sameRow(INDArray a, INDArray b, int row) {
    return Arrays.equals(
        Views.rows(a, row, row + 1L).dup('c').data().asDouble(),
        Views.rows(b, row, row + 1L).dup('c').data().asDouble());
  }

  static void requireClose(String what, INDArray expected, INDArray actual) {
    double scale = Math.max(1, expected.amaxNumber().doubleValue());
    double difference = actual.castTo(DataType.DOUBLE).sub(expected).amaxNumber().doubleValue();
    assertThat(difference).as(what).isLessThan(1e-5 * scale);
  }

  private void requireRoundTrip(Case c) throws IOException {
    Map<String, String> settings = new TreeMap<>(c.settings(Shape.STATED));
    settings.putIfAbsent("model.layers", "2");
    settings.putIfAbsent("model.feed-forward", "6");
    INDArray[] batch = batch(Shape.STATED);
    MultiDataSet data =
        new MultiDataSet(
            new INDArray[] {asDl4jHasIt(batch[0])},
            new INDArray[] {asDl4jHasIt(batch[1])},
            null,
            new INDArray[] {batch[2]});
    ComputationGraphConfiguration written =
        NetworkGraph.configuration(
            new Configuration(settings), served(c, Shape.STATED), 5, DataType.FLOAT);
    ComputationGraphConfiguration read = ComputationGraphConfiguration.fromJson(written.toJson());
    assertThat(read.toJson()).isEqualTo(written.toJson());
    ComputationGraph graph = new ComputationGraph(read);
    graph.init();
    graph.fit(data);
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    ModelSerializer.writeModel(graph, saved, true);
    ComputationGraph restored =
        ModelSerializer.restoreComputationGraph(
            new ByteArrayInputStream(saved.toByteArray()), true);
    graph.fit(data);
    restored.fit(data);
    assertThat(graph.score()).isFinite().isEqualTo(restored.score());
    assertThat(restored.params()).isEqualTo(graph.params());
  }

  /** Reals (B, T, columns) as (B, columns, T). */
  private static INDArray asDl4jHasIt(INDArray x) {
    return x.rank() == 3 ? x.permute(0, 2, 1).dup('c') : x;
  }
}
