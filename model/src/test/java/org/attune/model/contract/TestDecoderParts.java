package org.attune.model.contract;

import static org.attune.model.contract.Case.of;
import static org.attune.model.contract.Case.ofOneShape;
import static org.attune.model.contract.Case.ofPairs;

import java.util.List;
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

/** Every decoder part, alone and beside others, against the contract. */
class TestDecoderParts extends LayerContract {

  private static final List<String> FORMULAS =
      List.of(
          "sigmoid(q*k)",
          "sigmoid(k*v)",
          "sigmoid(q*k*v)",
          "tanh(q+k-v)",
          "ln(q+v)",
          "rms(q+k+v)",
          "rms(q*v)",
          "sigmoid(q)*tanh(v)",
          "q+sigmoid(k*v)");
  private static final List<String> SOURCES =
      List.of("q+k+v", "q", "q*v", "q*k", "k*v", "q*k*v", "q+v", "q+k-v");

  private static final int GAINS = 2 * 4;
  private static final int PLAIN = 3 * 8 * 8 + GAINS; // at width 8 with 2 heads of 4 columns
  private static final int GATE = 8 * 8;

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
  Stream<Case> cases() {
    return Stream.of(sources(), positions(), maps(), weights(), norms(), gates(), together())
        .flatMap(s -> s);
  }

  private static Stream<Case> sources() {
    return Stream.of(
        of("plain", PLAIN),
        of("values through a sigmoid", PLAIN, "attention.values", "sigmoid"),
        of("Q-shift", PLAIN, "attention.query", "shift"),
        of(
            "Q-shift of the first layer",
            PLAIN,
            "attention.query",
            "shift",
            "attention.query.layers",
            "first"),
        of("K-shift by 2", PLAIN, "attention.key", "shift", "attention.key.offset", "2"),
        of("K-shift of the sum", PLAIN, under("attention.key", "sum", "offset", "2")),
        ofPairs("split-Q", PLAIN, "attention.query", "split"),
        of("split-Q of none", PLAIN, under("attention.query", "split", "fraction", "0"))
            .at(Shape.STATED),
        ofOneShape(
            "K-shift of the first layer",
            PLAIN,
            under("attention.key", "shift", "layers", "first")),
        ofPairs("split-K of all", PLAIN, "attention.key", "split", "attention.key.fraction", "1"),
        ofPairs("keys and values for pairs", PLAIN - 2 * 8 * 4, "attention.messages", "shared"),
        ofOneShape(
            "keys and values of one", PLAIN, under("attention.messages", "shared", "group", "1")),
        ofPairs(
            "keys for pairs",
            PLAIN - 8 * 4,
            "attention.messages",
            "shared",
            "attention.messages.tied",
            "keys"),
        ofPairs(
            "values for pairs",
            PLAIN - 8 * 4,
            "attention.messages",
            "shared",
            "attention.messages.tied",
            "values",
            "attention.key",
            "shift"),
        of(
            "latent",
            8 * 8 + 3 * (8 + 8 + 8) + GAINS,
            "attention.messages",
            "latent",
            "attention.messages.width",
            "3"),
        of(
            "compressed",
            8 * 12 + 8 * 6 + 2 * 6,
            "attention.messages",
            "compressed",
            "attention.messages.width",
            "6"),
        ofPairs(
            "compressed per group",
            8 * 4 + 8 * 2 + 2 * 2,
            "attention.messages",
            "compressed",
            "attention.messages.width",
            "2",
            "attention.messages.scope",
            "group"),
        of(
            "compressed per head, gated",
            8 * 12 + 8 * 12 + 2 * 6 + 6 * 6 + 6,
            "attention.messages",
            "compressed",
            "attention.messages.width",
            "6",
            "attention.messages.scope",
            "head",
            "attention.gate",
            "from-query"),
        of(
            "merged",
            2 * 8 * 8 + 8 * 8 + GATE,
            "attention.messages",
            "merged",
            "model.qk-norm",
            "false",
            "model.positions",
            "none",
            "attention.gate",
            "learned"));
  }

  private static Stream<Case> positions() {
    return Stream.of(
        of(
            "no positions, no norm",
            PLAIN - GAINS,
            "model.positions",
            "none",
            "model.qk-norm",
            "false"),
        ofOneShape("fast RoPE", PLAIN, under("model.positions", "rope", "base", "50")),
        of("ALiBi", PLAIN, "model.positions", "alibi"));
  }

  private static Stream<Case> maps() {
    return Stream.of(
        of(
            "convolution of scores",
            PLAIN + 2 * 3 * 5,
            convolution("score-conv", "3", "5", "identity")),
        of(
            "convolution of weights",
            PLAIN + 2 * 2 * 3,
            convolution("weight-conv", "2", "3", "constant")),
        of(
            "Talking Heads",
            PLAIN + 2 * 2 * 2,
            "attention.score-mixing",
            "mixed",
            "attention.weight-mixing",
            "mixed"),
        ofOneShape("zero convolution", PLAIN + 30, convolution("score-conv", "3", "5", "zero")),
        ofOneShape(
            "constant convolution", PLAIN + 30, convolution("score-conv", "3", "5", "constant")),
        ofOneShape(
            "Gaussian convolution", PLAIN + 30, convolution("score-conv", "3", "5", "normal")),
        ofOneShape(
            "zero weights' convolution", PLAIN + 12, convolution("weight-conv", "2", "3", "zero")),
        ofOneShape(
            "Gaussian, of weights", PLAIN + 12, convolution("weight-conv", "2", "3", "normal")),
        placed("score-conv", "convolution", PLAIN + 2 * 6 * 11),
        placed("weight-conv", "convolution", PLAIN + 2 * 6 * 11),
        placed("score-mixing", "mixed", PLAIN + 2 * 2),
        placed("weight-mixing", "mixed", PLAIN + 2 * 2),
        ofPairs(
            "scores mixed in pairs",
            PLAIN + 2 * 2,
            under("attention.score-mixing", "mixed", "group", "2")),
        ofPairs(
            "mixing in pairs",
            PLAIN + 2 * 2,
            "attention.weight-mixing",
            "mixed",
            "attention.weight-mixing.group",
            "2"));
  }

  /** A map in every third layer from the second, which is the one examined. */
  private static Case placed(String stage, String option, int parameters) {
    String[] settings = under("attention." + stage, option, "layers", "every 3 from 1");
    return ofOneShape(stage + " of some layers", parameters, settings);
  }

  private static String[] convolution(String stage, String queries, String keys, String init) {
    String[] sizes = {"kernel-query", queries, "kernel-key", keys, "init", init};
    return under("attention." + stage, "convolution", sizes);
  }

  private static Stream<Case> weights() {
    return Stream.concat(regressions(), weightsOfScores());
  }

  private static Stream<Case> regressions() {
    return Stream.of(
        of("the mean", PLAIN, "attention.weights", "uniform"),
        of("linear", PLAIN, "attention.weights", "linear"),
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

  private static String[] weights(String option, String... settings) {
    return under("attention.weights", option, settings);
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
        of(
                "clusters",
                PLAIN + 2 * 2 * 4,
                "attention.weights",
                "clusters",
                "attention.weights.count",
                "1")
            .with(Derivative.OF_EVALUATION),
        ofOneShape("ReLU over the root", PLAIN, weights("score-gate", "function", "relu")),
        ofOneShape("a hot pointer", PLAIN, weights("pointer", "warm", "3", "cold", "0.7"))
            .with(Derivative.OF_SURROGATE),
        ofOneShape("three clusters", PLAIN + 2 * 3 * 4, weights("clusters", "centroids", "3"))
            .with(Derivative.OF_EVALUATION),
        ofOneShape("filtered hard", PLAIN + 8 * 8 + 2, weights("filtered", "threshold", "1.1")),
        ofOneShape("all written", PLAIN + 8 * 2 + 2, weights("most-written", "share", "1")),
        ofOneShape("a third written", PLAIN + 8 * 2 + 2, weights("most-written", "share", "0.34")),
        of("filtered", PLAIN + 8 * 8 + 2, "attention.weights", "filtered"), // W_O and medians
        of("write gate", PLAIN + 8 * 2 + 2, "attention.weights", "write-gate"),
        of("most written", PLAIN + 8 * 2 + 2, "attention.weights", "most-written"));
  }

  private static Stream<Case> norms() {
    Stream<Case> wide =
        Stream.of(
            ofOneShape(
                "head norm of a large epsilon",
                PLAIN + 4,
                under("attention.head-norm", "rms", "epsilon", "0.1")),
            ofOneShape("norms of a large epsilon", PLAIN, "model.norm-epsilon", "0.1"));
    return Stream.concat(wide, plainNorms());
  }

  private static Stream<Case> plainNorms() {
    return Stream.of("rms", "depth-scaled", "scalar-gated", "layer-scaled")
        .map(
            norm ->
                of(
                    "head norm " + norm,
                    PLAIN + 4 + (norm.equals("scalar-gated") ? 4 + 1 : 0),
                    "attention.head-norm",
                    norm));
  }

  private static Stream<Case> gates() {
    Stream<Case> learned =
        Stream.of("output", "value", "key", "query", "projection")
            .flatMap(
                position ->
                    Stream.of(
                        ofOneShape("gate at " + position, PLAIN + GATE, gate("position", position)),
                        headwise(position)));
    Stream<Case> forms =
        Stream.of(
            pairs(
                "gate on shared keys",
                PLAIN - 2 * 8 * 4 + 8 * 4,
                gate("position", "key"),
                "attention.messages",
                "shared"),
            pairs(
                "headwise gate on shared values",
                PLAIN - 8 * 4 + 8,
                gate("position", "value", "grain", "headwise"),
                "attention.messages",
                "shared",
                "attention.messages.tied",
                "values"),
            of("shared gate", PLAIN + GATE, gate("heads", "shared")),
            of("shared headwise gate", PLAIN + 8 * 2, gate("heads", "shared", "grain", "headwise")),
            of("added SiLU", PLAIN + GATE, gate("form", "add", "function", "silu")),
            of("added headwise", PLAIN + 8 * 2, gate("form", "add", "grain", "headwise")),
            ofOneShape("tanh gate", PLAIN + GATE, gate("function", "tanh")),
            ofOneShape("SiLU gate", PLAIN + GATE, gate("function", "silu")),
            ofOneShape("half-sigmoid gate", PLAIN + GATE, gate("function", "half-sigmoid")),
            ofOneShape("gate without squashing", PLAIN + GATE, gate("function", "identity")));
    Stream<Case> others =
        Stream.of(
            of("gate from query", PLAIN + 4 * 4 + 4, "attention.gate", "from-query"),
            of("gate computed", PLAIN, "attention.gate", "computed"),
            of("gate of three maps", PLAIN + 3 * 4 * 4 + 4, "attention.gate", "three-maps"),
            of("gate of scalars", PLAIN + 4, "attention.gate", "scalars"),
            of("gate of its own", PLAIN + 8, "attention.gate", "input-independent"),
            of("gate of what is read", PLAIN, "attention.gate", "self"));
    Stream<Case> formulas =
        FORMULAS.stream()
            .map(
                f ->
                    ofOneShape(
                        "gate " + f,
                        PLAIN,
                        "attention.gate",
                        "computed",
                        "attention.gate.formula",
                        f));
    Stream<Case> sources =
        SOURCES.stream()
            .map(
                s ->
                    ofOneShape(
                        "map of " + s,
                        PLAIN + 4 * 4 + 4,
                        "attention.gate",
                        "mapped",
                        "attention.gate.source",
                        s));
    Stream<Case> squashes =
        Stream.of("silu", "tanh", "identity")
            .map(
                f ->
                    ofOneShape(
                        "mapped and " + f,
                        PLAIN + 4 * 4 + 4,
                        under("attention.gate", "mapped", "squash", f)));
    return Stream.of(learned, forms, others, formulas, sources, squashes).flatMap(s -> s);
  }

  /** A norm of queries and keys would undo a number for each head of them. */
  private static Case headwise(String position) {
    boolean normed = !position.equals("query") && !position.equals("key");
    String[] gate = gate("position", position, "grain", "headwise");
    return ofOneShape(
        "headwise gate at " + position,
        PLAIN + 8 * 2 - (normed ? 0 : GAINS),
        normed
            ? gate
            : Stream.concat(Stream.of(gate), Stream.of("model.qk-norm", "false"))
                .toArray(String[]::new));
  }

  private static String[] gate(String... settings) {
    return under("attention.gate", "learned", settings);
  }

  private static Case pairs(String name, long parameters, String[] settings, String... more) {
    return ofPairs(
        name, parameters, Stream.of(settings, more).flatMap(Stream::of).toArray(String[]::new));
  }

  /** An option of an axis and settings below it. */
  private static String[] under(String axis, String option, String... settings) {
    String[] all = new String[settings.length + 2];
    all[0] = axis;
    all[1] = option;
    for (int i = 0; i < settings.length; i += 2) {
      all[i + 2] = axis + "." + settings[i];
      all[i + 3] = settings[i + 1];
    }
    return all;
  }

  private static Stream<Case> together() {
    return Stream.of(
        ofPairs(
            "parts that other layers have",
            PLAIN,
            "attention.query",
            "shift",
            "attention.query.layers",
            "last",
            "attention.messages",
            "shared",
            "attention.messages.layers",
            "0+2+3",
            "attention.values",
            "sigmoid",
            "attention.values.layers",
            "first",
            "attention.weights",
            "ridge",
            "attention.weights.layers",
            "every 2",
            "attention.head-norm",
            "rms",
            "attention.head-norm.layers",
            "3",
            "attention.gate",
            "learned",
            "attention.gate.layers",
            "last"),
        ofPairs(
            "gate over split-Q over convolutions and mixing",
            PLAIN + 2 * (2 * 2 * 3 + 2 * 2) + 4 + 4 + 1 + GATE,
            "attention.query",
            "split",
            "attention.score-conv",
            "convolution",
            "attention.score-conv.kernel-query",
            "2",
            "attention.score-conv.kernel-key",
            "3",
            "attention.score-mixing",
            "mixed",
            "attention.weights",
            "sigmoid",
            "attention.weight-conv",
            "convolution",
            "attention.weight-conv.kernel-query",
            "2",
            "attention.weight-conv.kernel-key",
            "3",
            "attention.weight-mixing",
            "mixed",
            "attention.head-norm",
            "scalar-gated",
            "attention.gate",
            "learned"),
        ofPairs(
            "differential over mixed scores of shared, shifted keys",
            PLAIN - 2 * 8 * 4 + 2 * 2 + 4 * 4 + 1,
            "attention.messages",
            "shared",
            "attention.key",
            "shift",
            "attention.score-mixing",
            "mixed",
            "attention.weights",
            "differential",
            "attention.weight-mixing",
            "mixed"));
  }
}
