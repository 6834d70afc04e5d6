package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class TestSyntheticTasks {

  static Stream<SyntheticTask> tasks() {
    return Tasks.all().stream()
        .filter(SyntheticTask.class::isInstance)
        .map(SyntheticTask.class::cast);
  }

  private static Configuration settings(String... keysAndValues) {
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put("task." + keysAndValues[i], keysAndValues[i + 1]);
    }
    return new Configuration(all);
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void theSolverIsAlwaysRightAndTokensAreOfTheVocabulary(SyntheticTask task) {
    Configuration defaults = settings();
    SyntheticSequences sequences = task.sequences(defaults);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 300; i++) {
      AskedSequence drawn = sequences.drawHeldOut(random);
      int[] answers = sequences.solve(drawn.tokens());
      int asked = 0;
      for (int t = 0; t < sequences.length(); t++) {
        assertThat(drawn.tokens()[t]).isBetween(0, sequences.vocabulary() - 1);
        assertThat(drawn.labels()[t]).isBetween(-1, sequences.vocabulary() - 1);
        if (drawn.asked()[t]) {
          assertThat(answers[t]).as("position %d of %s", t, drawn).isEqualTo(drawn.labels()[t]);
          asked++;
        }
      }
      assertThat(asked).isPositive();
    }
    Examples examples = task.open(defaults, 1, DataOpener.NONE);
    assertThat(examples.oracles()).containsExactly(Map.entry("accuracy", 1.0));
  }

  /** A solver sees a prefix; the answer at a position must not depend on what comes later. */
  @ParameterizedTest
  @MethodSource("tasks")
  void theAnswerFollowsFromTheTokensBefore(SyntheticTask task) {
    SyntheticSequences sequences = task.sequences(settings());
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 50; i++) {
      AskedSequence drawn = sequences.drawHeldOut(random);
      for (int t = 0; t < sequences.length(); t++) {
        if (drawn.asked()[t]
            && sequences.length() - t > 1
            && !task.option().name().equals("needle")) {
          int[] changed = drawn.tokens().clone();
          Arrays.fill(changed, t + 1, changed.length, drawn.tokens()[0]);
          assertThat(sequences.solve(changed)[t]).isEqualTo(drawn.labels()[t]);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void chanceIsWhatAGuessScores(SyntheticTask task) {
    SyntheticSequences sequences = task.sequences(settings());
    Map<Integer, Long> counts = new HashMap<>();
    SplittableRandom random = new SplittableRandom(9);
    long asked = 0;
    for (int i = 0; i < 4000; i++) {
      AskedSequence drawn = sequences.drawHeldOut(random);
      for (int t = 0; t < sequences.length(); t++) {
        if (drawn.asked()[t]) {
          counts.merge(drawn.labels()[t], 1L, Long::sum);
          asked++;
        }
      }
    }
    long most = counts.values().stream().mapToLong(n -> n).max().orElseThrow();

    // of alike answers the most frequent in a sample lies some standard deviations above
    double share = (double) most / asked;
    double deviation = Math.sqrt(sequences.chance() / Math.min(asked, 4000));
    assertThat(share).isBetween(sequences.chance() - 0.01, sequences.chance() + 5 * deviation);
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void trainingFollowsTheSeedAndTheStepAndValidationDoesNot(SyntheticTask task) {
    Examples one = task.open(settings("validation-examples", "20"), 1, DataOpener.NONE);
    Examples two = task.open(settings("validation-examples", "20"), 2, DataOpener.NONE);

    assertThat(one.training(5, 4).features())
        .isEqualTo(one.training(5, 4).features())
        .isNotEqualTo(one.training(6, 4).features())
        .isNotEqualTo(two.training(5, 4).features());
    assertThat(one.validation(8)).hasSize(3);
    assertThat(one.validation(8).get(2).features()).isEqualTo(two.validation(8).get(2).features());
    assertThat(one.fingerprint()).isEqualTo(two.fingerprint());
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void aFixedSetIsTrainedOnInANewOrderEachEpoch(SyntheticTask task) {
    Examples fixed = task.open(settings("training-sequences", "10"), 1, DataOpener.NONE);
    Examples again = task.open(settings("training-sequences", "10"), 1, DataOpener.NONE);
    Examples other = task.open(settings("training-sequences", "10"), 2, DataOpener.NONE);
    List<String> first = rows(fixed, 0, 5); // two epochs are five batches of four
    List<String> second = rows(again, 5, 10);

    Set<String> set = new HashSet<>(first.subList(0, 10));
    assertThat(set).hasSize(10);
    for (List<String> epoch :
        List.of(first.subList(10, 20), second.subList(0, 10), second.subList(10, 20))) {
      assertThat(epoch).containsExactlyInAnyOrderElementsOf(set);
      assertThat(epoch).isNotEqualTo(first.subList(0, 10));
    }
    assertThat(rows(again, 3, 4)).isEqualTo(first.subList(12, 16));
    assertThat(rows(other, 0, 5)).doesNotContainAnyElementsOf(set);
    assertThat(fixed.validation(8).get(0).features())
        .isEqualTo(task.open(settings(), 1, DataOpener.NONE).validation(8).get(0).features());
    assertThat(fixed.fingerprint())
        .isNotEqualTo(task.open(settings(), 1, DataOpener.NONE).fingerprint());
  }

  /** The sequences of the steps' batches of four, one after the other. */
  private static List<String> rows(Examples examples, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(step -> examples.training(step, 4).features())
        .flatMap(batch -> IntStream.range(0, 4).mapToObj(i -> batch.getRow(i).toString()))
        .toList();
  }

  @Test
  void recallTrainsOnAllTokensAndIsScoredOnAnswers() {
    Examples examples =
        new InContextRecallTask(false)
            .open(settings("length", "32", "validation-examples", "4"), 1, DataOpener.NONE);
    assertThat(examples.training(0, 2).weights().sumNumber().intValue()).isEqualTo(62);
    Batch validation = examples.validation(4).get(0);
    int[] tokens = validation.features().getRow(0).toIntVector();
    Set<Integer> shown = new HashSet<>();
    for (int t = 0; t < 31; t += 2) { // keys
      assertThat(validation.weights().getDouble(0, t)).isEqualTo(shown.contains(tokens[t]) ? 1 : 0);
      shown.add(tokens[t]);
    }
    assertThat(shown).contains(tokens[30]);
  }

  @Test
  void metricsAreThoseOfTheirDefinition() {
    SyntheticTask task = new MqarTask();
    Configuration settings =
        settings("pairs", "4", "fewest-pairs", "2", "length", "16", "validation-examples", "40");
    Examples examples = task.open(settings, 1, DataOpener.NONE);
    Batch batch = examples.validation(40).get(0);
    int vocabulary = task.signature(settings).outputs();
    double[] right = new double[5];
    double[] asked = new double[5];
    double exact = 0;
    float[] logits = new float[40 * 16 * vocabulary];
    SplittableRandom random = new SplittableRandom(3);
    for (int e = 0; e < 40; e++) {
      int count = batch.weights().getRow(e).sumNumber().intValue();
      int hits = 0;
      for (int t = 0; t < 16; t++) {
        boolean hit = random.nextBoolean();
        int label = batch.labels().getInt(e, t);
        logits[(e * 16 + t) * vocabulary + (hit ? label : (label + 1) % vocabulary)] = 1;
        hits += hit && batch.weights().getDouble(e, t) > 0 ? 1 : 0;
      }
      right[count] += hits;
      asked[count] += count;
      exact += hits == count ? 1 : 0;
    }
    INDArray all = Nd4j.createFromArray(logits).reshape('c', 40 * 16, vocabulary);
    Metrics metrics = examples.metrics();
    INDArray first = all.get(org.nd4j.linalg.indexing.NDArrayIndex.interval(0, 25 * 16));
    INDArray rest = all.get(org.nd4j.linalg.indexing.NDArrayIndex.interval(25 * 16, 40 * 16));
    metrics.observe(batch, 0, name -> name.equals(Network.PREDICTION) ? first : null);
    metrics.observe(batch, 25, name -> name.equals(Network.PREDICTION) ? rest : null);

    assertThat(metrics.result())
        .containsOnlyKeys("accuracy", "exact", "accuracy_2_pairs", "accuracy_4_pairs")
        .containsEntry("exact", exact / 40)
        .containsEntry("accuracy", (right[2] + right[4]) / (asked[2] + asked[4]))
        .containsEntry("accuracy_2_pairs", right[2] / asked[2])
        .containsEntry("accuracy_4_pairs", right[4] / asked[4]);
    assertThat(task.metrics()).extracting(Metric::name).contains("accuracy_<count>_pairs");
  }

  /** Zoology's example: keys of the lower half, values of the upper, each key asked for once. */
  @ParameterizedTest
  @CsvSource({"random", "blank"})
  void mqarAsksForEachKeyOnceAndNoFillerIsAKeyOrAValue(String fillers) {
    SyntheticSequences sequences =
        new MqarTask()
            .sequences(settings("symbols", "40", "pairs", "8", "length", "64", "fillers", fillers));
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 200; i++) {
      AskedSequence drawn = sequences.draw(random);
      Map<Integer, Integer> values = new HashMap<>();
      for (int p = 0; p < 8; p++) {
        assertThat(drawn.tokens()[2 * p]).isBetween(1, 19);
        assertThat(drawn.tokens()[2 * p + 1]).isBetween(20, 39);
        values.put(drawn.tokens()[2 * p], drawn.tokens()[2 * p + 1]);
      }
      assertThat(values).hasSize(8);
      Set<Integer> queries = new HashSet<>();
      for (int t = 16; t < 64; t++) {
        int token = drawn.tokens()[t];
        if (drawn.asked()[t]) {
          assertThat(t % 2).isZero();
          assertThat(queries.add(token)).isTrue();
          assertThat(drawn.labels()[t]).isEqualTo(values.get(token));
        } else {
          assertThat(values).doesNotContainKey(token).doesNotContainValue(token);
          assertThat(token == 0 || fillers.equals("random")).isTrue();
        }
      }
      assertThat(queries).isEqualTo(values.keySet());
    }
  }

  /** With one pair the gap's frequencies are the power law itself. */
  @Test
  void gapsFollowThePowerLaw() {
    SyntheticSequences sequences =
        new MqarTask().sequences(settings("pairs", "1", "length", "18", "gap-exponent", "0.01"));
    double[] law = IntStream.rangeClosed(1, 8).mapToDouble(g -> Math.pow(g, -0.99)).toArray();
    double sum = Arrays.stream(law).sum();
    double[] found = new double[8];
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 20_000; i++) {
      AskedSequence drawn = sequences.draw(random);
      int at = IntStream.range(0, 18).filter(t -> drawn.asked()[t]).findFirst().orElseThrow();
      found[(at - 2) / 2] += 1.0 / 20_000;
    }
    for (int g = 0; g < 8; g++) {
      assertThat(found[g]).isCloseTo(law[g] / sum, within(0.015));
    }
  }

  @Test
  void fuzzyKeysHaveSeveralSizesInTrainingAndTheLargestInValidation() {
    FuzzyPairs pairs = new FuzzyPairs(16, 64, 3, 2);
    SplittableRandom random = new SplittableRandom(4);
    Set<Integer> trained = new HashSet<>();
    Set<Integer> validated = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      trained.addAll(keyRuns(pairs.draw(random).tokens()));
      validated.addAll(keyRuns(pairs.drawHeldOut(random).tokens()));
    }
    assertThat(trained).containsExactlyInAnyOrder(1, 2, 3);
    assertThat(validated).containsExactly(3);
  }

  /** 14 key tokens make chance repetitions of a key of 3 rare. */
  @Test
  void fuzzySequencesAreFullAndShowTheirLastKeyOnceBefore() {
    FuzzyPairs pairs = new FuzzyPairs(30, 32, 3, 2);
    SplittableRandom random = new SplittableRandom(7);
    boolean shownFirst = false;
    int shownAgain = 0;
    for (int i = 0; i < 1_000; i++) {
      int[] tokens = pairs.drawHeldOut(random).tokens();
      int padding = 0;
      while (tokens[padding] == 29) {
        padding++;
      }
      assertThat(padding).as("another pair would have fitted").isLessThan(5);
      List<List<Integer>> keys = fuzzyKeys(tokens);
      List<Integer> last = keys.remove(keys.size() - 1);
      assertThat(keys).contains(last);
      shownFirst |= keys.get(0).equals(last);
      shownAgain += java.util.Collections.frequency(keys, last) > 1 ? 1 : 0;
    }
    assertThat(shownFirst).isTrue();
    assertThat(shownAgain).isLessThan(50);
  }

  /** The keys of three tokens (0 to 13), in their order. */
  private static List<List<Integer>> fuzzyKeys(int[] tokens) {
    List<List<Integer>> keys = new java.util.ArrayList<>();
    for (int t = 2; t < tokens.length; t++) {
      if (tokens[t] < 14 && tokens[t - 1] < 14 && tokens[t - 2] < 14) {
        keys.add(List.of(tokens[t - 2], tokens[t - 1], tokens[t]));
      }
    }
    return keys;
  }

  /** The lengths of runs of key tokens (0 to 6) that a value follows. */
  private static List<Integer> keyRuns(int[] tokens) {
    List<Integer> runs = new java.util.ArrayList<>();
    int run = 0;
    for (int token : tokens) {
      if (token < 7) {
        run++;
      } else if (run > 0) {
        runs.add(run);
        run = 0;
      }
    }
    return runs;
  }

  @Test
  void selectiveCopyingSpreadsItsTokensEvenly() {
    SelectiveCopyingTask.Copies copies = new SelectiveCopyingTask.Copies(16, 41, 10);
    int[] at = new int[30];
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 6000; i++) {
      int[] tokens = copies.draw(random).tokens();
      assertThat(tokens[30]).isEqualTo(15);
      for (int t = 0; t < 30; t++) {
        at[t] += tokens[t] < 14 ? 1 : 0;
      }
    }
    for (int count : at) {
      assertThat(count / 6000.0).isCloseTo(1 / 3.0, within(0.03));
    }
  }

  /** Permutations of three in lexical order: 1 swaps the last two points, 2 the first two. */
  @Test
  void productsOfPermutationsAreThoseByHand() {
    GroupWords words = new GroupWords(3, 2);

    assertThat(words.solve(new int[] {1, 2})).containsExactly(1, 3); // first 1, then 2
    assertThat(words.solve(new int[] {2, 1})).containsExactly(2, 4);
    assertThat(new GroupWords(2, 5).solve(new int[] {1, 1, 0, 1, 1}))
        .containsExactly(1, 0, 0, 1, 0); // parity
    assertThat(new GroupWords(5, 1).vocabulary()).isEqualTo(120);
    assertThat(new Majority(5).solve(new int[] {1, 0, 0, 1, 1})).containsExactly(1, 0, 0, 0, 1);
  }

  @Test
  void factsAreTheSameForAllSeedsAndEachKeyHasItsOwn() {
    MemorisationTask.Facts facts = new MemorisationTask.Facts(21, 20);
    int[] every = new int[20];
    for (int key = 0; key < 10; key++) {
      every[2 * key] = key;
      every[2 * key + 1] = 20;
    }
    int[] answers = facts.solve(every);
    assertThat(IntStream.range(0, 10).map(key -> answers[2 * key + 1]).distinct().count())
        .isEqualTo(10);
  }

  @Test
  void theNeedleStandsAtAllDepths() {
    Examples examples =
        new NeedleTask().open(settings("needles", "3", "length", "64"), 1, DataOpener.NONE);
    NeedleTask.Haystack haystack = new NeedleTask.Haystack(64, 64, 3);
    Set<String> depths = new HashSet<>();
    for (Batch batch : examples.validation(64)) {
      for (int e = 0; e < batch.size(); e++) {
        int[] tokens = batch.features().getRow(e).toIntVector();
        depths.add(haystack.group(tokens, new boolean[64]));
        assertThat(Arrays.stream(tokens).filter(token -> token == 0).count()).isEqualTo(4);
      }
    }
    assertThat(depths).containsExactlyInAnyOrder("depth_0", "depth_25", "depth_50", "depth_75");
  }

  @Test
  void refusesWhatCannotBeDrawn() {
    assertThatThrownBy(() -> open(new MqarTask(), "pairs", "20"))
        .hasMessage(
            "Invalid task.pairs: 20 pairs and their queries take 80 tokens, more than task.length"
                + " 64");
    assertThatThrownBy(() -> open(new MqarTask(), "fewest-pairs", "9"))
        .hasMessage("Invalid task.fewest-pairs: 9 is more than task.pairs 8");
    assertThatThrownBy(() -> open(new MqarTask(), "symbols", "16"))
        .hasMessage(
            "Invalid task.symbols: 16 tokens leave no filler beside 8 keys and values (at least"
                + " 20)");
    assertThatThrownBy(() -> open(new InContextRecallTask(true), "length", "31"))
        .hasMessage("Invalid task.length: 31 is odd, and a sequence is pairs");
    assertThatThrownBy(() -> open(new FuzzyRecallTask(), "key-tokens", "8"))
        .hasMessageStartingWith("Invalid task.symbols: 16 tokens do not give 8 different ones");
    assertThatThrownBy(() -> open(new SelectiveCopyingTask(), "copied", "128"))
        .hasMessageStartingWith("Invalid task.copied: 128 tokens");
    assertThatThrownBy(() -> open(new NeedleTask(), "needles", "17"))
        .hasMessage("Invalid task.needles: 17 facts need 17 keys; task.symbols 64 gives 16");
  }

  private static Signature open(SyntheticTask task, String key, String value) {
    return task.signature(settings(key, value));
  }
}
