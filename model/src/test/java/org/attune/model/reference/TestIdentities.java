package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.primitive.Mix.mix;
import static org.attune.model.primitive.PseudoInverse.pseudoInverse;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.StackProduct.product;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.largest;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Place;
import org.attune.model.attention.Weights;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.catalog.Variant;
import org.attune.model.contract.AttentionTrial;
import org.attune.model.engine.Backends;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Ridge;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** What one part must be equal to, or tend to, in terms of another: of the layers themselves. */
class TestIdentities {

  private static final int LENGTH = 7;
  private static final int HEADS = 2;
  private static final int WIDTH = 8;

  private final Random random = new Random(3);
  private final Computed computed = new Computed();

  @ParameterizedTest
  @CsvSource({"9, 4, 1e-3", "4, 9, 1e-3", "30, 5, 100", "6, 6, 1e-2"})
  void ridgeIsTheSameWhicheverOfPrimalAndDualItsSizesChoose(int n, int k, double lambda) {
    double[][] q = gaussian(5, k, random);
    double[][] keys = gaussian(n, k, random);
    double[][] values = gaussian(n, 3, random);

    double[][] ridge = ridge(q, keys, values, lambda);

    assertThat(distance(ridge, ReferenceRidge.primal(q, keys, values, lambda))).isLessThan(1e-9);
    assertThat(distance(ridge, ReferenceRidge.dual(q, keys, values, lambda))).isLessThan(1e-9);
  }

  @Test
  void ridgeTimesLambdaApproachesLinearAttentionAsOneOverLambda() {
    double[][] q = gaussian(5, 4, random);
    double[][] keys = gaussian(8, 4, random);
    double[][] values = gaussian(8, 4, random);
    double[][] linear = read("linear", Map.of(), q, keys, values);

    double far = distance(scaled(1e3, ridge(q, keys, values, 1e3)), linear);
    double near = distance(scaled(1e5, ridge(q, keys, values, 1e5)), linear);

    assertThat(far / near).isBetween(95.0, 105.0);
    assertThat(near).isLessThan(1e-2 * largest(linear));
  }

  @Test
  void sigmaRidgeOfQueriesTimesALargeLambdaIsSoftmaxOfPlainProducts() {
    double[][] q = gaussian(5, 4, random);
    double[][] keys = gaussian(8, 4, random);
    double[][] values = gaussian(8, 4, random);
    // plain softmax attention divides products by the root of the width, 2
    double[][] softmax = read("softmax", Map.of(), scaled(2, q), keys, values);

    double far = distance(sigmaRidge(scaled(1e6, q), keys, values, "1e6"), softmax);
    double near = distance(sigmaRidge(scaled(1e7, q), keys, values, "1e7"), softmax);

    assertThat(near).isLessThan(1e-4);
    assertThat(far / near).isBetween(9.0, 11.0);
  }

  private double[][] sigmaRidge(double[][] q, double[][] k, double[][] v, String lambda) {
    return read("sigma-ridge", Map.of("attention.weights.lambda", lambda), q, k, v);
  }

  @Test
  void ridgeWithoutLambdaGivesExactLinearDataTheirWeightsBack() {
    double[][] keys = gaussian(10, 4, random);
    double[][] w = gaussian(4, 3, random);

    double[][] asked = ridge(ReferenceAlgebra.identity(4), keys, times(keys, w), 0);

    assertThat(distance(asked, w)).isLessThan(1e-12);
  }

  /** 400 sets of four queries: the mean square of S's entries, read with V = I. */
  @ParameterizedTest
  @CsvSource({"24, 8", "32, 4", "8, 24", "4, 32"})
  void varianceOfRidgesEntriesFollowsTheLaw(int n, int k) {
    double sum = 0;
    int sets = 400;
    for (int i = 0; i < sets; i++) {
      double[][] s =
          ridge(gaussian(4, k, random), gaussian(n, k, random), ReferenceAlgebra.identity(n), 0);
      for (double[] row : s) {
        sum += ReferenceAlgebra.dot(row, row) / (4 * n);
      }
    }
    // a fifth is some four standard errors of this number of draws
    assertThat(sum / sets / ReferenceVarianceLaw.variance(n, k)).isBetween(0.8, 1.2);
  }

  @Test
  void splitOfAllHeadsIsAllFromTheTokenBefore() {
    Map<String, double[][]> found = new TreeMap<>();
    double[][] plain = layer("", found);
    double[][] split = layer("attention.query=split attention.query.fraction=1", found);
    double[][] none = layer("attention.query=split attention.query.fraction=0", found);
    ReferenceLayer l = new ReferenceLayer(found.get("x"), HEADS, found::get);
    double[][][] before =
        l.placed(
            ReferenceSources.heads(ReferenceSources.shiftedKey(l.x(), l.matrix("query"), 1), HEADS),
            "query-gain");

    assertThat(distance(none, plain)).isZero();
    assertThat(
            distance(
                split,
                ReferenceLayer.read(
                    ReferenceLayer.each(
                        ReferenceLayer.each(before, l.key(), ReferenceScores::dot),
                        ReferenceScores::softmax),
                    l.value())))
        .isLessThan(1e-10);
  }

  @Test
  void mergedPatternsAreFactoredOnesWhoseProductTheyAre() {
    Map<String, double[][]> factors = new TreeMap<>();
    String bare = "model.positions=none model.qk-norm=false";
    double[][] plain = layer(bare, factors);
    double[][][] q = ReferenceSources.heads(factors.get("query"), HEADS);
    double[][][] k = ReferenceSources.heads(factors.get("key"), HEADS);
    double[][] patterns =
        ReferenceAlgebra.beside(
            times(k[0], transpose(q[0])), times(k[1], transpose(q[1]))); // W_K W_Q'

    double[][] merged =
        layerWith(
            bare + " attention.messages=merged",
            Map.of("pattern", patterns, "value", factors.get("value")));

    assertThat(distance(merged, plain)).isLessThan(1e-12);
  }

  /** With C = I the code is the token; the message's matrix W_V is then left to the output. */
  @Test
  void compressedPerLayerAtTheFullWidthIsPlainAttention() {
    Map<String, double[][]> factors = new TreeMap<>();
    String bare = "model.positions=none model.qk-norm=false";
    double[][] plain = layer(bare, factors);
    double[][][] q = ReferenceSources.heads(factors.get("query"), HEADS);
    double[][][] k = ReferenceSources.heads(factors.get("key"), HEADS);
    // scores are divided by the root of the code's width instead of a head's
    double scale = Math.sqrt((double) WIDTH * HEADS / WIDTH);
    double[][] patterns =
        scaled(
            scale,
            ReferenceAlgebra.beside(times(q[0], transpose(k[0])), times(q[1], transpose(k[1]))));

    double[][] codes =
        layerWith(
            bare + " attention.messages=compressed attention.messages.width=" + WIDTH,
            Map.of("pattern", patterns, "code", ReferenceAlgebra.identity(WIDTH)));

    double[][][] read = ReferenceSources.heads(codes, HEADS);
    double[][][] v = ReferenceSources.heads(factors.get("value"), HEADS);
    double[][] messages = ReferenceAlgebra.beside(times(read[0], v[0]), times(read[1], v[1]));
    assertThat(distance(messages, plain)).isLessThan(1e-12);
  }

  // ---- operators and layers

  private double[][] ridge(double[][] q, double[][] k, double[][] v, double lambda) {
    return computed.of(
        1,
        p -> {
          Value query = computed.given(p, "q", q);
          Value key = computed.given(p, "k", k);
          Value value = computed.given(p, "v", v);
          return lambda == 0
              ? mix(product(stack(query, 1), pseudoInverse(stack(key, 1))), value)
              : Ridge.ridge(query, key, value, 1, Lambda.fixed(lambda), 1);
        });
  }

  private double[][] read(
      String name, Map<String, String> more, double[][] q, double[][] k, double[][] v) {
    Configuration settings = new Configuration(more).with("attention.weights", name);
    Weights weights = Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, settings);
    return computed.of(
        1,
        p ->
            new ByScores(List.of(), weights, List.of())
                .read(
                    computed.given(p, "q", q),
                    computed.given(p, "k", k),
                    computed.given(p, "v", v),
                    new Place(4, 1, 0, 1, Mask.NONE)));
  }

  /** What a layer gives; its parameters are put into a map. */
  private static double[][] layer(String settings, Map<String, double[][]> found) {
    try (AttentionTrial trial = trial(settings)) {
      List<String> gains =
          settings.contains("qk-norm=false") ? List.of() : List.of("query-gain", "key-gain");
      List.of(List.of("x", "query", "key", "value"), gains)
          .forEach(names -> names.forEach(name -> found.put(name, trial.parameter(name))));
      INDArray y = trial.forward(Pass.evaluation());
      return AttentionTrial.columns(y, 0, y.columns());
    }
  }

  private static double[][] layerWith(String settings, Map<String, double[][]> parameters) {
    try (AttentionTrial trial = trial(settings)) {
      parameters.forEach(trial::assign);
      INDArray y = trial.forward(Pass.evaluation());
      return AttentionTrial.columns(y, 0, y.columns());
    }
  }

  private static AttentionTrial trial(String settings) {
    Map<String, String> all = new TreeMap<>();
    all.put("model.width", Integer.toString(WIDTH));
    all.put("model.heads", Integer.toString(HEADS));
    for (String setting : settings.isEmpty() ? new String[0] : settings.split(" ")) {
      all.put(setting.split("=")[0], setting.split("=")[1]);
    }
    return new AttentionTrial(all, 1, LENGTH, 1, Backends.reference(), DataType.DOUBLE, false);
  }
}
