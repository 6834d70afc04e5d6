package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.attune.model.contract.Choices.Cut;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Natives;
import org.attune.model.engine.RoundedResults;
import org.attune.model.network.Network;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Networks drawn by chance, with memory that is poisoned when nothing is to read it any more. Each
 * gives on the processor's float32 kernels, as a whole and in halves of its batch, the loss, the
 * predictions, the gradients and the state that the formulas give in float64; the same to the digit
 * when run again; and predictions that see nothing of what comes later, or of other examples.
 *
 * <p>Two numbers are the same when they differ by less than {@value #CLOSE} of the largest beside
 * them: some 300 roundings of float32 in a row, where the usual error is a tenth of that. Where a
 * network magnifies roundings (an ill-conditioned ridge) or chooses (a sign, the k best), a
 * difference is explained if the formulas themselves move by a share of it when they are computed
 * in float32 (a gradient that vanishes is a sum of what cancels), or in float64 of parameters and
 * features that are changed by {@value #SHAKEN} of themselves: then the digits are not in the
 * numbers given; or in float64, each result rounded to float32 by chance ({@link RoundedResults}):
 * then they are not in numbers on the way, as in the part of ridge's queries that no key sees,
 * which is large and cancels when they meet keys. A kernel's mistake is explained by none of them.
 *
 * <p>Signs of weights do not move when weights are changed by a share of themselves, so that in one
 * bit shaking may show nothing: there the first number of which float32 and float64 take a
 * different sign is looked for. Where all up to there agree, it is 0 but for rounding, nothing
 * after it can agree, and the network is held to its formulas from other numbers instead ({@link
 * Choices}).
 */
class TestRandomConfigurations {

  private static final double CLOSE = 2e-5;
  private static final double SHAKEN = 1e-6; // about 16 roundings of float32
  private static final double SHARE = 0.1; // of a difference that shaking must show
  private static final int SHAKES = 8;
  private static final double NEGLIGIBLE =
      1e-2; // of the largest gradient: a sum that cancels has its roundings
  private static final double VANISHING = 1e-6; // a gradient: 0 but for what cancels
  private static final double CANCELLED = 5e-3; // its scale: rows' weights, and terms, sum to one
  private static final int OTHERS = 4; // draws of numbers in place of those that tie
  private static final int SAMPLE = 60;
  private static final long[] TRAINED = {0, 1, 2, 3, 4, 6, 7, 9}; // each rule, clipped and not
  private static final int MANY = Integer.getInteger("attune.configurations", 5_000);
  private static final long FIRST = Long.getLong("attune.first-configuration", SAMPLE);

  private static final String GRADIENT = "gradient of ";

  /** What a network gave, by name. */
  private record Answer(Map<String, double[]> arrays, double largestGradient, boolean finite) {
    static Answer of(Map<String, double[]> arrays) {
      double largest =
          arrays.entrySet().stream()
              .filter(e -> e.getKey().startsWith(GRADIENT))
              .mapToDouble(e -> largest(e.getValue()))
              .max()
              .orElse(0);
      boolean finite =
          arrays.values().stream().allMatch(a -> Arrays.stream(a).allMatch(Double::isFinite));
      return new Answer(arrays, largest, finite);
    }

    /** The scale that a difference refers to. */
    double scale(String name) {
      double own = largest(arrays.get(name));
      return name.startsWith(GRADIENT)
          ? Math.max(own < VANISHING ? CANCELLED : own, NEGLIGIBLE * largestGradient)
          : Math.max(own, NEGLIGIBLE);
    }

    private static double largest(double[] all) {
      return Arrays.stream(all).map(Math::abs).max().orElse(0);
    }
  }

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> agreeWithTheirFormulas() {
    return LongStream.range(0, SAMPLE)
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> require(seed)));
  }

  /**
   * Also of one, 789, of which a sign falls differently, as it does for one of eight starts nearby.
   */
  @TestFactory
  Stream<DynamicTest> trainTheSameByDl4jAndBesideOthers() {
    return LongStream.concat(LongStream.of(TRAINED), LongStream.of(789))
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> requireTraining(seed)));
  }

  /**
   * What was seen once of this network, with other kernels, 2.4e-4, and was in neither the numbers
   * given nor the float32 formulas' own roundings: roundings on the way move it by a share of that.
   */
  @Test
  void roundingsOnTheWayMoveTheLambdaOfSeed5325() {
    RandomConfiguration c = RandomConfiguration.of(5325);
    String rho = GRADIENT + "block1/rho";
    try (RandomTrial proof =
        new RandomTrial(c, 0, c.batch(), Backends.reference(), DataType.DOUBLE)) {
      Answer expected = answer(proof, 0);
      for (int draw = 0; draw < 2; draw++) {
        double moved = difference(rho, expected, rounded(proof, c, draw).arrays().get(rho));
        assertThat(moved).isBetween(SHARE * 2.4e-4, 1e-3);
      }
    }
  }

  /** What the formulas give in float64 where each of their results is rounded to float32. */
  private static Answer rounded(RandomTrial proof, RandomConfiguration c, int draw) {
    Backend<?> rounded = new RoundedResults(proof.program(), draw);
    try (RandomTrial trial = new RandomTrial(c, 0, c.batch(), rounded, DataType.DOUBLE)) {
      return answer(trial, 0);
    }
  }

  private static void requireTraining(long seed) {
    RandomConfiguration c = RandomConfiguration.of(seed);
    try {
      new RandomTraining(c).require();
    } catch (RuntimeException e) {
      throw new AssertionError(c + ": " + e, e);
    }
  }

  @Test
  @Tag("soak")
  void thousandsAgreeWithTheirFormulas() {
    List<String> failures = new ArrayList<>();
    int withoutNumbers = 0;
    for (long seed = FIRST; seed < FIRST + MANY; seed++) {
      try {
        withoutNumbers += require(seed) ? 0 : 1;
        requireTraining(seed);
      } catch (AssertionError e) {
        failures.add(e.getMessage());
        System.out.println(e.getMessage());
      }
      if (seed % 100 == 0) {
        System.out.printf(
            "to seed %d: %d failures, %d without numbers%n", seed, failures.size(), withoutNumbers);
      }
    }
    assertThat(failures).isEmpty();
    assertThat(withoutNumbers).as("formulas without a number").isLessThanOrEqualTo(MANY / 20);
  }

  /** Whether a seed's network has numbers to hold a kernel to. */
  private static boolean require(long seed) {
    RandomConfiguration c = RandomConfiguration.of(seed);
    try {
      return require(c, Backends.cpu());
    } catch (RuntimeException e) {
      throw new AssertionError(c + ": " + e, e);
    }
  }

  /**
   * Holds a network to its formulas. Where it parts from them at a tie, nothing more is asked of
   * these numbers, and all of it of the same network from others.
   */
  static boolean require(RandomConfiguration first, Backend<?> backend) {
    RandomConfiguration c = first;
    for (int others = 1; ; others++) {
      try {
        return requireAtOnce(c, backend);
      } catch (Tie e) {
        System.out.printf("parts at a tie, %s, numbers of %d%n", c, c.numbers());
        if (others > OTHERS) {
          throw new AssertionError("ties from all numbers: " + c, e);
        }
        c = first.withOtherNumbers(others);
      }
    }
  }

  /** A number lies within rounding of where a decision turns. */
  private static final class Tie extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static boolean requireAtOnce(RandomConfiguration c, Backend<?> backend) {
    try (RandomTrial proof =
            new RandomTrial(c, 0, c.batch(), Backends.reference(), DataType.DOUBLE);
        RandomTrial fast = new RandomTrial(c, 0, c.batch(), backend, DataType.FLOAT)) {
      Answer expected = answer(proof, 0);
      if (!expected.finite()) {
        return false;
      }
      Answer given = answer(fast, 0);
      requireSame(c, backend, "the whole batch", expected, given, proof, new Cut(0, c.batch()));
      fast.settle();
      Map<String, double[]> again = answer(fast, 0).arrays();
      given
          .arrays()
          .forEach(
              (name, all) ->
                  assertThat(again.get(name)).as("%s again, %s", name, c).isEqualTo(all));
      requireBlindness(c, fast);
      if (c.batch() > 1) {
        int half = (c.batch() + 1) / 2;
        Cut[] cuts = {new Cut(0, half), new Cut(half, c.batch() - half)};
        requireSame(
            c, backend, "the halves together", expected, halves(c, cuts, backend), proof, cuts);
      }
      return true;
    }
  }

  /** The loss, every gradient and the predictions of a training pass, and the state after it. */
  private static Answer answer(RandomTrial trial, int firstExample) {
    trial.differentiate(Pass.training(0.4, Noise.of(3, 5)).from(firstExample));
    Map<String, double[]> all = new TreeMap<>();
    all.put("loss", numbers(trial.shown(Network.LOSS)));
    all.put("prediction", numbers(trial.shown(Network.PREDICTION)));
    trial.gradients().forEach((name, g) -> all.put(GRADIENT + name, numbers(g)));
    trial.values().forEach((name, v) -> all.put("then " + name, numbers(v)));
    return Answer.of(all);
  }

  private static double[] numbers(INDArray array) {
    return array.dup('c').data().asDouble();
  }

  private static Answer halves(RandomConfiguration c, Cut[] cuts, Backend<?> backend) {
    Cut rest = cuts[1];
    try (RandomTrial a = new RandomTrial(c, 0, cuts[0].count(), backend, DataType.FLOAT);
        RandomTrial b = new RandomTrial(c, rest.first(), rest.count(), backend, DataType.FLOAT)) {
      Map<String, double[]> sums = new TreeMap<>(answer(a, 0).arrays());
      Map<String, double[]> others = answer(b, rest.first()).arrays();
      sums.keySet().removeIf(name -> !name.equals("loss") && !name.startsWith(GRADIENT));
      sums.replaceAll((name, first) -> sum(first, others.get(name)));
      return Answer.of(sums);
    }
  }

  private static double[] sum(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] + b[i]).toArray();
  }

  private static void requireSame(
      RandomConfiguration c,
      Backend<?> backend,
      String what,
      Answer expected,
      Answer given,
      RandomTrial proof,
      Cut... cuts) {
    Map<String, Double> differences = new TreeMap<>();
    given
        .arrays()
        .forEach((name, array) -> differences.put(name, difference(name, expected, array)));
    differences.values().removeIf(difference -> difference < CLOSE);
    if (!differences.isEmpty()) {
      try (RandomTrial single =
          new RandomTrial(c, 0, c.batch(), Backends.reference(), DataType.FLOAT)) {
        keepUnexplained(differences, expected, answer(single, 0));
      }
    }
    for (int shake = 0; shake < SHAKES && !differences.isEmpty(); shake++) {
      proof.shake(SHAKEN, shake);
      keepUnexplained(differences, expected, answer(proof, 0));
    }
    for (int draw = 0; draw < SHAKES && !differences.isEmpty(); draw++) {
      keepUnexplained(differences, expected, rounded(proof, c, draw));
    }
    if (!differences.isEmpty() && Choices.partAtATie(c, backend, CLOSE, cuts)) {
      throw new Tie();
    }
    assertThat(differences).as("differences of %s, %s", what, c).isEmpty();
  }

  /** Forgets the differences of which the formulas, computed in another way, show a share. */
  private static void keepUnexplained(
      Map<String, Double> differences, Answer expected, Answer other) {
    differences
        .entrySet()
        .removeIf(
            d ->
                !(difference(d.getKey(), expected, other.arrays().get(d.getKey()))
                    < SHARE * d.getValue()));
  }

  /**
   * The largest difference as a share of the largest number; infinite where one is not a number.
   */
  private static double difference(String name, Answer expected, double[] given) {
    double[] right = expected.arrays().get(name);
    double largest = 0;
    for (int i = 0; i < right.length; i++) {
      double difference = Math.abs(given[i] - right[i]);
      largest = difference <= largest ? largest : difference; // NaN too
    }
    return Double.isFinite(largest) ? largest / expected.scale(name) : Double.POSITIVE_INFINITY;
  }

  private static void requireBlindness(RandomConfiguration c, RandomTrial fast) {
    fast.settle();
    fast.forward(Pass.evaluation());
    INDArray before = fast.shown(Network.PREDICTION);
    fast.changeTheEnd();
    fast.forward(Pass.evaluation());
    INDArray after = fast.shown(Network.PREDICTION);
    for (int row = 0; row < fast.rowsBeforeTheEnd(); row++) {
      assertThat(Contract.sameRow(before, after, row)).as("row %d, %s", row, c).isTrue();
    }
  }
}
