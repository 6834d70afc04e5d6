package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.attune.model.data.Tokens;
import org.junit.jupiter.api.Test;

/** The windows of a text whose tokens are their own places, so that each says where it is read. */
class TestTextExamples {

  private static final int OWN = 600;
  private static final int ALL = 700; // the text goes on for 100 tokens

  private static TextExamples places(WindowSplit split, int longest) {
    char[] ids = new char[ALL];
    for (int i = 0; i < ALL; i++) {
      ids[i] = (char) i;
    }
    double[] bytes = new double[ALL];
    Arrays.fill(bytes, 2);
    return new TextExamples(
        new Tokens(ids, bytes), OWN, 4, split, 8, longest, 1, Optional.empty(), Optional.empty());
  }

  /** All places that are read, labels included, and how many windows there are. */
  private static Collection<Integer> read(HeldOut examples, int length, int windows) {
    List<Integer> places = new ArrayList<>();
    int seen = 0;
    for (Batch batch : examples.validation(3)) {
      for (int i = 0; i < batch.size(); i++) {
        int[] features = batch.features().getRow(i).toIntVector();
        int[] labels = batch.labels().getRow(i).toIntVector();
        assertThat(features).hasSize(length);
        assertThat(labels).isEqualTo(IntStream.of(features).map(t -> t + 1).toArray());
        IntStream.of(features).forEach(places::add);
        places.add(labels[length - 1]);
        seen++;
      }
    }
    assertThat(seen).isEqualTo(windows);
    return new TreeSet<>(places);
  }

  @Test
  void longerWindowsAreOfTheSamePartAndAsManyTokens() {
    TextExamples examples = places(new WindowSplit.Contiguous(OWN, 450), 4);

    assertThat(examples.evaluations())
        .extracting(Evaluation::suffix)
        .containsExactly("at_2t", "at_4t");
    for (int k = 0; k < 2; k++) {
      HeldOut longer = examples.evaluations().get(k).examples();
      assertThat(read(longer, 8 << k, 4 >> k)).allMatch(place -> place >= 450 && place < OWN);
    }
    assertThat(read(examples, 4, 8)).allMatch(place -> place >= 450 && place < OWN);
  }

  /** The half that follows is validated, and the other half sealed. */
  @Test
  void leakyWindowsAreAlsoEvaluatedOnTextThatFollowsInTwoHalves() {
    TextExamples leaky = places(new WindowSplit.LeakyWindows(OWN, 0.2), 1);
    HeldOut validated = leaky.evaluations().get(0).examples();
    HeldOut sealed = leaky.sealed().orElseThrow().evaluations().get(0).examples();

    assertThat(read(validated, 4, 8)).allMatch(place -> place >= 600 && place < 650);
    assertThat(read(sealed, 4, 8)).allMatch(place -> place >= 650 && place < 700);
    assertThat(read(leaky, 4, 8)).allMatch(place -> place < OWN);
    assertThat(places(new WindowSplit.Contiguous(OWN, 450), 1).evaluations()).isEmpty();
  }

  /** Two of four tokens a, one b and one c, of 1, 2 and 3 bytes: 1.5 bits a token, 1.75 bytes. */
  @Test
  void theFloorIsTheEntropyOfTheTrainedPart() {
    Tokens tokens =
        new Tokens(new char[] {0, 1, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2}, new double[] {1, 2, 3});
    TextExamples examples =
        new TextExamples(
            tokens,
            12,
            1,
            new WindowSplit.Contiguous(12, 4),
            2,
            1,
            1,
            Optional.empty(),
            Optional.empty());

    assertThat(examples.floors().get("validation_loss"))
        .isCloseTo(1.5 * Math.log(2), within(1e-12));
    assertThat(examples.floors().get("bits_per_byte")).isCloseTo(1.5 / 1.75, within(1e-12));
  }

  /** At the edges of the pieces that are digested too, and not of the text that follows. */
  @Test
  void everyTokenAndTheSplitAreInTheFingerprint() {
    int own = 2 * 4096 + 100;
    Set<String> seen = new HashSet<>();
    int[] changed = {0, 4095, 4096, 8191, 8192, own - 1};
    for (int place : changed) {
      seen.add(fingerprint(own, place, 0.1));
    }
    assertThat(seen).hasSize(changed.length);
    assertThat(seen).doesNotContain(fingerprint(own, own, 0.1), fingerprint(own, own, 0.2));
    assertThat(fingerprint(own, own, 0.1))
        .isEqualTo(fingerprint(own, own + 1, 0.1))
        .isNotEqualTo(fingerprint(own, own, 0.2))
        .isNotEqualTo(fingerprint(own - 1, own, 0.1));
  }

  private static String fingerprint(int own, int changed, double validated) {
    char[] ids = new char[2 * 4096 + 110];
    ids[changed] = 1;
    WindowSplit split = WindowSplit.Contiguous.of(2 * 4096, validated);
    return new TextExamples(
            new Tokens(ids, new double[2]),
            own,
            4,
            split,
            8,
            1,
            1,
            Optional.empty(),
            Optional.empty())
        .fingerprint();
  }
}
