package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.statistics.Summary;
import org.junit.jupiter.api.Test;

class TestBestCell {

  private static final int SWEEPS = 100;

  private static final String TWO_CELLS =
      """
      sweep: two
      cells:
        plain: {}
        gate: {attention.gate: learned}
      replicates: 8
      objective: {metric: loss, goal: minimize}
      """;

  @Test
  void itsMeanIsTheMeasuredOneWhereCellsDifferInSeeds() {
    List<Run> runs = new ArrayList<>();
    for (String gate : List.of("a", "b")) {
      for (int seed = 0; seed < 3; seed++) {
        runs.add(run(gate, seed, 3 + 0.2 * seed + (gate.equals("a") ? 0.01 * seed : 0)));
      }
    }
    runs.add(run("c", 2, 2.14711));
    Observations of = Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE);
    BestCell best = SweepAnalysis.of(of).best().orElseThrow();

    assertThat(best.cell().text("gate")).isEqualTo("c");
    assertThat(best.cellSummary().summary().mean()).isEqualTo(2.14711);
    assertThat(best.cellSummary().count()).isEqualTo("1");
    assertThat(best.low()).isNaN();
    assertThat(best.withoutInterval()).contains("cells differ in their number of seeds");
  }

  @Test
  void isTheFirstOfTheCellsAndNeverTheSurvivorsOfAFailedOne() throws Exception {
    double[][] noise = new double[2][8];
    for (int seed = 0; seed < 8; seed++) {
      noise[1][seed] = seed < 4 ? -0.5 + 0.01 * seed : Double.NaN;
    }
    Observations of = NamedSweep.run(TWO_CELLS, 8, (name, cell) -> 1, noise);
    BestCell best = SweepAnalysis.of(of).best().orElseThrow();

    assertThat(of.summaries()).extracting(CellSummary::count).containsExactly("8", "4, 4 failed");
    assertThat(best.cellSummary()).isEqualTo(of.summaries().get(0));
    assertThat(best.cellSummary().summary().mean()).isEqualTo(1);
    assertThat(best.withoutInterval()).contains("no other cell has all seeds");
  }

  /**
   * Ten cells with four seeds each, which differ by noise, and in every second sweep in truth too.
   * The measured best is too good; of new seeds the expected mean is right on average.
   */
  @Test
  void itsExpectedMeanIsWhatNewSeedsGiveOnAverage() {
    Random random = new Random(8);
    double measured = 0;
    double expected = 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double[] truths = new double[10];
      List<Run> runs = new ArrayList<>();
      for (int cell = 0; cell < truths.length; cell++) {
        truths[cell] = sweep % 2 * random.nextGaussian();
        for (int seed = 0; seed < 4; seed++) {
          runs.add(run("c" + cell, seed, truths[cell] + random.nextGaussian()));
        }
      }
      BestCell best =
          BestCell.of(Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE))
              .orElseThrow();
      double truth = truths[Integer.parseInt(best.cell().text("gate").substring(1))];
      measured += (best.cellSummary().summary().mean() - truth) / SWEEPS;
      expected += (best.expected() - truth) / SWEEPS;
    }
    assertThat(measured).isLessThan(-0.4);
    assertThat(expected).isBetween(-0.12, 0.12);
  }

  /** An absurd learning rate that ends finite must not widen the interval of a good cell. */
  @Test
  void hasNoIntervalWhereOtherCellsVaryMuchMore() {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < 6; seed++) {
      runs.add(run("a", seed, 2.44 + 0.01 * (seed % 3)));
      runs.add(run("b", seed, 300 + 150 * (seed * 7 % 5)));
      runs.add(run("c", seed, 400 + 90 * (seed * 5 % 7)));
    }
    Observations of = Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE);

    assertThat(SweepAnalysis.of(of).best().orElseThrow().withoutInterval())
        .contains("it rests on the spread of all cells, and this cell varies far less");
  }

  @Test
  void saysTruthfullyWhyItHasNoInterval() {
    Observations of =
        Observations.of(
            "loss",
            Optional.of(Goal.MINIMIZE),
            List.of(run("a", 0, 1), run("a", 1, 2)),
            KnownSweep.NONE);

    assertThat(SweepAnalysis.of(of).best().orElseThrow().withoutInterval())
        .contains("no other cell has all seeds");
  }

  /** Someone could else stop a sweep when its best looks sure. */
  @Test
  void hasNoIntervalWhileTrialsAreOpen() {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < 6; seed++) {
      runs.add(run("a", seed, 1 + 0.01 * (seed % 3)));
      runs.add(run("b", seed, 2 + 0.01 * (seed * 5 % 4)));
    }
    assertThat(best(runs, 0).withoutInterval()).isEmpty();
    assertThat(best(runs, 2).withoutInterval()).contains("trials are open");
    assertThat(best(runs, 2).low()).isNaN();
  }

  private static BestCell best(List<Run> runs, int open) {
    Observations.Excluded excluded = new Observations.Excluded(0, 0, open, open == 0, 0, 0);
    return SweepAnalysis.of(Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, excluded))
        .best()
        .orElseThrow();
  }

  @Test
  void saysThatSeedsWereStoppedWhereThoseThatFinishedAreEqual() {
    List<Run> runs = List.of(run("a", 0, 1), run("a", 1, 2), run("b", 0, 3), run("b", 1, 5));
    Observations of = Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE);
    List<CellSummary> summaries = new ArrayList<>(of.summaries());
    summaries.add(
        new CellSummary(
            new Configuration(Map.of("gate", "c")), 0, 2, false, Summary.of(new double[0])));
    Observations stopped =
        new Observations(
            of.metric(),
            of.goal(),
            of.factors(),
            of.runs(),
            List.of(),
            List.of(),
            List.of(),
            summaries,
            new Observations.Excluded(2, 0, 0, true, 0, 0),
            of.names(),
            false,
            false,
            of.looks(),
            Optional.empty(),
            Optional.empty());

    assertThat(BestCell.of(stopped).orElseThrow().withoutInterval())
        .contains("seeds were stopped early");
  }

  private static Run run(String gate, int seed, double value) {
    return new Run(gate + seed, new Configuration(Map.of("gate", gate)), seed, value);
  }
}
