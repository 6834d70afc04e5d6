package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Linear;
import org.attune.model.attention.Place;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.engine.Backends;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Init;
import org.attune.model.program.Specimen;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Formulas of what attention and MLP read, against plain Java and in a block. */
class TestInputFormulas {

  private static final int TOKENS = 6;
  private static final int WIDTH = 4;
  private static final String CANON =
      "x + learned(0.3, per: channel) * shift(x, 1) + learned(-0.2, per: channel) * shift(x, 2)"
          + " + learned(0.1, per: channel) * shift(x, 3)";

  /** Allen-Zhu 2025: a causal convolution over four tokens, added to what stands there. */
  @Test
  void aCanonLayerIsItsConvolution() {
    InputFormula canon =
        new InputFormula(
            PlacedFormula.of(FormulaPlace.INPUT, CANON), InputFormula.Before.ATTENTION);
    double[] taps = {1, 0.3, -0.2, 0.1};
    try (Specimen s =
        new Specimen(
            2,
            p ->
                canon.read(
                    p.parameter("x", Init.normal(1), 2 * TOKENS, WIDTH),
                    InputFormula.Before.ATTENTION),
            Backends.reference(),
            DataType.DOUBLE)) {
      s.objective();
      INDArray x = s.values().get("x");
      for (int row = 0; row < 2 * TOKENS; row++) {
        for (int c = 0; c < WIDTH; c++) {
          double expected = 0;
          for (int back = 0; back < taps.length && back <= row % TOKENS; back++) {
            expected += taps[back] * x.getDouble(row - back, c);
          }
          assertThat(s.output().getDouble(row, c)).isCloseTo(expected, within(1e-12));
        }
      }
    }
  }

  @Test
  void tapsOfZeroAreThePlainBlock() {
    INDArray zero = block("x + learned(0, per: channel) * shift(x, 1)", "both", values -> {});

    assertThat(zero.equalsWithEps(plain(values -> {}), 1e-12)).isTrue();
  }

  @Test
  void itStandsBeforeAttentionOrTheMlpOrBoth() {
    INDArray attention = plain(values -> values.get("attention-gain").muli(2));
    INDArray mlp = plain(values -> values.get("mlp-gain").muli(2));

    assertThat(block("2 * x", "attention", values -> {}).equalsWithEps(attention, 1e-12)).isTrue();
    assertThat(block("2 * x", "mlp", values -> {}).equalsWithEps(mlp, 1e-12)).isTrue();
    assertThat(attention.equalsWithEps(mlp, 1e-6)).isFalse();
    INDArray both =
        plain(
            values -> {
              values.get("attention-gain").muli(2);
              values.get("mlp-gain").muli(2);
            });
    assertThat(block("2 * x", "both", values -> {}).equalsWithEps(both, 1e-12)).isTrue();
  }

  @Test
  void attentionAndMlpHaveTapsOfTheirOwn() {
    String formula = "x + learned(0, per: channel) * shift(x, 1)";
    INDArray first = block(formula, "both", values -> values.get("attention-input-number").addi(1));
    INDArray second = block(formula, "both", values -> values.get("mlp-input-number").addi(1));

    INDArray a = block("x + shift(x, 1)", "attention", values -> {});
    INDArray c = block("x + shift(x, 1)", "mlp", values -> {});
    assertThat(first.equalsWithEps(a, 1e-12)).isTrue();
    assertThat(second.equalsWithEps(c, 1e-12)).isTrue();
    assertThat(a.equalsWithEps(c, 1e-6)).isFalse();
  }

  private static INDArray plain(Consumer<Map<String, INDArray>> change) {
    return output(change);
  }

  private static INDArray block(
      String formula, String before, Consumer<Map<String, INDArray>> change) {
    return output(
        change,
        "model.input",
        "formula",
        "model.input.formula",
        formula,
        "model.input.before",
        before);
  }

  /** What a block gives whose parameters a test has changed. */
  private static INDArray output(Consumer<Map<String, INDArray>> change, String... settings) {
    Map<String, String> all = new TreeMap<>();
    all.put("model.feed-forward", "6");
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    Configuration of = new Configuration(all);
    Place place = new Place(WIDTH, 2, 0, 1, Mask.CAUSAL, Linear.FLOATS);
    try (Specimen s =
        new Specimen(
            2,
            p ->
                new DecoderBlock(of, Attention.of(of, 0, 1))
                    .describe(p.parameter("stream-in", Init.normal(1), 2 * TOKENS, WIDTH), place),
            Backends.reference(),
            DataType.DOUBLE)) {
      s.objective(); // makes the parameters
      change.accept(s.values());
      s.objective();
      return s.output().dup('c');
    }
  }
}
