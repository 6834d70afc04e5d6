package org.attune.model.attention;

import java.util.List;
import java.util.stream.Stream;

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

  @Override
  Stream<Case> cases() {
    return Stream.of(sources(), positions(), maps(), weights(), norms(), gates(), together())
        .flatMap(s -> s);
  }

  private static Stream<Case> sources() {
    return Stream.of(
        of("plain"),
        of("values through a sigmoid", "attention.values", "sigmoid"),
        of("Q-shift", "attention.query", "shift"),
        of(
            "Q-shift of the first layer",
            "attention.query",
            "shift",
            "attention.query.layers",
            "first"),
        of("K-shift by 2", "attention.key", "shift", "attention.key.offset", "2"),
        ofPairs("split-Q", "attention.query", "split"),
        ofPairs("split-K of all", "attention.key", "split", "attention.key.fraction", "1"),
        ofPairs("keys and values for pairs", "attention.messages", "shared"),
        ofPairs(
            "keys for pairs", "attention.messages", "shared", "attention.messages.tied", "keys"),
        ofPairs(
            "values for pairs",
            "attention.messages",
            "shared",
            "attention.messages.tied",
            "values",
            "attention.key",
            "shift"),
        of("latent", "attention.messages", "latent", "attention.messages.width", "3"),
        of("compressed", "attention.messages", "compressed", "attention.messages.width", "6"),
        ofPairs(
            "compressed per group",
            "attention.messages",
            "compressed",
            "attention.messages.width",
            "2",
            "attention.messages.scope",
            "group"),
        of(
            "compressed per head, gated",
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
        of("no positions, no norm", "model.positions", "none", "model.qk-norm", "false"),
        of("ALiBi", "model.positions", "alibi"));
  }

  private static Stream<Case> maps() {
    return Stream.of(
        of("convolution of scores", convolution("score-conv", "3", "5", "identity")),
        of("convolution of weights", convolution("weight-conv", "2", "3", "constant")),
        of("Talking Heads", "attention.score-mixing", "mixed", "attention.weight-mixing", "mixed"),
        ofPairs(
            "mixing in pairs",
            "attention.weight-mixing",
            "mixed",
            "attention.weight-mixing.group",
            "2"));
  }

  private static String[] convolution(String stage, String queries, String keys, String init) {
    String part = "attention." + stage;
    return new String[] {
      part,
      "convolution",
      part + ".kernel-query",
      queries,
      part + ".kernel-key",
      keys,
      part + ".init",
      init
    };
  }

  private static Stream<Case> weights() {
    return Stream.of(
        of("sigmoid", "attention.weights", "sigmoid"),
        of(
            "sigmoid by keys seen",
            "attention.weights",
            "sigmoid",
            "attention.weights.bias",
            "visible"),
        of(
            "SiLU over the root",
            "attention.weights",
            "score-gate",
            "attention.weights.function",
            "silu"),
        of(
            "identity over the count",
            "attention.weights",
            "score-gate",
            "attention.weights.function",
            "identity",
            "attention.weights.norm",
            "count"),
        of("SwiGLU neurons", "attention.weights", "swiglu-neurons"),
        ofPairs(
            "differential",
            "attention.weights",
            "differential",
            "attention.head-norm",
            "depth-scaled"),
        ofSurrogate("pointer", "attention.weights", "pointer"),
        ofSurrogate("RWSP placeholder", "attention.weights", "rwsp-placeholder"),
        of("top keys", "attention.weights", "top-keys"),
        of(
            "blocks",
            "attention.weights",
            "blocks",
            "attention.weights.block",
            "2",
            "attention.weights.count",
            "1"),
        ofSurrogate("clusters", "attention.weights", "clusters", "attention.weights.count", "1"),
        of("filtered", "attention.weights", "filtered"),
        of("write gate", "attention.weights", "write-gate"),
        of("most written", "attention.weights", "most-written"));
  }

  private static Stream<Case> norms() {
    return Stream.of("rms", "depth-scaled", "scalar-gated", "layer-scaled")
        .map(norm -> of("head norm " + norm, "attention.head-norm", norm));
  }

  private static Stream<Case> gates() {
    Stream<Case> learned =
        Stream.of("output", "value", "key", "query", "projection")
            .flatMap(
                position ->
                    Stream.of(
                        ofOneShape("gate at " + position, gate("position", position)),
                        ofOneShape(
                            "headwise gate at " + position,
                            gate("position", position, "grain", "headwise"))));
    Stream<Case> forms =
        Stream.of(
            of("shared gate", gate("heads", "shared")),
            of("shared headwise gate", gate("heads", "shared", "grain", "headwise")),
            of("added SiLU", gate("form", "add", "function", "silu")),
            of("added headwise", gate("form", "add", "grain", "headwise")),
            of("SiLU gate", gate("function", "silu")),
            of("half-sigmoid gate", gate("function", "half-sigmoid")),
            of("gate without squashing", gate("function", "identity")));
    Stream<Case> others =
        Stream.of("from-query", "computed", "three-maps", "scalars", "input-independent", "self")
            .map(gate -> of("gate " + gate, "attention.gate", gate));
    Stream<Case> formulas =
        FORMULAS.stream()
            .map(
                f ->
                    ofOneShape(
                        "gate " + f, "attention.gate", "computed", "attention.gate.formula", f));
    Stream<Case> sources =
        SOURCES.stream()
            .map(
                s ->
                    ofOneShape(
                        "map of " + s, "attention.gate", "mapped", "attention.gate.source", s));
    return Stream.of(learned, forms, others, formulas, sources).flatMap(s -> s);
  }

  private static String[] gate(String... settings) {
    String[] all = new String[settings.length + 2];
    all[0] = "attention.gate";
    all[1] = "learned";
    for (int i = 0; i < settings.length; i += 2) {
      all[i + 2] = "attention.gate." + settings[i];
      all[i + 3] = settings[i + 1];
    }
    return all;
  }

  private static Stream<Case> together() {
    return Stream.of(
        ofPairs(
            "gate over split-Q over convolutions and mixing",
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
