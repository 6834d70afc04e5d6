package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.primitive.LinearAttention.linearAttention;
import static org.attune.model.primitive.RidgeQueries.ridgeQueries;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.largest;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.times;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Place;
import org.attune.model.attention.Weights;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.catalog.Variant;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Ridge;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ridge and its relatives against the plain formulas, over two sequences of two heads. */
class TestRidgeAgreement {

  private static final int BATCH = 2;
  private static final int HEADS = 2;
  private static final double CLOSE = 1e-10;

  private final Random random = new Random(12);
  private final Computed computed = new Computed();

  @ParameterizedTest
  @CsvSource({"7, 3, 2, 0.5", "3, 6, 4, 0.5", "1, 4, 1, 2", "6, 6, 3, 1e-2"})
  void ridge(int n, int d, int e, double lambda) {
    double[][] q = gaussian(BATCH * 5, HEADS * d, random);
    double[][] k = gaussian(BATCH * n, HEADS * d, random);
    double[][] v = gaussian(BATCH * n, HEADS * e, random);
    double[][] actual =
        computed.of(BATCH, p -> ridgeOf(p, q, k, v, Lambda.fixed(lambda), Math.sqrt(d)));
    double[][] expected =
        each(q, k, v, (a, b, c) -> scaled(Math.sqrt(d), ReferenceRidge.primal(a, b, c, lambda)));
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
  }

  @ParameterizedTest
  @CsvSource({"7, 3", "3, 6", "5, 5"})
  void pseudoInverse(int n, int d) {
    double[][] q = gaussian(BATCH * 4, HEADS * d, random);
    double[][] k = times(gaussian(BATCH * n, 2, random), gaussian(2, HEADS * d, random));
    double[][] v = gaussian(BATCH * n, HEADS * 2, random);
    double[][] actual = read("ridge", "0", q, k, v);
    double[][] expected =
        each(q, k, v, (a, b, c) -> times(a, ReferenceRidge.leastNormWeights(b, c, 1e-9)));
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
  }

  @ParameterizedTest
  @CsvSource({"7, 3", "3, 6", "5, 5"})
  void softmaxOfThePseudoInverse(int n, int d) {
    double[][] q = gaussian(BATCH * 4, HEADS * d, random);
    double[][] k = times(gaussian(BATCH * n, 2, random), gaussian(2, HEADS * d, random));
    double[][] v = gaussian(BATCH * n, HEADS * d, random);
    double[][] actual = read("sigma-ridge", "0", q, k, v);
    double[][] expected =
        each(
            q,
            k,
            v,
            (a, b, c) -> {
              double[][] unit = ReferenceAlgebra.identity(b.length);
              double[][] s = times(a, ReferenceRidge.leastNormWeights(b, unit, 1e-9));
              return times(ReferenceAlgebra.softmaxRows(s), c);
            });
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
  }

  /** Every key twice: the attention among them has half of its rank. */
  @Test
  void softmaxCorrectedByAPseudoInverse() {
    double[][] q = gaussian(BATCH * 4, HEADS * 3, random);
    double[][] k = gaussian(BATCH * 6, HEADS * 3, random);
    for (int i = 1; i < k.length; i += 2) {
      k[i] = k[i - 1].clone();
    }
    double[][] v = gaussian(BATCH * 6, HEADS * 3, random);
    double[][] actual = read("sigma-ridge-2", "0", q, k, v);
    double[][] expected =
        each(
            q,
            k,
            v,
            (a, b, c) ->
                times(
                    ReferenceSigmaRidge.attention(a, b),
                    ReferenceRidge.leastNormWeights(ReferenceSigmaRidge.attention(b, b), c, 1e-9)));
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
  }

  /** What a set's queries read by weights with a given λ. */
  private double[][] read(String weights, String lambda, double[][] q, double[][] k, double[][] v) {
    Configuration settings =
        new Configuration(Map.of("attention.weights", weights, "attention.weights.lambda", lambda));
    return computed.of(
        BATCH,
        p ->
            new ByScores(
                    List.of(), Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, settings), List.of())
                .read(
                    computed.given(p, "q", q),
                    computed.given(p, "k", k),
                    computed.given(p, "v", v),
                    new Place(q[0].length, HEADS, 0, 1, Mask.NONE)));
  }

  private Value ridgeOf(
      Program p, double[][] q, double[][] k, double[][] v, Lambda lambda, double scale) {
    Value query = computed.given(p, "q", q);
    Value key = computed.given(p, "k", k);
    return Ridge.ridge(query, key, computed.given(p, "v", v), HEADS, lambda, scale);
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "9, 3", "5, 6"})
  void causalRidgeIsADirectSolveAtEveryToken(int length, int d) {
    double[][] q = gaussian(BATCH * length, HEADS * d, random);
    double[][] k = gaussian(BATCH * length, HEADS * d, random);
    double[][] v = gaussian(BATCH * length, HEADS * d, random);
    double[][] actual =
        computed.of(
            BATCH,
            p -> {
              Value key = computed.given(p, "k", k);
              Value u =
                  ridgeQueries(
                      computed.given(p, "q", q), key, HEADS, Lambda.fixed(0.3), Mask.CAUSAL);
              Value value = computed.given(p, "v", v);
              return linearAttention(u, key, value, HEADS, 1, Mask.CAUSAL);
            });
    double[][] expected = each(q, k, v, (a, b, c) -> ReferenceRidge.causal(a, b, c, 0.3));
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void causalLinearAttention(boolean probing) {
    agree("linear", Mask.CAUSAL, probing, ReferenceSetAttention::causalLinear);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void setLinearAttention(boolean probing) {
    agree("linear", Mask.NONE, probing, ReferenceSetAttention::linear);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void setSoftmaxAttention(boolean probing) {
    agree("softmax", Mask.NONE, probing, ReferenceSetAttention::softmax);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void uniform(boolean probing) {
    agree("uniform", Mask.NONE, probing, ReferenceSetNetworks::mean);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ridgeByConfiguration(boolean probing) {
    ReferenceSetNetworks.Operator scaledRidge =
        (q, k, v) -> scaled(Math.sqrt(3), ReferenceRidge.primal(q, k, v, 0.5));
    agree("ridge", Mask.NONE, probing, scaledRidge);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void causalRidgeByConfiguration(boolean probing) {
    ReferenceSetNetworks.Operator scaledRidge =
        (q, k, v) -> scaled(Math.sqrt(3), ReferenceRidge.causal(q, k, v, 0.5));
    agree("ridge", Mask.CAUSAL, probing, scaledRidge);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sigmaRidge(boolean probing) {
    agree("sigma-ridge", Mask.NONE, probing, (q, k, v) -> ReferenceSigmaRidge.first(q, k, v, 0.5));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sigmaRidgeInItsSecondForm(boolean probing) {
    agree(
        "sigma-ridge-2", Mask.NONE, probing, (q, k, v) -> ReferenceSigmaRidge.second(q, k, v, 0.5));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void kernelRidge(boolean probing) {
    agree(
        "kernel-ridge",
        Mask.NONE,
        probing,
        (q, k, v) -> ReferenceKernelRidge.ridge(q, k, v, 1.0 / 3, 0.5));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nystroem(boolean probing) {
    double[][] z = gaussian(2, HEADS * 3, random);
    computed.with("landmarks", z);
    int[] head = {0};
    agree(
        "nystroem",
        Mask.NONE,
        probing,
        (q, k, v) -> {
          int from = 3 * (head[0]++ % HEADS);
          double[][] mine = ReferenceAlgebra.columns(z, from, from + 3);
          return ReferenceKernelRidge.nystroem(q, k, v, mine, 1.0 / 3, 0.5);
        });
  }

  /** Configured weights with λ = ½ and heads of three columns, over six keys. */
  private void agree(
      String name, Mask mask, boolean probing, ReferenceSetNetworks.Operator reference) {
    int n = 6;
    double[][] q = gaussian(BATCH * n, HEADS * 3, random);
    double[][] k = gaussian(BATCH * n, HEADS * 3, random);
    double[][] v = gaussian(BATCH * n, HEADS * 3, random);
    Configuration settings =
        new Configuration(
            Map.of(
                "attention.weights", name,
                "attention.weights.lambda", "0.5",
                "attention.weights.scaled", "true",
                "attention.weights.landmarks", "2"));
    double[][] actual =
        computed.of(
            BATCH,
            p -> {
              p.probing(probing);
              Weights weights = Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, settings);
              return new ByScores(List.of(), weights, List.of())
                  .read(
                      computed.given(p, "q", q),
                      computed.given(p, "k", k),
                      computed.given(p, "v", v),
                      new Place(HEADS * 3, HEADS, 0, 1, mask));
            });
    double[][] expected = each(q, k, v, reference);
    assertThat(distance(actual, expected)).isLessThan(CLOSE);
    assertThat(largest(expected)).isGreaterThan(1e-2);
  }

  /** The reference for every head of every sequence. */
  private static double[][] each(
      double[][] q, double[][] k, double[][] v, ReferenceSetNetworks.Operator operator) {
    int m = q.length / BATCH;
    int n = k.length / BATCH;
    double[][] all = new double[0][];
    for (int b = 0; b < BATCH; b++) {
      double[][] one =
          ReferenceSetNetworks.heads(
              rows(q, b * m, (b + 1) * m),
              rows(k, b * n, (b + 1) * n),
              rows(v, b * n, (b + 1) * n),
              HEADS,
              operator);
      double[][] more = Arrays.copyOf(all, all.length + m);
      System.arraycopy(one, 0, more, all.length, m);
      all = more;
    }
    return all;
  }
}
