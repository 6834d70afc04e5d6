package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Linear;
import org.attune.model.attention.Place;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.engine.Backends;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Formulas of the residual stream against plain Java, and their places in a block. */
class TestStreamFormulas {

  private static final int TOKENS = 6;
  private static final int WIDTH = 4;

  /** The numbers of one sequence: rows of tokens; 0 before the first. */
  private interface Rows {
    double at(int token, int column);
  }

  /** A mechanism in plain Java. */
  private interface Mechanism {
    double at(Rows x, Rows y, Rows x0, Learned learned, int t, int c);
  }

  /** Numbers learned per channel, by their order in the formula. */
  private interface Learned {
    double at(int number, int column);
  }

  @TestFactory
  Stream<DynamicTest> agreeWithPlainJava() {
    return Stream.of(
        test(
            "sandwich norm",
            "x + rms(y) * learned(1.5, per: channel)",
            (x, y, x0, g, t, c) -> {
              double squares = 0;
              for (int i = 0; i < WIDTH; i++) {
                squares += y.at(t, i) * y.at(t, i);
              }
              return x.at(t, c) + g.at(0, c) * y.at(t, c) / Math.sqrt(squares / WIDTH + 1e-6);
            }),
        test(
            "token shift",
            "x + 0.5 * y + 0.5 * shift(y, 1)",
            (x, y, x0, g, t, c) -> x.at(t, c) + (y.at(t, c) + y.at(t - 1, c)) / 2),
        test(
            "short causal convolution",
            "x + learned(1, per: channel, as: a) * y + learned(0.3, per: channel, as: b) * shift(y, 1) + learned(0.2, per: channel, as: e) * shift(y, 2)",
            (x, y, x0, g, t, c) ->
                x.at(t, c) + y.at(t, c) + 0.3 * y.at(t - 1, c) + 0.2 * y.at(t - 2, c)),
        test(
            "embedding again",
            "0.9 * x + y + learned(0.1) * x0",
            (x, y, x0, g, t, c) -> 0.9 * x.at(t, c) + y.at(t, c) + 0.1 * x0.at(t, c)),
        test("branch from nothing", "x + learned(0) * y", (x, y, x0, g, t, c) -> x.at(t, c)),
        test(
            "mean of the past taken away",
            "x + y - past_mean(y)",
            (x, y, x0, g, t, c) -> {
              double sum = 0;
              for (int i = 0; i <= t; i++) {
                sum += y.at(i, c);
              }
              return x.at(t, c) + y.at(t, c) - sum / (t + 1);
            }));
  }

  private static DynamicTest test(String name, String formula, Mechanism mechanism) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          try (Specimen s =
              new Specimen(2, p -> joined(p, formula), Backends.reference(), DataType.DOUBLE)) {
            s.objective();
            INDArray out = s.output();
            for (int b = 0; b < 2; b++) {
              for (int t = 0; t < TOKENS; t++) {
                for (int c = 0; c < WIDTH; c++) {
                  double expected =
                      mechanism.at(
                          rows(s, "x", b),
                          rows(s, "y", b),
                          rows(s, "x0", b),
                          (n, column) -> s.values().get("own-number").getDouble(0, column),
                          t,
                          c);
                  assertThat(out.getDouble(b * TOKENS + t, c)).isCloseTo(expected, within(1e-12));
                }
              }
            }
          }
        });
  }

  private static Rows rows(Specimen s, String name, int sequence) {
    INDArray all = s.values().get(name);
    return (t, c) -> t < 0 || all == null ? 0 : all.getDouble(sequence * TOKENS + t, c);
  }

  private static Value joined(Program p, String formula) {
    Value x = p.parameter("x", Init.normal(1), 2 * TOKENS, WIDTH);
    StreamFormula of = new StreamFormula(PlacedFormula.of(FormulaPlace.STREAM, formula), true);
    StreamFormula.begin(p.parameter("x0", Init.normal(1), 2 * TOKENS, WIDTH));
    return of.joined(x, p.parameter("y", Init.normal(1), 2 * TOKENS, WIDTH), "own");
  }

  // ---- in a block

  private static Specimen block(String... settings) {
    Map<String, String> all = new TreeMap<>();
    all.put("model.feed-forward", "6");
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    Configuration of = new Configuration(all);
    Place place = new Place(WIDTH, 2, 0, 1, Mask.CAUSAL, Linear.FLOATS);
    return new Specimen(
        2,
        p ->
            new DecoderBlock(of, Attention.of(of, 0, 1))
                .describe(p.parameter("stream-in", Init.normal(1), 2 * TOKENS, WIDTH), place),
        Backends.reference(),
        DataType.DOUBLE);
  }

  private static INDArray formula(String after, String formula) {
    try (Specimen s =
        block(
            "model.stream", "formula",
            "model.stream.formula", formula,
            "model.stream.after", after)) {
      s.objective();
      return s.output();
    }
  }

  @Test
  void sumsAreThePlainBlock() {
    try (Specimen plain = block()) {
      plain.objective();

      assertThat(formula("block", "x + y").equalsWithEps(plain.output(), 1e-12)).isTrue();
      assertThat(formula("part", "x + y").equalsWithEps(plain.output(), 1e-12)).isTrue();
    }
  }

  @Test
  void afterPartsItJoinsWhatEachGives() {
    try (Specimen plain = block()) {
      plain.objective(); // makes the parameters
      plain.values().get(Linear.ATTENTION_OUTPUT).muli(2);
      plain.values().get("down").muli(2);
      plain.objective();

      assertThat(formula("part", "x + 2 * y").equalsWithEps(plain.output(), 1e-12)).isTrue();
      assertThat(formula("block", "x + 2 * y").equalsWithEps(plain.output(), 1e-6)).isFalse();
    }
  }

  @Test
  void afterABlockItJoinsTheSum() {
    try (Specimen plain = block()) {
      plain.objective();
      INDArray in = plain.values().get("stream-in");
      INDArray twice = plain.output().sub(in).mul(2).add(in);

      assertThat(formula("block", "x + 2 * y").equalsWithEps(twice, 1e-12)).isTrue();
      assertThat(formula("block", "x0").equalsWithEps(in, 1e-12)).isTrue();
    }
  }
}
