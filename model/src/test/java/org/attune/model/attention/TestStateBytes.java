package org.attune.model.attention;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What generation keeps, by hand: T = 128 tokens, width d = 64 in H = 4 heads, L = 4 layers; four
 * bytes a number.
 */
class TestStateBytes {

  private static final int T = 128;
  private static final int D = 64;
  private static final int HEAD = 16;
  private static final int HEADS = 4;
  private static final int LAYERS = 4;
  private static final int SQUARES = HEADS * HEAD * HEAD; // a d x d matrix for each head

  private static Map<String, String> decoder() {
    Map<String, String> all = new HashMap<>();
    all.put("task", "text");
    all.put("task.length", Integer.toString(T));
    all.put("model.width", Integer.toString(D));
    all.put("model.heads", Integer.toString(HEADS));
    all.put("model.layers", Integer.toString(LAYERS));
    return all;
  }

  private static long bytes(Map<String, String> settings) {
    Configuration configuration = new Configuration(settings);
    assertThat(new ModelCatalog().conflicts(configuration)).isEmpty();
    return new ModelCatalog().cost(configuration).stateBytes().orElseThrow();
  }

  private static void put(Map<String, String> all, String settings) {
    for (String setting : settings.split(" ")) {
      if (!setting.isEmpty()) {
        all.put(
            setting.substring(0, setting.indexOf('=')),
            setting.substring(setting.indexOf('=') + 1));
      }
    }
  }

  /** Rows of a token's numbers that each layer keeps for every token. */
  @ParameterizedTest
  @CsvSource({
    "keys and values, 128, ''",
    "through scores in memory, 128, model.positions=alibi",
    "no change by norms and gates, 128, attention.gate=learned attention.head-norm=rms",
    "grouped keys and values, 32, attention.messages=shared attention.messages.group=4",
    "grouped keys, 80,"
        + " attention.messages=shared attention.messages.group=4 attention.messages.tied=keys",
    "grouped values, 96,"
        + " attention.messages=shared attention.messages.group=2 attention.messages.tied=values",
    "the code of latent keys, 24, attention.messages=latent attention.messages.width=24",
    "a code for both, 24, attention.messages=compressed attention.messages.width=24",
    "what tokens ask, 132, attention.weights=write-gate",
    "blocks need no more than their keys, 128, attention.weights=blocks",
  })
  void rowsOfEveryToken(String name, int numbers, String settings) {
    Map<String, String> all = decoder();
    put(all, settings);

    assertThat(bytes(all)).isEqualTo(4L * LAYERS * T * numbers);
  }

  /** Numbers that each layer keeps, whatever the length. */
  @ParameterizedTest
  @CsvSource({
    "attention.weights=linear, 1",
    "attention.weights=ridge, 2", // the inverse of the keys' squares, and keys times values
    "attention.reading=retention, 1",
    "attention.reading=gated-linear, 1",
    "attention.reading=ssd, 1",
    "attention.reading=delta, 1",
    "attention.reading=gated-delta, 1",
  })
  void matricesForEachHead(String settings, int matrices) {
    Map<String, String> all = decoder();
    all.put("model.positions", "none");
    put(all, settings);

    assertThat(bytes(all)).isEqualTo(4L * LAYERS * matrices * SQUARES);

    all.put("task.length", "64");
    assertThat(bytes(all)).isEqualTo(4L * LAYERS * matrices * SQUARES);
  }

  /** A head of 16 columns: its features times 16 values and the one that sums the weights. */
  @ParameterizedTest
  @CsvSource({
    "elu, 0, 16",
    "taylor, 0, 153",
    "taylor, 4, 15", // 1 + d + d (d + 1) / 2
  })
  void featuresForEachHead(String features, int width, int count) {
    Map<String, String> all = decoder();
    put(all, "attention.weights=linear attention.weights.features=" + features);
    put(all, "attention.weights.feature-width=" + width);

    assertThat(bytes(all)).isEqualTo(4L * LAYERS * HEADS * count * (HEAD + 1));
  }

  /** Rows of keys and values that a mask of positions leaves to any later query. */
  @ParameterizedTest
  @CsvSource({
    "'where(i - j < 16, s, -inf)', 16",
    "'where(i - j < 16 or j < 4, s, -inf)', 20",
    "'where((i - j) % 4 == 0, s, -inf)', 125", // each key goes after its last query of 128
    "'s - 0.1 * (i - j)', 128",
    "'where(i - j < 200, s, -inf)', 128",
  })
  void windowsKeepTheirLastRows(String formula, int rows) {
    Map<String, String> all = decoder();
    all.put("attention.scores", "formula");
    all.put("attention.scores.formula", formula);

    assertThat(bytes(all)).isEqualTo(4L * LAYERS * rows * 2 * D);
  }

  @Test
  void aHybridStackKeepsWhatEachLayerKeeps() {
    Map<String, String> all = decoder();
    all.put("attention.reading", "gated-delta");
    all.put("attention.reading.layers", "every 4");
    all.put("model.positions", "none");

    assertThat(bytes(all)).isEqualTo(4L * (SQUARES + 3 * T * 2 * D));
  }

  @Test
  void whatLooksBackKeepsTheRowsBetween() {
    Map<String, String> all = decoder();
    put(all, "attention.key=sum attention.key.offset=3");
    assertThat(bytes(all)).isEqualTo(4L * LAYERS * (T * 2 * D + 3 * D));

    all = decoder();
    put(all, "attention.score-conv=convolution attention.score-conv.kernel-query=6");
    assertThat(bytes(all)).isEqualTo(4L * LAYERS * (T * 2 * D + 5 * HEADS * T));

    all = decoder();
    put(all, "attention.query=split attention.query.fraction=0.25");
    assertThat(bytes(all)).isEqualTo(4L * LAYERS * (T * 2 * D + HEAD));

    all = decoder();
    all.put("attention.query", "formula");
    all.put("attention.query.formula", "linear(x) + decay(linear(x), 0.9)");
    assertThat(bytes(all)).isEqualTo(4L * LAYERS * (T * 2 * D + D));
  }

  @Test
  void keysThatAFormulaReadsAreKept() {
    Map<String, String> all = decoder();
    all.put("attention.scores", "formula");
    all.put("attention.scores.formula", "s - at_key(linear(x, heads))");

    assertThat(bytes(all)).isEqualTo(4L * LAYERS * T * (2 * D + HEADS));
  }

  @Test
  void networksOfSetsGenerateNothing() {
    assertThat(
            new ModelCatalog()
                .cost(new Configuration(Map.of("task", "regression", "model.kind", "set-encoder")))
                .stateBytes())
        .isEmpty();
  }
}
