package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Place;
import org.attune.model.attention.Weights;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.catalog.Variant;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ridge, its relatives and linear attention as weights that a configuration chooses. */
class TestRidgeFamily extends GradientContract {

  private static final String WEIGHTS = "attention.weights";
  private static final List<String> CAUSAL = List.of("linear", "ridge", "sigma-ridge");
  private static final List<String> SETS =
      List.of(
          "softmax", "linear", "ridge", "sigma-ridge", "sigma-ridge-2", "kernel-ridge", "nystroem");

  @Override
  Stream<Case> cases() {
    Stream<Case> causal = CAUSAL.stream().flatMap(w -> shapes(w, Mask.CAUSAL));
    Stream<Case> sets = SETS.stream().flatMap(w -> shapes(w, Mask.NONE));
    Stream<Case> learned =
        Stream.of("fixed", "layer", "head", "context")
            .map(
                source ->
                    read(
                        Map.of(WEIGHTS, "ridge", WEIGHTS + ".lambda-source", source),
                        Mask.NONE,
                        false,
                        2,
                        2,
                        2,
                        3));
    Stream<Case> ofContext =
        Stream.of("ridge", "sigma-ridge", "sigma-ridge-2", "kernel-ridge", "nystroem")
            .map(
                weights ->
                    read(
                        Map.of(
                            WEIGHTS,
                            weights,
                            WEIGHTS + ".lambda-source",
                            "context",
                            WEIGHTS + ".landmarks",
                            "2"),
                        Mask.NONE,
                        true,
                        2,
                        2,
                        2,
                        3));
    Stream<Case> pseudo = Stream.of(byGram(3, 3), byGram(2, 4), byGram(1, 3));
    return Stream.of(causal, sets, learned, ofContext, pseudo).flatMap(c -> c);
  }

  /** {@code s (X X')⁺}: of full rank, or not where rows are more than columns. */
  private static Case byGram(int columns, int rows) {
    return of(
        "divided by a matrix of rank %d, %d x %d".formatted(Math.min(columns, rows), rows, rows),
        2,
        p -> {
          Value x = Stack.stack(matrix(p, "x", 2 * rows, columns), 1);
          return SolveRight.dividePositive(
              Stack.stack(matrix(p, "s", 2 * 2, rows), 1),
              StackProduct.productNT(x, x),
              Lambda.fixed(0));
        });
  }

  private static Stream<Case> shapes(String weights, Mask mask) {
    Map<String, String> settings =
        weights.equals("nystroem")
            ? Map.of(WEIGHTS, weights, WEIGHTS + ".landmarks", "2")
            : Map.of(WEIGHTS, weights, WEIGHTS + ".lambda", "0.5");
    int square = 3; // causal masks want as many queries as keys
    return Stream.of(
        read(settings, mask, false, 2, 2, square, square),
        read(settings, mask, true, 2, 2, square, square),
        read(settings, mask, false, 1, 3, 1, 1),
        read(settings, mask, true, 1, 4, mask == Mask.NONE ? 1 : 2, 2));
  }

  /** Reading with weights, by the short way or, when probed, by way of scores. */
  private static Case read(
      Map<String, String> settings,
      Mask mask,
      boolean probing,
      int heads,
      int width,
      int queries,
      int keys) {
    String name =
        "%s %s %s %d x %d, %d on %d"
            .formatted(
                settings, mask, probing ? "by scores" : "directly", heads, width, queries, keys);
    return of(
        name,
        2,
        p -> {
          p.probing(probing);
          Weights weights = weights(settings);
          return new ByScores(List.of(), weights, List.of())
              .read(
                  matrix(p, "q", 2 * queries, heads * width),
                  matrix(p, "k", 2 * keys, heads * width),
                  matrix(p, "v", 2 * keys, heads * width),
                  new Place(heads * width, heads, 0, 1, mask));
        });
  }

  private static Weights weights(Map<String, String> settings) {
    return Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, new Configuration(settings));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sigma-ridge-2", "kernel-ridge", "nystroem"})
  void whatHasNoCausalFormSaysSo(String weights) {
    Program p = new Program(1);
    Value x = matrix(p, "x", 3, 4);
    Place place = new Place(4, 2, 0, 1, Mask.CAUSAL);
    assertThatThrownBy(() -> weights(Map.of(WEIGHTS, weights)).scores(x, x, x, place))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid attention.weights: %s has no causal form; use it in a model of sets"
                .formatted(weights));
  }

  @Test
  void learnedLambdaCannotStartFromZero() {
    assertThatThrownBy(
            () ->
                weights(
                    Map.of(
                        WEIGHTS,
                        "ridge",
                        WEIGHTS + ".lambda",
                        "0",
                        WEIGHTS + ".lambda-source",
                        "head")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attention.weights.lambda")
        .hasMessageContaining("give a positive number");
  }
}
