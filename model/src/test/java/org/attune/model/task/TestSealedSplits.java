package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.task.HeldOutRows.pieces;
import static org.attune.model.task.HeldOutRows.rows;

import java.io.ByteArrayInputStream;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sealed split shares with the validation split: nothing. */
class TestSealedSplits {

  private static Examples open(Map<String, String> settings, long seed, DataOpener data)
      throws Exception {
    Configuration configuration = new Configuration(settings);
    return Tasks.of(configuration).open(configuration, seed, data);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text",
        "induction",
        "find-the-block",
        "regression",
        "sine",
        "classification",
        "few-shot-images",
        "pixel-regression",
        "policy-distillation",
        "kabsch",
        "outlier-detection",
        "mqar"
      })
  void generatedTasksDrawOtherExamplesForClaimsTheSameForEverySeed(String task) throws Exception {
    Map<String, String> settings = new TreeMap<>(Map.of("task", task));
    Examples one = open(settings, 1, DataOpener.NONE);
    Examples two = open(settings, 2, DataOpener.NONE);
    List<DoubleBuffer> sealed = rows(one.sealed().orElseThrow().validation(16));

    assertThat(sealed).doesNotContainAnyElementsOf(rows(one.validation(16)));
    assertThat(sealed).isEqualTo(rows(two.sealed().orElseThrow().validation(16))).isNotEmpty();
    assertThat(rows(List.of(one.sealed().orElseThrow().training(3, 4))))
        .isEqualTo(rows(List.of(one.training(3, 4))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"weight-variance", "forward-cost", "extrapolation"})
  void tasksThatTrainNothingHaveNone(String task) throws Exception {
    assertThat(open(Map.of("task", task), 1, DataOpener.NONE).sealed()).isEmpty();
  }

  @Test
  void contextSizesAreEvaluatedOnTheSealedSplitToo() throws Exception {
    Examples sine =
        open(
            Map.of("task", "sine", "task.least-context", "1", "task.validation-sets", "4"),
            1,
            DataOpener.NONE);
    List<Evaluation> sealed = sine.sealed().orElseThrow().evaluations();

    assertThat(sealed).hasSameSizeAs(sine.evaluations()).isNotEmpty();
    for (int i = 0; i < sealed.size(); i++) {
      assertThat(rows(sealed.get(i).examples().validation(4)))
          .doesNotContainAnyElementsOf(rows(sine.evaluations().get(i).examples().validation(4)));
    }
  }

  /** A file's text has no second draw: its sealed windows lie between those of the validation. */
  @Test
  void aFilesSealedWindowsShareNoTokenWithItsOthers() throws Exception {
    byte[] text = new byte[20_000];
    Random random = new Random(1);
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    DataOpener data = path -> new ByteArrayInputStream(text);
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "task", "text",
                "task.corpus", "data",
                "task.length", "16",
                "task.validation-examples", "32"));
    Examples examples = open(settings, 1, data);
    Set<String> validated = pieces(examples.validation(32));
    Set<String> trained = pieces(List.of(examples.training(0, 4096)));
    Set<String> sealed = pieces(examples.sealed().orElseThrow().validation(32));

    assertThat(sealed).hasSize(32 * 9).doesNotContainAnyElementsOf(validated);
    assertThat(sealed).doesNotContainAnyElementsOf(trained);

    settings.put("task.validation-examples", "2000");
    assertThat(open(settings, 1, data).sealed()).as("no room is left").isEmpty();
  }

  @Test
  void aGeneratedTextGoesOnInTheSealedSplitAndStaysAsItWas() throws Exception {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "task", "text",
                "task.corpus.size", "6000",
                "task.length", "8",
                "task.tokens", "bpe",
                "task.tokens.vocabulary", "300"));
    Examples examples = open(settings, 1, DataOpener.NONE);
    byte[] text = new Chronicle(1).write(6000).getBytes();
    DataOpener file = path -> new ByteArrayInputStream(text);
    settings.put("task.corpus", "data");

    assertThat(examples.fingerprint()).isEqualTo(open(settings, 1, file).fingerprint());
    assertThat(rows(examples.validation(32)))
        .isEqualTo(rows(open(settings, 1, file).validation(32)));
    assertThat(examples.sealed().orElseThrow().floors()).isEqualTo(examples.floors());
  }

  @Test
  void leakyWindowsKeepSomeForClaims() throws Exception {
    Map<String, String> settings =
        Map.of("task", "text", "task.corpus.size", "6000", "task.split", "leaky-windows");
    Examples examples = open(settings, 1, DataOpener.NONE);
    List<DoubleBuffer> sealed = rows(examples.sealed().orElseThrow().validation(64));

    List<DoubleBuffer> follows = rows(examples.evaluations().get(0).examples().validation(64));

    assertThat(examples.evaluations().get(0).suffix()).isEqualTo("at_following");
    assertThat(follows)
        .doesNotContainAnyElementsOf(sealed)
        .doesNotContainAnyElementsOf(rows(List.of(examples.training(0, 4096))))
        .doesNotContainAnyElementsOf(
            rows(examples.sealed().orElseThrow().evaluations().get(0).examples().validation(64)));
    assertThat(sealed).hasSize(128).doesNotContainAnyElementsOf(rows(examples.validation(64)));
    assertThat(rows(List.of(examples.training(0, 2048)))).doesNotContainAnyElementsOf(sealed);
  }
}
