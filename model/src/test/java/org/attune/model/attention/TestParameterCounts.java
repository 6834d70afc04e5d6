package org.attune.model.attention;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.attune.api.Cost;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The papers' models, counted to the digit. */
class TestParameterCounts {

  private static final long EMBEDDING = 96 * 256; // the text task's alphabet, tied

  /** NeonBench's models without their embedding: d 256, 4 layers, 4 heads. */
  @ParameterizedTest
  @CsvSource({
    "neon005, 512, 2624256, ''",
    "neon009 and neon015, 512, 2886400, attention.gate=learned attention.gate.function=identity",
    "neon016, 512, 2886400, attention.gate=learned",
    "neon017, 512, 2886400,"
        + " attention.gate=learned attention.gate.function=identity attention.values=sigmoid",
    "neon018, 512, 2886400, attention.gate=learned attention.values=sigmoid",
    "neon019, 512, 2886400, attention.gate=learned attention.gate.position=value"
        + " attention.gate.function=identity",
    "neon020, 512, 2886400, attention.gate=learned attention.gate.position=value",
    "neon021, 512, 2886400, attention.gate=learned attention.gate.position=value"
        + " attention.gate.function=identity attention.values=sigmoid",
    "neon022, 512, 2886400, attention.gate=learned attention.gate.position=value"
        + " attention.values=sigmoid",
    "neon053, 512, 2886400, attention.gate=learned attention.gate.function=silu",
    "neon010, 512, 2640896, attention.gate=from-query",
    "neon046, 512, 2640896, attention.gate=mapped",
    "neon052, 512, 2673664, attention.gate=three-maps",
    "neon006, 512, 2493184, attention.messages=latent attention.messages.width=128",
    "neon026, 598, 2888448, ''",
    "neon027, 592, 2886656, attention.gate=from-query",
    "neon028, 640, 2886400, attention.messages=latent attention.messages.width=128",
    "neon055, 592, 2886656, attention.gate=mapped",
    "neon002, 512, 2099968, model.mlp=gelu",
    "neon003, 512, 1706752,"
        + " model.mlp=gelu attention.messages=shared attention.messages.group=4",
    "four scalars, 512, 2624272, attention.gate=scalars",
    "a computed gate, 512, 2624256, attention.gate=computed",
    "a headwise gate, 512, 2628352, attention.gate=learned attention.gate.grain=headwise",
    "an input-independent gate, 512, 2625280, attention.gate=input-independent",
    "SwiGLU neurons, 512, 2886400, attention.weights=swiglu-neurons"
  })
  void neon(String name, int feedForward, long expected, String settings) {
    Map<String, String> all = decoder(256, 4);
    all.put("model.feed-forward", Integer.toString(feedForward));
    put(all, settings);

    assertThat(new ModelCatalog().conflicts(new Configuration(all))).isEmpty();
    assertThat(new ModelCatalog().cost(new Configuration(all)).parameters())
        .as(name)
        .isEqualTo(expected + EMBEDDING);
  }

  /** The extended set's gates: none, four numbers, or a d_h x d_h map and its bias a layer. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sigmoid(q*v)", "sigmoid(q*k)", "sigmoid(k*v)", "sigmoid(q*k*v)", "ln(q+v)",
        "rms(q+k+v)", "sigmoid(q)*tanh(v)", "q+sigmoid(k*v)", "tanh(q+k-v)", "rms(q*v)"
      })
  void computedGatesAddNothing(String formula) {
    Map<String, String> all = decoder(256, 4);
    put(all, "attention.gate=computed attention.gate.formula=" + formula);

    assertThat(new ModelCatalog().cost(new Configuration(all)).parameters())
        .isEqualTo(2_624_256 + EMBEDDING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"q*v", "q*k", "k*v", "q*k*v", "q+v", "q+k+v", "q+k-v", "q"})
  void mappedGatesAddAMapAndABias(String source) {
    Map<String, String> all = decoder(256, 4);
    put(all, "attention.gate=mapped attention.gate.source=" + source);

    assertThat(new ModelCatalog().cost(new Configuration(all)).parameters())
        .isEqualTo(2_640_896 + EMBEDDING);
  }

  /** The 880M models of multi-token attention's Table: d 1536, 24 layers, 16 heads, v2. */
  @ParameterizedTest
  @CsvSource({
    "Transformer, 876553728, ''",
    "DIFF, 876567552, attention.weights=differential attention.head-norm=depth-scaled",
    "Talking heads, 876566016, attention.score-mixing=mixed attention.weight-mixing=mixed",
    "MTA, 876583320, attention.score-conv=convolution attention.score-conv.layers=every_4_from_2"
        + " attention.weight-conv=convolution"
        + " attention.weight-conv.layers=every_4_from_2"
        + " attention.score-mixing=mixed attention.weight-mixing=mixed"
        + " attention.head-norm=scalar-gated"
  })
  void multiTokenLanguageModels(String name, long expected, String settings) {
    Map<String, String> all = new HashMap<>();
    put(
        all,
        "model.width=1536 model.layers=24 model.heads=16 model.feed-forward=4096"
            + " model.qk-norm=false "
            + settings);
    Program p = new Program(1);
    Networks.of(new Configuration(all), Signature.tokens(2048, 128_256)).describe(p);

    assertThat(p.parameters().stream().mapToLong(ParameterSpec::size).sum())
        .as(name)
        .isEqualTo(expected);
  }

  /**
   * Split-Q takes queries and keys from elsewhere with the same matrices: no condition adds any.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "attention.query=shift attention.query.layers=first",
        "attention.query=split attention.query.layers=first",
        "attention.query=split attention.query.fraction=0.25",
        "attention.key=shift attention.key.layers=first attention.key.offset=2",
        "attention.key=split",
        "attention.weights=pointer",
        "attention.weights=rwsp-placeholder"
      })
  void splitQConditionsAddNothing(String settings) {
    Map<String, String> all = decoder(128, 4);
    long plain = new ModelCatalog().cost(new Configuration(all)).parameters();
    put(all, settings);

    assertThat(new ModelCatalog().cost(new Configuration(all)).parameters()).isEqualTo(plain);
  }

  /** Centroids and medians follow the batches; no gradient trains them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "attention.weights=clusters attention.weights.count=2",
        "attention.weights=filtered attention.weights.threshold=0.5"
      })
  void whatMovesByItselfIsNotCounted(String settings) {
    Map<String, String> all = decoder(128, 4);
    Cost plain = new ModelCatalog().cost(new Configuration(all));
    put(all, settings);
    Cost moving = new ModelCatalog().cost(new Configuration(all));

    assertThat(moving.parameters()).isEqualTo(plain.parameters());
    assertThat(moving.nonEmbedding()).isEqualTo(plain.nonEmbedding());
  }

  /** What multi-token attention adds: H c_q c_k a convolution, H c_h a mixing, 2 d_h + 1 a norm. */
  @Test
  void multiTokenAttention() {
    Map<String, String> plain = decoder(256, 4);
    Map<String, String> all = decoder(256, 4);
    put(
        all,
        "attention.score-conv=convolution attention.score-conv.layers=every_4_from_2"
            + " attention.weight-conv=convolution attention.score-mixing=mixed"
            + " attention.weight-mixing=mixed attention.weight-mixing.group=2"
            + " attention.head-norm=scalar-gated");
    long convolution = 4 * 6 * 11;
    long expected = convolution + 4 * (convolution + 4 * 4 + 4 * 2 + 2 * 64 + 1);

    assertThat(
            new ModelCatalog().cost(new Configuration(all)).parameters()
                - new ModelCatalog().cost(new Configuration(plain)).parameters())
        .isEqualTo(expected);
  }

  /** Four vectors of a head's width for lambda, and a gain twice as wide. */
  @Test
  void differential() {
    Map<String, String> all = decoder(256, 4);
    put(all, "attention.weights=differential attention.head-norm=depth-scaled");

    assertThat(
            new ModelCatalog().cost(new Configuration(all)).parameters()
                - new ModelCatalog().cost(new Configuration(decoder(256, 4))).parameters())
        .isEqualTo(4 * (4 * 64 + 128));
  }

  private static Map<String, String> decoder(int width, int layers) {
    Map<String, String> all = new HashMap<>();
    all.put("model.width", Integer.toString(width));
    all.put("model.layers", Integer.toString(layers));
    all.put("model.heads", "4");
    all.put("model.feed-forward", "512");
    return all;
  }

  private static void put(Map<String, String> all, String settings) {
    for (String setting : settings.isBlank() ? new String[0] : settings.trim().split(" ")) {
      String[] pair = setting.split("=");
      all.put(pair[0], pair[1].replace('_', ' '));
    }
  }
}
