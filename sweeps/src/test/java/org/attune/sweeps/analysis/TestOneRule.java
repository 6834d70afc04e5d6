package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same two cells have the same p as a claim, as a row, and as two values of an axis. */
class TestOneRule {

  private static final String FILE =
      """
      sweep: two
      cells: {plain: {}, gate: {attention.gate: learned}}
      replicates: %s
      objective: {metric: loss, goal: minimize}
      claims:
        - {says: a gate helps, cell: gate, is: below, of: plain}
      """;

  private static final String OPEN = "{at-least: 3, at-most: 12, until: decided}";

  /** Losses of the plain cell and of the gate; NaN fails. */
  private static double[][] losses(int seeds, double gain, long seed) {
    double[][] noise = NamedSweep.noise(2, seeds, 1, new Random(seed));
    for (int i = 0; i < seeds; i++) {
      noise[1][i] -= gain;
    }
    return noise;
  }

  private static void sameEverywhere(String replicates, double[][] losses) throws Exception {
    String file = FILE.formatted(replicates);
    int seeds = losses[0].length;
    Observations of = NamedSweep.run(file, seeds, (name, cell) -> 0, losses);
    SweepAnalysis analysis = SweepAnalysis.of(of);
    CellPair row = analysis.pairs().orElseThrow().pairs().get(0);
    PairedComparison values = analysis.comparisons().get(0);
    Finding claim = judged(file, losses);
    Finding.FoundEffect.Difference found = (Finding.FoundEffect.Difference) claim.effect();

    assertThat(row.probability()).as("row").isEqualTo(claim.unadjusted());
    assertThat(values.probability()).as("values").isEqualTo(claim.unadjusted());
    assertThat(row.adjusted()).isEqualTo(claim.probability());
    assertThat(values.adjusted()).isEqualTo(claim.probability());
    assertThat(values.shown()).isEqualTo(row.verdict().shown());
    assertThat(row.ranks()).isEqualTo(found.test() == Finding.Test.RANKS);
    if (Double.isFinite(found.low()) && Double.isFinite(found.high())) {
      assertThat(row.interval().low()).isCloseTo(-found.high(), within(1e-9));
      assertThat(row.interval().high()).isCloseTo(-found.low(), within(1e-9));
    }
  }

  private static Finding judged(String file, double[][] losses) throws Exception {
    SweepSpec spec = SpecFile.read("two.yaml", file, Map.of(), SampleCatalog.CATALOG);
    Outcomes outcomes =
        Outcomes.ended(
            losses[0].length,
            (cell, seed, metric) -> {
              double loss = losses[cell.text("attention.gate").equals("learned") ? 1 : 0][seed];
              return Double.isNaN(loss) ? OptionalDouble.empty() : OptionalDouble.of(loss);
            });
    return Judge.findings(
            spec.comparison().claims(), Judge.LEVEL, 0, spec.replicates().looks(), outcomes)
        .get(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5, 8})
  void whereStudentsTestJudges(int seeds) throws Exception {
    for (double gain : new double[] {0, 1, 20}) {
      sameEverywhere(String.valueOf(seeds), losses(seeds, gain, seeds));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void whereASeedFailed(int cell) throws Exception {
    double[][] losses = losses(8, 5, 1);
    losses[cell][3] = Double.NaN;
    sameEverywhere("8", losses);
    losses[1 - cell][5] = Double.NaN;
    losses[cell][5] = Double.NaN;
    sameEverywhere("8", losses);
  }

  @Test
  void whereAnArmHasTwoModes() throws Exception {
    double[][] losses = losses(8, 0, 1);
    for (int seed = 0; seed < 8; seed += 2) {
      losses[1][seed] -= 100;
    }
    sameEverywhere("8", losses);
  }

  /** All cells are best at one batch, so a comparison of two cells averages nothing else. */
  @Test
  void whereCellsWereTuned() throws Exception {
    String yaml =
        """
        sweep: tuned
        cells: {plain: {}, gate: {attention.gate: learned}, query: {attention.gate: from-query}}
        axes: {train.batch: [1, 2, 3]}
        replicates: 5
        objective: {metric: loss, goal: minimize}
        claims:
          - {says: a gate helps, cell: {cell: gate, best-over: [train.batch]}, is: below,
             of: {cell: plain, best-over: [train.batch]}}
        """;
    SweepAnalysis analysis =
        SweepAnalysis.of(
            NamedSweep.tuned(
                yaml,
                2,
                5,
                (name, cell) ->
                    Math.abs(Integer.parseInt(cell.text("train.batch")) - 2) + name.length()));

    for (CellPair row : analysis.pairs().orElseThrow().pairs()) {
      assertThat(analysis.comparisons())
          .filteredOn(values -> Set.of(values.first(), values.second()).contains(row.cell()))
          .filteredOn(values -> Set.of(values.first(), values.second()).contains("plain"))
          .singleElement()
          .returns(row.adjusted(), PairedComparison::adjusted)
          .satisfies(
              values ->
                  assertThat(Math.abs(values.interval().low() - values.interval().high()))
                      .isCloseTo(row.interval().high() - row.interval().low(), within(1e-9)));
    }
  }

  /** A row was judged by its last look alone, and its p multiplied by four. */
  @ParameterizedTest
  @ValueSource(ints = {3, 5, 8, 12})
  void whereLooksWerePlanned(int seeds) throws Exception {
    for (double gain : new double[] {0, 2, 5}) {
      sameEverywhere(OPEN, losses(seeds, gain, seeds));
    }
    double[][] failed = losses(seeds, 5, 2);
    failed[0][2] = Double.NaN;
    sameEverywhere(OPEN, failed);
  }

  /** Two rows and two claims share the error alike. */
  @Test
  void whereAFamilyHasSeveral() throws Exception {
    String file =
        """
        sweep: three
        cells: {plain: {}, gate: {attention.gate: learned}, wide: {model.width: 128}}
        replicates: 6
        objective: {metric: loss, goal: minimize}
        """;
    double[][] losses = NamedSweep.noise(3, 6, 1, new Random(3));
    List<CellPair> rows =
        CellPairs.of(NamedSweep.run(file, 6, (name, cell) -> name.length(), losses))
            .orElseThrow()
            .pairs();
    SweepAnalysis analysis =
        SweepAnalysis.of(NamedSweep.run(file, 6, (name, cell) -> name.length(), losses));

    for (CellPair row : rows) {
      PairedComparison same =
          analysis.comparisons().stream()
              .filter(of -> List.of(of.first(), of.second()).contains(row.cell()))
              .filter(of -> List.of(of.first(), of.second()).contains("plain"))
              .findFirst()
              .orElseThrow();
      assertThat(same.adjusted()).isEqualTo(row.adjusted());
      assertThat(same.shown()).isEqualTo(row.verdict().shown());
    }
  }
}
