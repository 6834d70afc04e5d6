package org.attune.model.attention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.attune.model.Natives;
import org.attune.model.catalog.Configuration;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Backend;
import org.attune.model.program.Init;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.attune.model.program.Views;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * What every attention part owes, examined as a whole attention layer: the gradient of every
 * parameter and of the input is the derivative (finite differences along random directions, in
 * float64), no output depends on a later token, the fast path agrees with the reference, and the
 * parameters are as many as stated.
 */
public abstract class PartContract {

  /**
   * A variant to examine.
   *
   * @param settings of {@code attention.*} and {@code model.*} keys; width and heads are the
   *     contract's
   * @param parameters that the layer has at width 8 with 2 heads, output projection not counted
   */
  public record Variant(String name, Map<String, String> settings, long parameters) {}

  /**
   * A layer to run it in.
   *
   * @param heads must divide the width
   */
  public record Shape(int batch, int length, int width, int heads) {}

  private static final double STEP = 1e-5;
  private static final int DIRECTIONS = 3; // per parameter
  private static final Shape STATED = new Shape(2, 5, 8, 2);

  /** The variants, each a choice of settings. */
  protected abstract Stream<Variant> variants();

  /** The shapes they are run in: length 1, an odd length, one head, more than a block. */
  protected List<Shape> shapes() {
    return List.of(STATED, new Shape(2, 1, 8, 2), new Shape(1, 7, 6, 1), new Shape(1, 12, 8, 4));
  }

  /** Longer ones, for which only the fast path is held against the reference. */
  protected List<Shape> longShapes() {
    return List.of(new Shape(2, 70, 16, 2));
  }

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> gradientIsTheDerivative() {
    return each(shapes(), PartContract::requireDerivative);
  }

  @TestFactory
  Stream<DynamicTest> noOutputDependsOnALaterToken() {
    return each(shapes(), PartContract::requireCausality);
  }

  @TestFactory
  Stream<DynamicTest> fastPathAgreesWithReference() {
    return Stream.concat(
        each(shapes(), PartContract::requireAgreement),
        each(longShapes(), PartContract::requireAgreement));
  }

  @TestFactory
  Stream<DynamicTest> parametersAreCountedToTheDigit() {
    return variants()
        .map(
            v ->
                DynamicTest.dynamicTest(
                    v.name(),
                    () -> {
                      Program p = new Program(STATED.batch());
                      layer(p, v, STATED);
                      long input = (long) STATED.batch() * STATED.length() * STATED.width();
                      assertThat(p.parameters().stream().mapToLong(ParameterSpec::size).sum())
                          .isEqualTo(v.parameters() + input);
                    }));
  }

  private interface Check {
    void run(Variant variant, Shape shape);
  }

  private Stream<DynamicTest> each(List<Shape> shapes, Check check) {
    return variants()
        .flatMap(
            v ->
                shapes.stream()
                    .map(s -> DynamicTest.dynamicTest(v.name() + " " + s, () -> check.run(v, s))));
  }

  /** The layer over an input that is itself a parameter, "x". */
  private static Value layer(Program p, Variant variant, Shape shape) {
    Configuration settings =
        new Configuration(variant.settings())
            .with("model.width", shape.width())
            .with("model.heads", shape.heads());
    Value x = p.parameter("x", Init.normal(1), shape.batch() * shape.length(), shape.width());
    Place place = new Place(shape.width(), shape.heads(), 0, 2, Mask.CAUSAL);
    return Attention.of(settings).attend(x, place);
  }

  private static Specimen specimen(Variant variant, Shape shape, Backend backend, DataType type) {
    return new Specimen(shape.batch(), p -> layer(p, variant, shape), backend, type);
  }

  private static void requireDerivative(Variant variant, Shape shape) {
    try (Specimen s = specimen(variant, shape, Backend.REFERENCE, DataType.DOUBLE)) {
      s.differentiate();
      SplittableRandom random = new SplittableRandom(11);
      s.values()
          .forEach(
              (name, values) -> {
                INDArray gradient = s.gradients().get(name).dup('c');
                for (int i = 0; i < DIRECTIONS; i++) {
                  INDArray direction = direction(values, random);
                  double analytic = gradient.mul(direction).sumNumber().doubleValue();
                  values.addi(direction.mul(STEP));
                  double above = s.objective();
                  values.subi(direction.mul(2 * STEP));
                  double below = s.objective();
                  values.addi(direction.mul(STEP));
                  double scale = Math.max(1e-2, gradient.norm2Number().doubleValue());
                  assertThat(analytic)
                      .as("derivative by " + name)
                      .isCloseTo((above - below) / (2 * STEP), within(1e-6 * scale));
                }
              });
    }
  }

  private static INDArray direction(INDArray like, SplittableRandom random) {
    double[] d = new double[(int) like.length()];
    for (int i = 0; i < d.length; i++) {
      d[i] = random.nextGaussian() / Math.sqrt(d.length);
    }
    return Nd4j.createFromArray(d).reshape('c', like.shape());
  }

  private static void requireCausality(Variant variant, Shape shape) {
    try (Specimen s = specimen(variant, shape, Backend.REFERENCE, DataType.DOUBLE)) {
      s.objective();
      INDArray before = s.output();
      for (int t = 0; t < shape.length(); t++) {
        INDArray x = s.values().get("x");
        INDArray old = x.dup('c');
        Views.rows(x, t, shape.length()).addi(1.5); // tokens t and later of the first sequence
        s.objective();
        double change = difference(s.output(), before, 0, t);
        assertThat(change).as("change before token %d", t).isLessThan(1e-12);
        int second = shape.length();
        if (shape.batch() > 1) {
          assertThat(difference(s.output(), before, second, 2 * second))
              .as("change of another sequence")
              .isLessThan(1e-12);
        }
        assertThat(difference(s.output(), before, t, shape.length()))
            .as("change from token %d on", t)
            .isGreaterThan(1e-9);
        x.assign(old);
      }
    }
  }

  private static double difference(INDArray a, INDArray b, int from, int to) {
    return from == to
        ? 0
        : Views.rows(a, from, to).sub(Views.rows(b, from, to)).amaxNumber().doubleValue();
  }

  private static void requireAgreement(Variant variant, Shape shape) {
    try (Specimen proof = specimen(variant, shape, Backend.REFERENCE, DataType.DOUBLE);
        Specimen fast = specimen(variant, shape, Backend.CPU, DataType.FLOAT)) {
      proof.differentiate();
      fast.differentiate();
      requireClose("output", proof.output(), fast.output());
      proof
          .gradients()
          .forEach((name, g) -> requireClose("gradient of " + name, g, fast.gradients().get(name)));
    }
  }

  private static void requireClose(String what, INDArray expected, INDArray actual) {
    double scale = Math.max(1, expected.amaxNumber().doubleValue());
    assertThat(actual.castTo(DataType.DOUBLE).sub(expected).amaxNumber().doubleValue())
        .as(what)
        .isLessThan(1e-5 * scale);
  }
}
