package org.attune.model.contract;

import static org.attune.model.contract.Case.of;
import static org.attune.model.contract.Case.ofOneShape;
import static org.attune.model.contract.Case.ofPairs;
import static org.attune.model.contract.Case.under;
import static org.attune.model.contract.Counted.PLAIN;

import java.util.Map;
import java.util.stream.Stream;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.contract.Case.Derivative;
import org.attune.model.primitive.Pointer;
import org.attune.model.primitive.RankedWeights;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** Weights, of scores or in their place, against the contract. */
class TestWeightParts extends LayerContract {

  @Override
  Weights surrogate(Map<String, String> settings) {
    double warm = Double.parseDouble(settings.getOrDefault("attention.weights.warm", "1"));
    double cold = Double.parseDouble(settings.getOrDefault("attention.weights.cold", "0.3"));
    boolean pointer = settings.get("attention.weights").equals("pointer");
    Pointer.Forward soft = Pointer.Forward.SURROGATE;
    return new Weights() {
      @Override
      public Value scores(Value q, Value k, Value v, Place place) {
        return Scores.scores(q, k, place.heads(), 1);
      }

      @Override
      public Value from(Value scores, Signals signals, Place place) {
        return Program.of(scores)
            .add(
                pointer
                    ? new Pointer(scores, place.mask(), warm, cold, soft)
                    : new RankedWeights(scores, place.mask(), 2, soft));
      }
    };
  }

  @Override
  int[] lengths(Case c) {
    return c.name().startsWith("linear") ? AROUND_CHUNKS : super.lengths(c);
  }

  @Override
  Stream<Case> cases() {
    return Stream.concat(regressions(), weightsOfScores());
  }

  private static Stream<Case> regressions() {
    return Stream.of(
        of("the mean", PLAIN, "attention.weights", "uniform"),
        of("linear", PLAIN, "attention.weights", "linear").longToo(),
        of("linear over elu + 1", PLAIN, weights("linear", "features", "elu")).longToo(),
        of("linear over Taylor features", PLAIN, weights("linear", "features", "taylor")).longToo(),
        of(
                "linear over few Taylor features",
                PLAIN + 2 * 4 * 3,
                weights("linear", "features", "taylor", "feature-width", "3"))
            .longToo(),
        ofOneShape(
            "elu + 1 over convolved, mixed weights",
            PLAIN + 2 * 2 * 3 + 2 * 2,
            "attention.weights",
            "linear",
            "attention.weights.features",
            "elu",
            "attention.score-conv",
            "convolution",
            "attention.score-conv.kernel-query",
            "2",
            "attention.score-conv.kernel-key",
            "3",
            "attention.weight-mixing",
            "mixed"),
        of("ridge", PLAIN, "attention.weights", "ridge"),
        ofOneShape("ridge, scaled", PLAIN, weights("ridge", "scaled", "true", "lambda", "0.7")),
        of("ridge, lambda per layer", PLAIN + 1, weights("ridge", "lambda-source", "layer")),
        of("ridge, lambda per head", PLAIN + 2, weights("ridge", "lambda-source", "head")),
        of("sigma-ridge", PLAIN, weights("sigma-ridge", "lambda", "1")),
        ofOneShape(
            "sigma-ridge, learned", PLAIN + 2, weights("sigma-ridge", "lambda-source", "head")),
        of(
            "ridge over convolved, mixed weights",
            PLAIN + 2 * 2 * 3 + 2 * 2,
            "attention.weights",
            "ridge",
            "attention.weights.lambda",
            "1",
            "attention.weight-conv",
            "convolution",
            "attention.weight-conv.kernel-query",
            "2",
            "attention.weight-conv.kernel-key",
            "3",
            "attention.weight-mixing",
            "mixed"));
  }

  private static Stream<Case> weightsOfScores() {
    return Stream.of(
        of("sigmoid", PLAIN, "attention.weights", "sigmoid"),
        ofOneShape(
            "sigmoid by keys seen",
            PLAIN,
            "attention.weights",
            "sigmoid",
            "attention.weights.bias",
            "visible"),
        of(
            "SiLU over the root",
            PLAIN,
            "attention.weights",
            "score-gate",
            "attention.weights.function",
            "silu"),
        ofOneShape(
            "identity over the count",
            PLAIN,
            "attention.weights",
            "score-gate",
            "attention.weights.function",
            "identity",
            "attention.weights.norm",
            "count"),
        of("SwiGLU neurons", PLAIN + 8 * 8, "attention.weights", "swiglu-neurons"),
        ofPairs(
            "differential",
            PLAIN + 4 * 4 + 8,
            "attention.weights",
            "differential",
            "attention.head-norm",
            "depth-scaled"),
        of("pointer", PLAIN, "attention.weights", "pointer").with(Derivative.OF_SURROGATE),
        of("RWSP placeholder", PLAIN, "attention.weights", "rwsp-placeholder")
            .with(Derivative.OF_SURROGATE),
        of("top keys", PLAIN, "attention.weights", "top-keys"),
        of(
            "blocks",
            PLAIN,
            "attention.weights",
            "blocks",
            "attention.weights.block",
            "2",
            "attention.weights.count",
            "1"),
        of("clusters", PLAIN, "attention.weights", "clusters", "attention.weights.count", "1")
            .with(Derivative.OF_EVALUATION),
        ofOneShape("ReLU over the root", PLAIN, weights("score-gate", "function", "relu")),
        ofOneShape("a hot pointer", PLAIN, weights("pointer", "warm", "3", "cold", "0.7"))
            .with(Derivative.OF_SURROGATE),
        ofOneShape("three clusters", PLAIN, weights("clusters", "centroids", "3"))
            .with(Derivative.OF_EVALUATION),
        ofOneShape("filtered hard", PLAIN + 8 * 8, weights("filtered", "threshold", "1.1")),
        ofOneShape("all written", PLAIN + 8 * 2 + 2, weights("most-written", "share", "1")),
        ofOneShape("a third written", PLAIN + 8 * 2 + 2, weights("most-written", "share", "0.34")),
        of("filtered", PLAIN + 8 * 8, "attention.weights", "filtered"), // reads W_O
        of("write gate", PLAIN + 8 * 2 + 2, "attention.weights", "write-gate"),
        of("most written", PLAIN + 8 * 2 + 2, "attention.weights", "most-written"));
  }

  private static String[] weights(String option, String... settings) {
    return under("attention.weights", option, settings);
  }
}
