package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoublePredicate;
import org.attune.api.catalog.Configuration;
import org.junit.jupiter.api.Test;

/** Seeds that failed or diverged, in the paired table. */
class TestFailedSeeds {

  private static final String TWO_CELLS =
      """
      sweep: two
      cells:
        plain: {}
        gate: {attention.gate: learned}
      replicates: 10
      objective: {metric: loss, goal: minimize}
      """;

  private static final String THREE_CELLS =
      """
      sweep: three
      cells: {plain: {}, gate: {attention.gate: learned}, wide: {model.width: 128}}
      replicates: 4
      objective: {metric: loss, goal: minimize}
      """;

  private static final String TUNED =
      """
      sweep: tuned
      cells:
        plain: {}
        gate: {attention.gate: learned}
      axes:
        train.learning-rate: [1e-3, 1e-2]
      replicates: 3
      objective: {metric: loss, goal: minimize}
      """;

  private static final String THREE_TUNED =
      """
      sweep: tuned
      cells: {plain: {}, gate: {attention.gate: learned}, wide: {model.width: 128}}
      axes:
        train.learning-rate: [1e-3, 1e-2]
      replicates: 4
      objective: {metric: loss, goal: minimize}
      """;

  private static final String WIDTHS =
      """
      sweep: widths
      axes: {attention.gate: [none, learned], model.width: [32, 64, 128]}
      replicates: 6
      objective: {metric: loss, goal: minimize}
      """;

  private static CellPair gate(String yaml, double[][] noise) throws Exception {
    Observations of = NamedSweep.run(yaml, noise[0].length, (name, cell) -> 1, noise);
    return CellPairs.of(of).orElseThrow().pairs().get(0);
  }

  /**
   * Of 300 tables without a difference: how many have a verdict when some of a cell's values fail.
   */
  private static int called(CellPair.PairVerdict verdict, int failing, DoublePredicate fails)
      throws Exception {
    int called = 0;
    for (int i = 0; i < 300; i++) {
      double[][] noise = NamedSweep.noise(2, 10, 1, new Random(i));
      for (int seed = 0; seed < 10; seed++) {
        if (fails.test(noise[failing][seed])) {
          noise[failing][seed] = Double.NaN;
        }
      }
      called += gate(TWO_CELLS, noise).verdict() == verdict ? 1 : 0;
    }
    return called;
  }

  /** Of 300 tables at 2.5 %, more than 14 happen with probability .01. */
  @Test
  void survivorsAreNotCalledBetter() throws Exception {
    assertThat(called(CellPair.PairVerdict.BETTER, 1, value -> value > 0)).isLessThanOrEqualTo(14);
    assertThat(called(CellPair.PairVerdict.WORSE, 0, value -> value > 0)).isLessThanOrEqualTo(14);
  }

  @Test
  void twoCellsThatAlwaysFailTellNothing() throws Exception {
    double[][] noise = NamedSweep.noise(2, 4, 1, new Random(1));
    Arrays.fill(noise[0], Double.NaN);
    assertThat(
            CellPairs.of(NamedSweep.run(THREE_CELLS, 4, (name, cell) -> 1, three(noise[0])))
                .orElseThrow()
                .all())
        .extracting(pair -> pair.cell() + " " + pair.bothFailed())
        .containsExactly("gate true", "wide false");
  }

  /** The control and the gate fail, the wide cell does not. */
  private static double[][] three(double[] failed) {
    return new double[][] {failed, failed, new double[failed.length]};
  }

  /** The loss falls by 3 with the gate, and the widest cells all fail. */
  private static double loss(Configuration cell) {
    return cell.values().get("model.width").equals("128")
        ? Double.NaN
        : cell.values().get("attention.gate").equals("learned") ? 1 : 4;
  }

  @Test
  void aSettingAtWhichBothCellsFailedIsLeftOutAndNamed() throws Exception {
    double[][] noise = NamedSweep.noise(6, 6, 0.1, new Random(1));
    Observations widths = NamedSweep.run(WIDTHS, 6, (name, cell) -> loss(cell), noise);
    CellPairs pairs = CellPairs.of(widths).orElseThrow();

    assertThat(pairs.pairs())
        .singleElement()
        .returns(CellPair.PairVerdict.BETTER, CellPair::verdict)
        .returns(false, CellPair::ranks)
        .returns(6L, CellPair::n)
        .returns(Optional.empty(), CellPair::uneven);
    assertThat(pairs.where()).contains("averaged over width=32; width=64");
    assertThat(pairs.unpaired())
        .containsExactly(
            "left out: width=128, where all trials of gate=learned and gate=none failed");
    assertThat(new Comparisons(widths).all())
        .filteredOn(pair -> pair.axis().equals("attention.gate"))
        .singleElement()
        .returns(0, PairedComparison::failed)
        .satisfies(pair -> assertThat(pair.probability()).isLessThan(.001));
  }

  /** The gate is better at both widths at which both finish, and fails at the third. */
  @Test
  void failuresAtOneSettingDoNotOverruleTheOthers() throws Exception {
    double[][] noise = NamedSweep.noise(6, 8, 0.1, new Random(1));
    Observations widths =
        NamedSweep.run(
            WIDTHS,
            8,
            (name, cell) -> name.contains("none") && Double.isNaN(loss(cell)) ? 4 : loss(cell),
            noise);
    CellPairs pairs = CellPairs.of(widths).orElseThrow();

    assertThat(pairs.pairs())
        .extracting(CellPair::verdict)
        .containsExactly(CellPair.PairVerdict.OPPOSED);
    assertThat(pairs.unpaired())
        .containsExactly(
            "not tested where failures and finished trials disagree: gate=learned beside gate=none,"
                + " where trials failed at width=128. There the cell that failed is the worse one,"
                + " and at the other settings the better one; compare them apart, or leave that"
                + " value out of all cells");
    assertThat(new Comparisons(widths).all())
        .filteredOn(pair -> pair.axis().equals("attention.gate"))
        .singleElement()
        .returns(
            Optional.of("failures and finished trials disagree"), PairedComparison::whyNotShown)
        .returns(1.0, PairedComparison::probability);
  }

  /** One failure of the better cell decides nothing: the trials that finished do. */
  @Test
  void aCellThatIsBetterDespiteItsFailureStaysSo() throws Exception {
    double[][] noise = NamedSweep.noise(6, 12, 0.01, new Random(1));
    Observations widths =
        NamedSweep.run(
            WIDTHS,
            12,
            (name, cell) ->
                cell.text("model.width").equals("32")
                    ? (name.contains("learned") ? 1 : 4)
                    : (name.contains("learned") ? 1.1 : 1),
            failing(noise));
    CellPairs pairs = CellPairs.of(widths).orElseThrow();

    assertThat(pairs.pairs())
        .extracting(CellPair::verdict)
        .containsExactly(CellPair.PairVerdict.BETTER);
    assertThat(pairs.unpaired()).isEmpty();
  }

  /** The fourth of the six cells, the gate at the least width, fails at its first seed. */
  private static double[][] failing(double[][] noise) {
    noise[3][0] = Double.NaN;
    return noise;
  }

  /** The cell that fails at one width is the worse one at the others too. */
  @Test
  void failuresThatAgreeWithTheOtherSettingsCount() throws Exception {
    double[][] noise = NamedSweep.noise(6, 8, 0.1, new Random(1));
    Observations widths =
        NamedSweep.run(
            WIDTHS,
            8,
            (name, cell) -> name.contains("learned") && Double.isNaN(loss(cell)) ? 4 : loss(cell),
            noise);

    assertThat(CellPairs.of(widths).orElseThrow().pairs())
        .extracting(CellPair::verdict)
        .containsExactly(CellPair.PairVerdict.BETTER);
  }

  @Test
  void cellsThatAlwaysFailAreNamed() throws Exception {
    double[][] noise = NamedSweep.noise(6, 6, 0.1, new Random(1));
    Observations widths = NamedSweep.run(WIDTHS, 6, (name, cell) -> Double.NaN, noise);

    assertThat(CellPairs.of(widths).orElseThrow().unpaired())
        .containsExactly(
            "not compared: gate=learned (it failed at every seed, and so did gate=none)");
  }

  @Test
  void aCellThatFailsAtEverySeedIsWorse() throws Exception {
    double[][] noise = NamedSweep.noise(2, 8, 1, new Random(1));
    Arrays.fill(noise[1], Double.NaN);
    CellPair gate = gate(TWO_CELLS, noise);

    assertThat(gate.n()).isZero();
    assertThat(gate.failed()).isEqualTo(8);
    assertThat(gate.verdict()).isEqualTo(CellPair.PairVerdict.WORSE);
    assertThat(gate.probability()).isCloseTo(2 / 256.0, within(1e-12));
    assertThat(gate.interval().low()).isNaN();
  }

  @Test
  void oneFailedSeedOfManyLeavesALargeDifferenceShown() throws Exception {
    double[][] noise = NamedSweep.noise(2, 10, 0.01, new Random(1));
    for (int seed = 0; seed < 10; seed++) {
      noise[1][seed] -= 1;
    }
    noise[0][3] = Double.NaN;
    CellPair gate = gate(TWO_CELLS, noise);

    assertThat(gate.n()).isEqualTo(9);
    assertThat(gate.failed()).isEqualTo(1);
    assertThat(gate.difference()).isCloseTo(-1, within(0.02));
    assertThat(gate.verdict()).isEqualTo(CellPair.PairVerdict.BETTER);
    noise[0][3] = 0;
    noise[1][3] = Double.NaN;
    assertThat(gate(TWO_CELLS, noise).verdict()).isEqualTo(CellPair.PairVerdict.OPEN);
  }

  @Test
  void aSeedAtWhichBothFailedShowsNothing() throws Exception {
    double[][] noise = NamedSweep.noise(2, 6, 0.01, new Random(1));
    for (int seed = 0; seed < 6; seed++) {
      noise[1][seed] -= 1;
    }
    assertThat(gate(TWO_CELLS, noise).verdict()).isEqualTo(CellPair.PairVerdict.BETTER);
    noise[0][2] = Double.NaN;
    noise[1][2] = Double.NaN;
    CellPair gate = gate(TWO_CELLS, noise);

    assertThat(gate.failed()).isEqualTo(1);
    assertThat(gate.verdict()).isEqualTo(CellPair.PairVerdict.OPEN);
  }

  /**
   * A crash at the better rate makes the worse one the gate's best, and equal cells differ by the
   * rates at every seed.
   */
  @Test
  void aCrashAtTheBestValueMakesNoCellWorse() throws Exception {
    double[][] noise = NamedSweep.noise(4, 3, 0.01, new Random(1));
    for (int seed = 0; seed < 3; seed++) {
      noise[1][seed] -= 1;
      noise[3][seed] -= 1;
    }
    noise[3][0] = Double.NaN;
    CellPairs of = CellPairs.of(NamedSweep.run(TUNED, 3, (name, cell) -> 1, noise)).orElseThrow();

    assertThat(of.pairs()).extracting(CellPair::verdict).containsExactly(CellPair.PairVerdict.LOST);
    assertThat(of.pairs().get(0).interval().low()).isNaN();
    assertThat(of.unpaired())
        .containsExactly(
            "not tested where failed trials chose a tuned value. gate: 1 of 3 trials failed at"
                + " learning-rate=0.01, and the others are better there than at"
                + " learning-rate=0.001. Run them again (attune retry DIR --failed), or leave that"
                + " value out of all cells");
  }

  /** It would lose with these seeds too. */
  @Test
  void aCrashAtAWorseValueLeavesTheTest() throws Exception {
    double[][] noise = NamedSweep.noise(4, 3, 0.01, new Random(1));
    for (int seed = 0; seed < 3; seed++) {
      noise[1][seed] += 1;
      noise[2][seed] -= 1;
      noise[3][seed] += 1;
    }
    noise[3][0] = Double.NaN;

    assertThat(gate(TUNED, noise).verdict()).isEqualTo(CellPair.PairVerdict.BETTER);
  }

  /** A row that failures leave without a test eases no other: Holm's method still counts it. */
  @Test
  void aLostRowCountsAmongTheOthers() throws Exception {
    double[][] noise = NamedSweep.noise(6, 4, 0.01, new Random(1));
    noise[3][0] = Double.NaN;
    noise[3][1] -= 1;
    CellPairs of =
        CellPairs.of(NamedSweep.run(THREE_TUNED, 4, (name, cell) -> 1, noise)).orElseThrow();

    assertThat(of.pairs().get(0).verdict()).isEqualTo(CellPair.PairVerdict.LOST);
    CellPair wide = of.pairs().get(1);
    assertThat(wide.adjusted()).isCloseTo(Math.min(1, 2 * wide.probability()), within(1e-12));
  }

  @Test
  void valuesAtWhichSeedsFailedAreCounted() throws Exception {
    double[][] noise = NamedSweep.noise(4, 3, 0.01, new Random(1));
    // Cells come in the order of the file: plain at two rates, then the gate at two.
    noise[3][0] = Double.NaN;
    noise[3][1] -= 1;
    CellPair gate = gate(TUNED, noise);

    assertThat(gate.at()).isEqualTo("learning-rate=0.001");
    assertThat(gate.failed()).isZero();
    assertThat(gate.failedElsewhere()).isEqualTo(1);
    noise[2][1] = Double.NaN;
    noise[2][2] = Double.NaN;
    gate = gate(TUNED, noise);

    assertThat(gate.at()).isEqualTo("learning-rate=0.01");
    assertThat(gate.n()).isEqualTo(2);
    assertThat(gate.failed()).isEqualTo(1);
    assertThat(gate.failedElsewhere()).isEqualTo(2);
    assertThat(gate.verdict()).isEqualTo(CellPair.PairVerdict.OPEN);
  }
}
