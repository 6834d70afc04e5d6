package org.attune.model.attention;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.attune.model.ModelCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The papers' models, counted to the digit. */
class TestParameterCounts {

  private static final long EMBEDDING = 96 * 256; // the text task's alphabet, tied

  /** NeonBench's models without their embedding: d 256, 4 layers, 4 heads. */
  @ParameterizedTest
  @CsvSource({
    "neon005, 512, 2624256, ''",
    "neon009 and neon015, 512, 2886400, attention.gate=learned attention.gate.function=identity",
    "neon016, 512, 2886400, attention.gate=learned",
    "neon018, 512, 2886400, attention.gate=learned attention.values=sigmoid",
    "neon020, 512, 2886400, attention.gate=learned attention.gate.position=value",
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
    "a filter's medians, 512, 2624272, attention.weights=filtered",
    "SwiGLU neurons, 512, 2886400, attention.weights=swiglu-neurons"
  })
  void neon(String name, int feedForward, long expected, String settings) {
    Map<String, String> all = decoder(256, 4);
    all.put("model.feed-forward", Integer.toString(feedForward));
    put(all, settings);

    assertThat(ModelCatalog.conflicts(all)).isEmpty();
    assertThat(ModelCatalog.cost(all).parameters()).as(name).isEqualTo(expected + EMBEDDING);
  }

  /** What multi-token attention adds: H c_q c_k a convolution, H c_h a mixing, 2 d_h + 1 a norm. */
  @Test
  void multiTokenAttention() {
    Map<String, String> plain = decoder(256, 4);
    Map<String, String> all = decoder(256, 4);
    put(
        all,
        "attention.score-conv=convolution attention.score-conv.every=4 attention.score-conv.start=2"
            + " attention.weight-conv=convolution attention.score-mixing=mixed"
            + " attention.weight-mixing=mixed attention.weight-mixing.group=2"
            + " attention.head-norm=scalar-gated");
    long convolution = 4 * 6 * 11;
    long expected = convolution + 4 * (convolution + 4 * 4 + 4 * 2 + 2 * 64 + 1);

    assertThat(ModelCatalog.cost(all).parameters() - ModelCatalog.cost(plain).parameters())
        .isEqualTo(expected);
  }

  /** Four vectors of a head's width for lambda, and a gain twice as wide. */
  @Test
  void differential() {
    Map<String, String> all = decoder(256, 4);
    put(all, "attention.weights=differential attention.head-norm=depth-scaled");

    assertThat(
            ModelCatalog.cost(all).parameters() - ModelCatalog.cost(decoder(256, 4)).parameters())
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
      all.put(pair[0], pair[1]);
    }
  }
}
