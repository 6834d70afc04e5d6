package org.attune.model.task;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.trial.HeldOutPart;
import org.attune.model.catalog.OwnClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims are judged on no copy of the examples by which a user tunes. */
class TestSealedCopies {

  /** A task of a jar, with two rows per example. */
  private record Rows(List<int[]> held, Optional<Examples> claims) implements Examples {

    @Override
    public Batch training(long step, int size) {
      return batch(held);
    }

    @Override
    public List<Batch> validation(int size) {
      return List.of(batch(held));
    }

    private static Batch batch(List<int[]> rows) {
      int[][] tokens = rows.toArray(int[][]::new);
      return Batch.of(tokens, tokens, new float[tokens.length][2]);
    }

    @Override
    public Metrics metrics() {
      return new TextMetrics(new double[] {1}, Optional.empty());
    }

    @Override
    public Optional<Examples> sealed() {
      return claims;
    }

    @Override
    public String fingerprint() {
      return "rows";
    }
  }

  private static final int[] ONE = {1, 2};
  private static final int[] TWO = {3, 4};
  private static final int[] THREE = {5, 6};

  private static Examples jar(List<int[]> sealed) {
    Rows claims = new Rows(sealed, Optional.empty());
    return new OwnExamples(
        new Rows(List.of(ONE, TWO), Optional.of(claims)), new OwnClass(Rows.class), 2);
  }

  @Test
  void aJarsSealedSplitThatIsACopyIsRefused() {
    for (List<int[]> copy : List.of(List.of(ONE, TWO), List.of(TWO, ONE), List.of(TWO, TWO))) {
      assertThatThrownBy(() -> jar(copy).sealed())
          .hasMessageEndingWith(
              "sealed() returned only examples that validation() has too; return others, or none:"
                  + " leave sealed() out");
      assertThatThrownBy(() -> jar(copy).heldOut(HeldOutPart.SHARED).sealed())
          .hasMessageContaining("only examples that validation() has too");
    }
    assertThat(jar(List.of(ONE, THREE)).sealed()).isPresent();
    assertThat(
            new OwnExamples(new Rows(List.of(ONE), Optional.empty()), new OwnClass(Rows.class), 2)
                .sealed())
        .isEmpty();
  }

  /** Windows of a repeated passage are all the same where it is as long as they are. */
  @ParameterizedTest
  @ValueSource(ints = {1, 17})
  void aFileThatRepeatsAPassageHasNoSealedSplit(int period) throws Exception {
    String passage = letters(period);

    for (HeldOutPart part : List.of(HeldOutPart.SHARED, HeldOutPart.of(1))) {
      assertThat(text(passage.repeat(20_000 / period), part).sealed()).isEmpty();
      assertThat(text(letters(20_000), part).sealed()).isPresent();
    }
  }

  private static String letters(int count) {
    StringBuilder text = new StringBuilder();
    new Random(1).ints(count, 'a', 'z').forEach(letter -> text.append((char) letter));
    return text.toString();
  }

  private static Examples text(String file, HeldOutPart part) throws Exception {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "task", "text",
                "task.corpus", "data",
                "task.length", "16",
                "task.validation-examples", "32"));
    return open(settings, path -> new ByteArrayInputStream(file.getBytes(US_ASCII))).heldOut(part);
  }

  private static Examples open(Map<String, String> settings, DataOpener data) throws Exception {
    Configuration configuration = new Configuration(settings);
    return Tasks.of(configuration).open(configuration, 1, data);
  }
}
