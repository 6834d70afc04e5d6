package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.attune.model.Natives;
import org.attune.model.program.Backend;
import org.attune.model.program.Execution;
import org.attune.model.program.Init;
import org.attune.model.program.ParameterArrays;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

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
    try (Trial trial = new Trial(c, Backend.REFERENCE, DataType.DOUBLE)) {
      trial.differentiate();
      double h = 1e-5;
      for (var entry : trial.values.entrySet()) {
        INDArray values = entry.getValue();
        INDArray gradient = trial.gradients.get(entry.getKey()).dup('c');
        double scale = Math.max(1e-3, gradient.norm2Number().doubleValue());
        for (long i = 0; i < values.length(); i++) {
          double old = values.getDouble(i);
          values.putScalar(i, old + h);
          double above = trial.objective();
          values.putScalar(i, old - h);
          double below = trial.objective();
          values.putScalar(i, old);
          assertThat(gradient.getDouble(i))
              .as("derivative of %s by %s[%d]", c.name(), entry.getKey(), i)
              .isCloseTo((above - below) / (2 * h), within(1e-6 * scale));
        }
      }
    }
  }

  private void requireAgreement(Case c) {
    try (Trial proof = new Trial(c, Backend.REFERENCE, DataType.DOUBLE);
        Trial fast = new Trial(c, Backend.CPU, DataType.FLOAT)) {
      for (int replay = 0; replay < 2; replay++) { // the second time over used memory
        proof.differentiate();
        fast.differentiate();
        requireClose(c.name() + ": output", proof.output(), fast.output());
        proof.gradients.forEach(
            (name, expected) ->
                requireClose(
                    c.name() + ": gradient of " + name, expected, fast.gradients.get(name)));
      }
    }
  }

  private static void requireClose(String what, INDArray expected, INDArray actual) {
    INDArray difference = actual.castTo(DataType.DOUBLE).sub(expected);
    double scale = Math.max(1, expected.amaxNumber().doubleValue());
    assertThat(difference.amaxNumber().doubleValue()).as(what).isLessThan(1e-5 * scale);
  }

  private final class Trial implements ParameterArrays, AutoCloseable {
    final Map<String, INDArray> values = new LinkedHashMap<>();
    final Map<String, INDArray> gradients = new LinkedHashMap<>();
    private final Execution execution;
    private final Value output;
    private final DataType type;
    private final INDArray weights;

    Trial(Case c, Backend backend, DataType type) {
      this.type = type;
      Program p = new Program(c.batch());
      output = p.output("y", c.description().describe(p));
      execution = p.compile(backend, type, this);
      tokens(c).forEach(execution::feed);
      long elements = 1;
      for (int size : output.shape()) {
        elements *= size;
      }
      double[] w = new double[(int) elements];
      SplittableRandom random = new SplittableRandom(5);
      for (int i = 0; i < w.length; i++) {
        w[i] = 2 * random.nextDouble() - 1;
      }
      weights = Nd4j.createFromArray(w).castTo(type);
    }

    @Override
    public INDArray values(ParameterSpec spec) {
      double[] initial = spec.initialValues("contract", 7);
      INDArray array =
          Nd4j.createFromArray(initial).castTo(type).reshape('c', spec.rows(), spec.columns());
      values.put(spec.name(), array);
      return array;
    }

    @Override
    public INDArray gradient(ParameterSpec spec) {
      INDArray array =
          Nd4j.valueArrayOf(new long[] {spec.rows(), spec.columns()}, Double.NaN, type);
      gradients.put(spec.name(), array);
      return array;
    }

    double objective() {
      execution.forward(Pass.training(0.5, 3));
      return output().reshape(weights.length()).mul(weights).sumNumber().doubleValue();
    }

    void differentiate() {
      objective();
      execution.backward(output, weights, false);
    }

    INDArray output() {
      return output.array().dup('c');
    }

    @Override
    public void close() {
      execution.close();
    }
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
