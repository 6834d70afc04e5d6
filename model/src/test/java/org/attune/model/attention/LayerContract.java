package org.attune.model.attention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.model.Natives;
import org.attune.model.catalog.Configuration;
import org.attune.model.network.Signature;
import org.attune.model.program.Backend;
import org.attune.model.program.Pass;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * What a layer owes whatever its parts, besides the {@link PartContract}: no conflict, the right
 * derivative in the second layer of four with parameters moved from where they start, no look at
 * the future in training or in evaluation, and the same values on the fast kernels and when its
 * weights are watched. Parts whose heads come in pairs and parts trained by a surrogate fit in.
 */
abstract class LayerContract {

  /**
   * A layer to put through the contract.
   *
   * @param settings beside width and heads
   * @param shapes to run it at
   * @param differentiable whether the output's own derivative is used; a pointer's is a
   *     surrogate's, which its primitive's test proves
   */
  record Case(String name, Map<String, String> settings, boolean differentiable, Shape... shapes) {}

  /** Sizes: heads have four columns. */
  record Shape(int batch, int length, int heads) {}

  private static final Shape[] ALL = {new Shape(2, 1, 1), new Shape(2, 5, 2), new Shape(1, 7, 4)};
  private static final Shape[] EVEN = {new Shape(2, 1, 2), new Shape(2, 5, 2), new Shape(1, 7, 4)};
  private static final double STEP = 1e-5;

  abstract Stream<Case> cases();

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  /** A case at all shapes: length 1, odd lengths, one head. */
  static Case of(String name, String... settings) {
    return new Case(name, map(settings), true, ALL);
  }

  /** A case of a family whose other members run at all shapes. */
  static Case ofOneShape(String name, String... settings) {
    return new Case(name, map(settings), true, EVEN[1]);
  }

  /** A case whose heads come in pairs. */
  static Case ofPairs(String name, String... settings) {
    return new Case(name, map(settings), true, EVEN);
  }

  /** A case trained by a surrogate. */
  static Case ofSurrogate(String name, String... settings) {
    return new Case(name, map(settings), false, ALL);
  }

  private static Map<String, String> map(String... settings) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      map.put(settings[i], settings[i + 1]);
    }
    return map;
  }

  @TestFactory
  Stream<DynamicTest> hasNoConflict() {
    return each(
        (c, shape) ->
            assertThat(
                    Conflicts.of(new Configuration(settings(c, shape)), Signature.tokens(16, 16)))
                .isEmpty());
  }

  @TestFactory
  Stream<DynamicTest> adjointIsTheDerivative() {
    return each(
        (c, shape) -> {
          if (c.differentiable()) {
            requireDerivative(c, shape);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> looksAtNothingLater() {
    return each(this::requireCausality);
  }

  @TestFactory
  Stream<DynamicTest> fastKernelsAgree() {
    return each(this::requireAgreement);
  }

  private Stream<DynamicTest> each(BiConsumer<Case, Shape> test) {
    return cases()
        .flatMap(
            c ->
                Stream.of(c.shapes())
                    .map(
                        shape ->
                            DynamicTest.dynamicTest(
                                c.name() + ", " + shape, () -> test.accept(c, shape))));
  }

  private static Map<String, String> settings(Case c, Shape shape) {
    Map<String, String> all = new TreeMap<>(c.settings());
    all.put("model.heads", Integer.toString(shape.heads()));
    all.put("model.width", Integer.toString(4 * shape.heads()));
    return all;
  }

  private static AttentionTrial proof(Case c, Shape shape) {
    return new AttentionTrial(
        settings(c, shape),
        shape.batch(),
        shape.length(),
        1,
        Backend.REFERENCE,
        DataType.DOUBLE,
        false);
  }

  private void requireDerivative(Case c, Shape shape) {
    try (AttentionTrial trial = proof(c, shape)) {
      trial.differentiate(Pass.training(0.5, 3));
      SplittableRandom random = new SplittableRandom(11);
      trial
          .gradients()
          .forEach(
              (name, gradient) -> {
                INDArray values = trial.values().get(name);
                double[] along = random.doubles(values.length(), -1, 1).toArray();
                INDArray direction =
                    Nd4j.createFromArray(along).reshape('c', values.rows(), values.columns());
                INDArray old = values.dup('c');
                values.assign(old.add(direction.mul(STEP)));
                double above = trial.objective(Pass.training(0.5, 3));
                values.assign(old.sub(direction.mul(STEP)));
                double below = trial.objective(Pass.training(0.5, 3));
                values.assign(old);
                double expected = (above - below) / (2 * STEP);
                double norm =
                    gradient.norm2Number().doubleValue() * direction.norm2Number().doubleValue();
                assertThat(gradient.mul(direction).sumNumber().doubleValue())
                    .as("derivative by " + name)
                    .isCloseTo(expected, within(1e-6 * Math.max(0.1, norm)));
              });
    }
  }

  private void requireCausality(Case c, Shape shape) {
    try (AttentionTrial trial = proof(c, shape)) {
      INDArray x = trial.values().get(AttentionTrial.INPUT);
      for (Pass pass : new Pass[] {Pass.evaluation(), Pass.training(0.5, 3)}) {
        long seed = 3;
        INDArray before = trial.forward(renewed(pass, seed));
        int changed = shape.length() - 1;
        trial.reset(); // of state that training moves
        INDArray old = x.dup('c');
        IntStream.range(0, shape.batch())
            .map(b -> b * shape.length() + changed)
            .forEach(row -> x.putRow(row, x.getRow(row).mul(-1.5).addi(0.7)));
        INDArray after = trial.forward(renewed(pass, seed));
        x.assign(old);
        for (int row = 0; row < before.rows(); row++) {
          if (row % shape.length() < changed) {
            assertThat(after.getRow(row).toDoubleVector())
                .as("row " + row)
                .containsExactly(before.getRow(row).toDoubleVector());
          }
        }
        assertThat(after).isNotEqualTo(before);
      }
    }
  }

  private static Pass renewed(Pass pass, long seed) {
    return pass.training() ? Pass.training(pass.progress(), seed) : Pass.evaluation();
  }

  private void requireAgreement(Case c, Shape shape) {
    try (AttentionTrial proof = proof(c, shape);
        AttentionTrial fast = trial(c, shape, Backend.CPU, DataType.FLOAT, false);
        AttentionTrial watched = trial(c, shape, Backend.REFERENCE, DataType.DOUBLE, true)) {
      INDArray shown = watched.forward(Pass.evaluation());
      requireClose("output, watched", proof.forward(Pass.evaluation()), shown);
      for (int replay = 0; replay < 2; replay++) { // the second time over used memory
        proof.differentiate(Pass.training(0.5, 3));
        fast.differentiate(Pass.training(0.5, 3));
        requireClose("output", proof.forward(Pass.evaluation()), fast.forward(Pass.evaluation()));
        proof
            .gradients()
            .forEach((name, expected) -> requireClose(name, expected, fast.gradients().get(name)));
      }
    }
  }

  private static AttentionTrial trial(
      Case c, Shape shape, Backend backend, DataType type, boolean probing) {
    return new AttentionTrial(
        settings(c, shape), shape.batch(), shape.length(), 1, backend, type, probing);
  }

  private static void requireClose(String what, INDArray expected, INDArray actual) {
    double scale = Math.max(1, expected.amaxNumber().doubleValue());
    double difference = actual.castTo(DataType.DOUBLE).sub(expected).amaxNumber().doubleValue();
    assertThat(difference).as(what).isLessThan(1e-5 * scale);
  }
}
