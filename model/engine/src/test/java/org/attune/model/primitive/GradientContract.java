package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.stream.Stream;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Natives;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * What every primitive owes: its adjoint is the derivative of its formula (finite differences in
 * float64), and the fast kernel computes what the reference kernel computes.
 *
 * <p>A subclass describes programs whose trainable inputs are parameters; the contract weighs the
 * outputs with fixed random numbers to get the scalar that is differentiated.
 */
abstract class GradientContract {

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  /** A named description to put through the contract. */
  record Case(String name, int batch, Description description) {}

  /** Describes a program and returns the value to be differentiated. */
  interface Description {
    Value describe(Program p);
  }

  static Case of(String name, int batch, Description description) {
    return new Case(name, batch, description);
  }

  /** The programs, over several shapes: length 1, odd lengths, one head, no multiple of a block. */
  abstract Stream<Case> cases();

  /** Larger ones, for which only the fast kernel is held against the reference. */
  Stream<Case> largeCases() {
    return Stream.of();
  }

  /** Integer inputs, by name, where a case has some. */
  Map<String, INDArray> tokens(Case c) {
    return Map.of();
  }

  @TestFactory
  Stream<DynamicTest> adjointIsTheDerivative() {
    return cases().map(c -> DynamicTest.dynamicTest(c.name(), () -> requireDerivative(c)));
  }

  @TestFactory
  Stream<DynamicTest> fastKernelAgreesWithReference() {
    return Stream.concat(cases(), largeCases())
        .map(c -> DynamicTest.dynamicTest(c.name(), () -> requireAgreement(c)));
  }

  private void requireDerivative(Case c) {
    try (Specimen specimen = specimen(c, Backends.reference(), DataType.DOUBLE)) {
      specimen.differentiate();
      double h = 1e-5;
      for (var entry : specimen.values().entrySet()) {
        INDArray values = entry.getValue();
        INDArray gradient = specimen.gradients().get(entry.getKey()).dup('c');
        double scale = Math.max(1e-3, gradient.norm2Number().doubleValue());
        for (long i = 0; i < values.length(); i++) {
          double old = values.getDouble(i);
          values.putScalar(i, old + h);
          double above = specimen.objective();
          values.putScalar(i, old - h);
          double below = specimen.objective();
          values.putScalar(i, old);
          assertThat(gradient.getDouble(i))
              .as("derivative of %s by %s[%d]", c.name(), entry.getKey(), i)
              .isCloseTo((above - below) / (2 * h), within(1e-6 * scale));
        }
      }
    }
  }

  private void requireAgreement(Case c) {
    try (Specimen proof = specimen(c, Backends.reference(), DataType.DOUBLE);
        Specimen fast = specimen(c, Backends.cpu(), DataType.FLOAT)) {
      for (int replay = 0; replay < 2; replay++) { // the second time over used memory
        proof.differentiate();
        fast.differentiate();
        requireClose(c.name() + ": output", proof.output(), fast.output());
        proof
            .gradients()
            .forEach(
                (name, expected) ->
                    requireClose(
                        c.name() + ": gradient of " + name, expected, fast.gradients().get(name)));
      }
    }
  }

  final Specimen specimen(Case c, Backend<?> backend, DataType type) {
    Specimen specimen = new Specimen(c.batch(), c.description()::describe, backend, type);
    tokens(c).forEach(specimen.execution()::feed);
    return specimen;
  }

  private static void requireClose(String what, INDArray expected, INDArray actual) {
    INDArray difference = actual.castTo(DataType.DOUBLE).sub(expected);
    double scale = Math.max(1, expected.amaxNumber().doubleValue());
    assertThat(difference.amaxNumber().doubleValue()).as(what).isLessThan(1e-5 * scale);
  }

  /** A parameter that stands for an input: standard normal. */
  static Value matrix(Program p, String name, int rows, int columns) {
    return p.parameter(name, Init.normal(1), rows, columns);
  }

  /** Attention weights or scores that stand for an input: (batch, heads, queries, keys). */
  static Value scores(Program p, int heads, int queries, int keys) {
    int width = 3;
    return Scores.scores(
        matrix(p, "sq", p.batch() * queries, heads * width),
        matrix(p, "sk", p.batch() * keys, heads * width),
        heads,
        0.5);
  }
}
