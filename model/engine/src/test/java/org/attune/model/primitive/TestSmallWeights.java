package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.Dropout.dropout;
import static org.attune.model.primitive.GaussianScores.gaussianScores;
import static org.attune.model.primitive.Mix.mix;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.Scores.scores;
import static org.attune.model.primitive.Softmax.softmax;

import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Weights far below the largest keep their digits, and so does what is made of them. */
class TestSmallWeights {

  private static final int KEYS = 10;
  private static final double PRECISE = 1e-6; // of each number, however small
  private static final int VOCABULARY = 50_257;

  @TestFactory
  Stream<DynamicTest> eachWeightIsPreciseForItsSize() {
    IntToDoubleFunction along = j -> -j * j; // e^-81 beside the largest, and exact in float32
    IntToDoubleFunction apart = j -> j;
    return Stream.of(
        precise("softmax", along, p -> softmax(scores(query(p), keys(p), 1, 1), Mask.NONE)),
        precise("causal", along, p -> softmax(scores(query(p), keys(p), 1, 1), Mask.CAUSAL)),
        precise(
            "causal attention to a one for each key",
            along,
            p -> causalAttention(query(p), keys(p), matrix(p, "ones"), 1, 1)),
        precise("gaussian", apart, p -> gaussianScores(query(p), keys(p), 1, 1)));
  }

  private static DynamicTest precise(
      String name, IntToDoubleFunction key, Function<Program, Value> description) {
    return DynamicTest.dynamicTest(name, () -> requirePrecise(key, description));
  }

  private static void requirePrecise(
      IntToDoubleFunction key, Function<Program, Value> description) {
    try (Specimen exact = specimen(key, description, Backends.reference());
        Specimen fast = specimen(key, description, Backends.cpu())) {
      exact.objective();
      fast.objective();
      INDArray expected = exact.output();
      INDArray found = fast.output();
      double least = 1;
      for (long i = 0; i < expected.length(); i++) {
        double weight = expected.getDouble(i);
        assertThat(found.getDouble(i)).isCloseTo(weight, within(PRECISE * weight));
        least = weight == 0 ? least : Math.min(least, weight);
      }
      assertThat(least).isLessThan(1e-30); // there was something to lose
    }
  }

  /** Dropout takes the largest weights, and a norm makes what the small ones read large. */
  @Test
  void gradientsAreThoseOfTheWeightsThatDropoutLeaves() {
    Function<Program, Value> description =
        p -> {
          Value weights = softmax(scores(query(p), keys(p), 1, 1), Mask.NONE);
          Value read = mix(dropout(weights, 0.6), matrix(p, "values"));
          return rmsNorm(read, p.parameter("gain", Init.constant(1), 1, KEYS), 1e-30);
        };
    try (Specimen exact = specimen(j -> -3 * j, description, Backends.reference());
        Specimen fast = specimen(j -> -3 * j, description, Backends.cpu())) {
      exact.differentiate();
      fast.differentiate();
      exact
          .gradients()
          .forEach(
              (name, expected) -> {
                double most = expected.amaxNumber().doubleValue();
                INDArray found = fast.gradients().get(name).castTo(DataType.DOUBLE);
                assertThat(found.sub(expected).amaxNumber().doubleValue())
                    .as(name)
                    .isLessThan(1e-5 * most);
              });
    }
  }

  /** Fifty thousand words that are each nearly nothing: together they are the loss. */
  @Test
  void lossOfALargeVocabularyIsPrecise() {
    Function<Program, Value> description =
        p ->
            crossEntropy(
                p.parameter("logits", Init.constant(0), 1, VOCABULARY),
                p.tokens("tokens", 1),
                p.input("weights", 1, 1, false));
    double below = -16.125;
    double expected = Math.log1p((VOCABULARY - 1) * Math.exp(below));
    try (Specimen fast = new Specimen(1, description, Backends.cpu(), DataType.FLOAT)) {
      fast.values().get("logits").assign(below).putScalar(0, 0);
      fast.execution().feed("tokens", Nd4j.createFromArray(0));
      fast.execution().feed("weights", Nd4j.createFromArray(1.0));
      fast.differentiate();
      assertThat(expected).isCloseTo(4.9e-3, within(1e-4));
      assertThat(fast.output().getDouble(0)).isCloseTo(expected, within(PRECISE * expected));
    }
  }

  private static Value query(Program p) {
    return matrix(p, "query");
  }

  private static Value keys(Program p) {
    return matrix(p, "keys");
  }

  private static Value matrix(Program p, String name) {
    return p.parameter(name, Init.normal(1), KEYS, KEYS);
  }

  private static Specimen specimen(
      IntToDoubleFunction key, Function<Program, Value> description, Backend<?> backend) {
    DataType type = Backends.cpu() == backend ? DataType.FLOAT : DataType.DOUBLE;
    Specimen made = new Specimen(1, description, backend, type);
    boolean distances = key.applyAsDouble(1) > 0;
    column(made.values().get("query"), j -> distances ? 0 : 1);
    column(made.values().get("keys"), key);
    if (made.values().containsKey("ones")) {
      made.values().get("ones").assign(Nd4j.eye(KEYS).castTo(type));
    }
    return made;
  }

  /** Fills the first column; the others are zero. */
  private static void column(INDArray of, IntToDoubleFunction number) {
    of.assign(0);
    for (int j = 0; j < KEYS; j++) {
      of.putScalar(j, 0, number.applyAsDouble(j));
    }
  }
}
