package org.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.api.Cost;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.catalog.LayerSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestModelCatalog {

  /** NeonBench's model, science of parameter counts: d 256, 4 layers, d_ff 512. */
  private static final Map<String, String> NEON =
      Map.of(
          "model.width", "256",
          "model.layers", "4",
          "model.heads", "4",
          "model.feed-forward", "512",
          "task.length", "256");

  /** What stands for something else where sweep files say values. */
  private static final Set<String> WORDS =
      Set.of("name", "uniform", "log-uniform", "range", "points", "step");

  private static final long EMBEDDING = 96 * 256; // the text task's alphabet

  @ParameterizedTest
  @CsvSource({
    "none, 512, 2624256",
    "learned, 512, 2886400",
    "from-query, 512, 2640896",
    "computed, 512, 2624256",
    "none, 598, 2888448",
    "from-query, 592, 2886656"
  })
  void parametersAreCountedToTheDigit(String gate, String feedForward, long expected) {
    Map<String, String> settings = new HashMap<>(NEON);
    settings.put("attention.gate", gate);
    settings.put("model.feed-forward", feedForward);

    assertThat(new ModelCatalog().cost(new Configuration(settings)).parameters())
        .isEqualTo(expected + EMBEDDING);
  }

  /** Scores of 64 heads over 16,384 tokens with biases: 17 billion numbers of one example. */
  @Test
  void whatNoBlockOfMemoryHoldsIsRefused() {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "task", "text",
                "model.heads", "64",
                "model.width", "256",
                "model.positions", "alibi"));
    assertThat(new ModelCatalog().conflicts(new Configuration(settings))).isEmpty();
    settings.put("task.length", "16384");

    List<String> reasons = new ModelCatalog().conflicts(new Configuration(settings));

    assertThat(reasons)
        .containsExactly(
            "A trial needs 17,179,869,184 numbers in one block of memory, and a block has at most"
                + " 2,147,483,639: make the task's length, model.heads or the vocabulary smaller");
  }

  @Test
  void tooManyParametersAreRefusedWithTheKeysThatMakeThem() {
    for (String gate : List.of("none", "learned")) {
      Map<String, String> settings =
          Map.of(
              "task", "text",
              "attention.gate", gate,
              "model.width", "16384",
              "model.layers", "256",
              "model.heads", "4");

      assertThat(new ModelCatalog().conflicts(new Configuration(settings)))
          .containsExactly(
              "The network has more parameters than one block of memory holds, 2,147,483,639: make"
                  + " model.width, model.layers or the vocabulary smaller");
    }
  }

  @Test
  void peersBlockIsCountedToTheDigit() {
    Map<String, String> settings =
        Map.of(
            "model.width", "128",
            "model.feed-forward", "512",
            "model.positions", "learned",
            "model.mlp", "gelu",
            "model.tied", "false",
            "model.qk-norm", "false",
            "model.final-norm", "false");
    long weights = 2 * (4 * 128 * 128 + 8 * 128 * 128 + 2 * 128) + 64 * 128 + 2 * 96 * 128;

    assertThat(new ModelCatalog().cost(new Configuration(settings)).parameters())
        .isEqualTo(weights);
  }

  @Test
  void flopsAreSixPerWeightAndTokenPlusAttention() {
    Map<String, String> settings = new HashMap<>(NEON);
    settings.put("train.batch", "2");
    Cost cost = new ModelCatalog().cost(new Configuration(settings));
    double weights = 6.0 * cost.parameters() * 2 * 256;
    double attention = 6.0 * 4 * 2 * 256 * 257 * 256;

    assertThat(cost.flopsPerStep()).isCloseTo(weights + attention, within(0.002 * weights));
  }

  @Test
  void conflictsSayWhy() {
    assertThat(new ModelCatalog().conflicts(new Configuration(Map.of()))).isEmpty();
    assertThat(new ModelCatalog().conflicts(new Configuration(Map.of("model.heads", "3"))))
        .containsExactly("model.heads 3 does not divide model.width 64");
    assertThat(new ModelCatalog().conflicts(new Configuration(Map.of("model.heads", "64"))))
        .singleElement()
        .asString()
        .contains("rope");
  }

  @Test
  void keysAndColumnsAreUniqueAndDefaultsAllowed() {
    Map<String, String> keyOfColumn = new HashMap<>();
    Set<String> keys = new HashSet<>();
    for (Parameter parameter : all(new ModelCatalog().parameters()).toList()) {
      keys.add(parameter.key());
      assertThat(parameter.key()).matches("[a-z][a-z0-9.-]*");
      assertThat(parameter.column()).matches("[a-z][a-z0-9_]*");
      assertThat(keyOfColumn.getOrDefault(parameter.column(), parameter.key()))
          .as("column " + parameter.column())
          .isEqualTo(parameter.key());
      keyOfColumn.put(parameter.column(), parameter.key());
      read(parameter);
    }
    assertThat(keys).contains("attention.gate", "task", "train.steps", "model.width");
    assertThat(keyOfColumn).containsEntry("gate", "attention.gate");
  }

  /** An option's settings stand beside its name, or by themselves: nothing else may look alike. */
  @Test
  void settingsAreWrittenLikeNoWordOfSweepFilesAndNoOption() {
    for (Parameter parameter : all(new ModelCatalog().parameters()).toList()) {
      List<String> options = parameter.options().stream().map(Option::name).toList();
      parameter.options().stream()
          .flatMap(option -> option.parameters().stream())
          .map(setting -> setting.key().substring(parameter.key().length() + 1))
          .filter(word -> !word.equals("formula")) // read before anything else
          .forEach(word -> assertThat(word).isNotIn(WORDS).isNotIn(options));
    }
  }

  private static Stream<Parameter> all(List<Parameter> parameters) {
    return parameters.stream()
        .flatMap(
            p -> {
              List<Parameter> below = new ArrayList<>();
              p.options().stream().map(Option::parameters).forEach(below::addAll);
              below.forEach(c -> assertThat(c.key()).startsWith(p.key() + "."));
              return Stream.concat(Stream.of(p), all(below));
            });
  }

  private static void read(Parameter parameter) {
    Configuration defaults = new Configuration(Map.of(parameter.key(), parameter.defaultValue()));
    Domain domain = parameter.domain();
    if (domain instanceof Domain.Choice) {
      defaults.choice(parameter);
    } else if (domain instanceof Domain.IntegerRange) {
      defaults.integer(parameter);
    } else if (domain instanceof Domain.RealRange) {
      defaults.real(parameter);
    } else if (domain instanceof Domain.Text) {
      LayerSet.of(defaults.text(parameter));
    } else if (domain instanceof Domain.Formula) {
      defaults.text(parameter);
    } else {
      defaults.flag(parameter);
    }
  }
}
