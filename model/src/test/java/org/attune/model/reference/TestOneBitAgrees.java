package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.distance;

import org.attune.model.attention.OneBit;
import org.attune.model.attention.Place;
import org.attune.model.attention.source.PlusEarlier;
import org.attune.model.attention.source.Side;
import org.attune.model.contract.AttentionTrial;
import org.attune.model.engine.Backends;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Maps of one bit in float64 against their formulas in plain Java. */
class TestOneBitAgrees {

  @Test
  void mapOntoTheStreamIsScaledSignsAndItsGradientsAreTheSurrogates() {
    try (Specimen s = specimen(TestOneBitAgrees::ontoStream)) {
      s.differentiate();
      double[][] x = matrix(s.values().get("x"));
      double[][] w = matrix(s.values().get("down"));
      double[][] stream = matrix(s.values().get("stream"));
      double[] scale = matrix(s.values().get("down-scale"))[0];
      double[] bias = matrix(s.values().get("down-bias"))[0];
      double[][] dy = matrix(s.gradients().get("stream")); // of a sum: that of its terms

      double[][] expected =
          ReferenceAlgebra.plus(stream, ReferenceOneBit.linear(x, w, scale, bias));
      assertThat(distance(matrix(s.output()), expected)).isLessThan(1e-10);
      assertThat(
              distance(
                  matrix(s.gradients().get("x")), ReferenceOneBit.inputGradient(x, w, scale, dy)))
          .isLessThan(1e-10);
      assertThat(
              distance(
                  matrix(s.gradients().get("down")), ReferenceOneBit.weightGradient(x, scale, dy)))
          .isLessThan(1e-10);
    }
  }

  @Test
  void mapWithinABlockGivesSigns() {
    try (Specimen s =
        specimen(p -> new OneBit().map(p.parameter("x", Init.normal(1), 6, 5), "up", 4))) {
      s.objective();
      double[][] expected =
          ReferenceOneBit.sign(
              ReferenceOneBit.linear(
                  matrix(s.values().get("x")),
                  matrix(s.values().get("up")),
                  matrix(s.values().get("up-scale"))[0],
                  matrix(s.values().get("up-bias"))[0]));

      assertThat(matrix(s.output())).isDeepEqualTo(expected);
    }
  }

  @Test
  void likenessCountsTheBitsThatAgree() {
    try (Specimen s =
        specimen(
            p -> {
              Value x = p.parameter("x", Init.normal(1), 6, 5);
              Value table = p.parameter("table", Init.normal(1), 7, 5);
              return OneBit.likeness(x, OneBit.codebook(table));
            })) {
      s.objective();
      double scale = matrix(s.values().get("codebook-scale"))[0][0];
      double[][] expected =
          ReferenceOneBit.codebook(
              matrix(s.values().get("x")), matrix(s.values().get("table")), scale);

      assertThat(distance(matrix(s.output()), expected)).isLessThan(1e-12);
    }
  }

  @Test
  void queriesFromTwoTokensAreTheSignsOfTheirSum() {
    int length = 3;
    Place place = new Place(4, 2, 0, 1, Mask.CAUSAL, new OneBit());
    try (Specimen s =
        specimen(
            p ->
                new PlusEarlier(1, Side.QUERY)
                    .from(p.parameter("x", Init.normal(1), 2 * length, 5), "query", place))) {
      s.objective();
      double[][] x = matrix(s.values().get("x"));
      double[][] sum = new double[2 * length][];
      for (int row = 0; row < sum.length; row++) {
        sum[row] = x[row].clone();
        for (int c = 0; c < 5 && row % length > 0; c++) {
          sum[row][c] += x[row - 1][c];
        }
      }
      double[][] expected =
          ReferenceOneBit.sign(
              ReferenceOneBit.linear(
                  sum,
                  matrix(s.values().get("query")),
                  matrix(s.values().get("query-scale"))[0],
                  matrix(s.values().get("query-bias"))[0]));

      assertThat(matrix(s.output())).isDeepEqualTo(expected);
    }
  }

  private static Value ontoStream(Program p) {
    Value x = p.parameter("x", Init.normal(1), 6, 5);
    Value stream = p.parameter("stream", Init.normal(1), 6, 4);
    return new OneBit().ontoStream(stream, x, "down");
  }

  private static Specimen specimen(java.util.function.Function<Program, Value> description) {
    return new Specimen(2, description, Backends.reference(), DataType.DOUBLE);
  }

  private static double[][] matrix(INDArray array) {
    return AttentionTrial.columns(array, 0, array.columns());
  }
}
