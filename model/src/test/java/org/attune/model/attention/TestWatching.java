package org.attune.model.attention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.catalog.Variant;
import org.attune.model.engine.Backends;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Mix;
import org.attune.model.program.Init;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** A network whose attention weights are looked at predicts what it predicts unwatched. */
class TestWatching {

  private static final int WIDTH = 8;
  private static final int HEADS = 2;

  /** Ridge's strength, and rows: fewer than a head's features, and more. */
  @TestFactory
  Stream<DynamicTest> watchingChangesNoDigitAndShowsTheWeightsThatWereUsed() {
    return Stream.of(3, 9)
        .flatMap(
            rows ->
                Stream.of(Mask.NONE, Mask.CAUSAL)
                    .flatMap(
                        mask ->
                            Stream.of(
                                test("softmax", Map.of(), rows, mask),
                                test("linear", Map.of(), rows, mask),
                                test("ridge", ridge("1e-2", "fixed"), rows, mask),
                                test("ridge", ridge("1e-4", "head"), rows, mask))));
  }

  private static Map<String, String> ridge(String lambda, String source) {
    return Map.of("attention.weights.lambda", lambda, "attention.weights.lambda-source", source);
  }

  private static DynamicTest test(
      String weights, Map<String, String> options, int rows, Mask mask) {
    Map<String, String> settings = new TreeMap<>(options);
    settings.put("attention.weights", weights);
    return DynamicTest.dynamicTest(
        "%s of %d rows, %s".formatted(settings, rows, mask),
        () -> requireAgreement(new Configuration(settings), rows, mask));
  }

  private static void requireAgreement(Configuration settings, int rows, Mask mask) {
    INDArray unwatched = read(settings, rows, mask, false, DataType.FLOAT);
    INDArray watched = read(settings, rows, mask, true, DataType.FLOAT);
    assertThat(watched.data().asFloat()).isEqualTo(unwatched.data().asFloat());

    INDArray byWeights = shown(settings, rows, mask);
    // Over sequences float32 itself is off at small lambda, watched or not.
    INDArray used =
        mask == Mask.NONE
            ? read(settings, rows, mask, false, DataType.DOUBLE)
            : unwatched.castTo(DataType.DOUBLE);
    double most = Math.max(1, used.amaxNumber().doubleValue());
    assertThat(byWeights.castTo(DataType.DOUBLE).sub(used).amaxNumber().doubleValue())
        .as("the weights shown, times the values")
        .isCloseTo(0, within(2e-5 * most));
  }

  private static INDArray read(
      Configuration settings, int rows, Mask mask, boolean watched, DataType type) {
    try (Specimen s =
        new Specimen(
            1,
            p -> described(p.probing(watched).evaluating(true), settings, rows, mask),
            type == DataType.FLOAT ? Backends.cpu() : Backends.reference(),
            type)) {
      s.execution().forward(Pass.evaluation());
      return s.output();
    }
  }

  /** The probe's weights by the values. */
  private static INDArray shown(Configuration settings, int rows, Mask mask) {
    try (Specimen s =
        new Specimen(
            1,
            p -> {
              described(p.probing(true).evaluating(true), settings, rows, mask);
              return Mix.mix(p.outputs().get("weights"), p.parameter("v"));
            },
            Backends.cpu(),
            DataType.FLOAT)) {
      s.execution().forward(Pass.evaluation());
      return s.output();
    }
  }

  private static Value described(Program p, Configuration settings, int rows, Mask mask) {
    Value q = p.parameter("q", Init.normal(1), rows, WIDTH);
    Value k = p.parameter("k", Init.normal(1), rows, WIDTH);
    Value v = p.parameter("v", Init.normal(1), rows, WIDTH);
    Weights weights = Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, settings);
    Signals signals = new Signals(k, q, k, q, k, v, name -> k);
    Place place = new Place(WIDTH, HEADS, 0, 1, mask);
    return new ByScores(List.of(), weights, List.of()).read(signals, place);
  }
}
