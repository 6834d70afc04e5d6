package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.report.BestCells;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A valley at x=10 under noise; the cell at x=18 measured best by luck alone. */
class TestLuckyBest {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;

  private Path valley(int cells) throws Exception {
    Path directory = folder.resolve("valley" + cells);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "valley", LOSS)) {
      for (int x = 0; x < cells; x++) {
        double noise = .05 * ((7 * x) % 5 - 2);
        double loss = x == 18 || x == 1 && cells < 10 ? -.486 : .02 * (x - 10) * (x - 10) + noise;
        sweep.finished(Map.of("x", String.valueOf(x)), 0, Map.of("loss", loss));
      }
      sweep.completed();
    }
    return directory;
  }

  @Test
  void theBestValueOfOneSeedIsSaidToBeLuckyByHowMuch() throws Exception {
    Path directory = valley(21);
    String text = Printed.attune("best", directory);

    assertThat(text)
        .startsWith("x=18 ")
        .containsPattern(
            "This value is the best of 21 cells, so it is partly luck\\. A Gaussian process over the"
                + " cells expects [01]\\.\\d of this cell at this seed, and the best value, -?0\\.\\d+,"
                + " of another cell: x=(8|9|10|11|12) \\(");
    assertThat(
            new ObjectMapper()
                .readTree(Printed.attune("best", directory, "--json"))
                .path("expected")
                .asDouble())
        .isGreaterThan(.5);
  }

  /** Each place that prints the best value of one seed says that it is partly luck. */
  @Test
  void noPlacePrintsABestOfOneSeedWithoutAWordOnLuck() throws Exception {
    Path directory = valley(21);
    SweepView sweep = Sweeps.read(directory.toString());

    assertThat(new RunReport(sweep, new TrialCatalog().tree(), "valley").print())
        .containsPattern(
            "\nThis value is the best of 21 cells, so it is partly luck\\. A Gaussian process over"
                + " the cells expects [01]\\.\\d of this cell");
    assertThat(Printed.attune("status", directory))
        .contains("  a value of one seed, and the best of 21 cells: partly luck; how much: ");
    assertThat(Printed.attune("list", "runs", folder))
        .contains("a best of one seed among several cells is partly luck; how much: ");
    for (String format : List.of("markdown", "latex")) {
      assertThat(Printed.attune("export", directory, "--format", format))
          .containsIgnoringCase("the best of 21 cells is partly luck where it has one seed");
    }
    assertThat(Printed.attune("analyze", valley(4)))
        .contains(
            "a value of one seed, and the best of 4 cells: partly luck, and nobody knows how much");
  }

  @Test
  void cellsToConfirmAreRankedByWhatIsExpectedOfThem() throws Exception {
    assertThat(
            BestCells.toTrain(Sweeps.read(valley(21).toString())).stream()
                .limit(3)
                .map(Configuration::values)
                .map(values -> Integer.parseInt(values.get("x"))))
        .allMatch(x -> x >= 8 && x <= 12);
  }

  @Test
  void fewCellsHaveNoExpectationButAreLuckyToo() throws Exception {
    Path few = valley(4);
    assertThat(Printed.attune("status", few)).contains("the best of 4 cells: partly luck\n");
    assertThat(Printed.attune("list", "runs", folder)).contains("cells is partly luck\n");
    assertThat(Printed.attune("best", few))
        .contains("This value is the best of 4 cells, so it is partly luck.\n")
        .doesNotContain("Gaussian");
  }

  /** Eight cells that differ by noise alone: the best mean is a tenth too good. */
  @Test
  void theBestMeanOfSeveralSeedsIsSaidToBeLuckyByHowMuch() throws Exception {
    Path directory = folder.resolve("seeds");
    Random random = new Random(4);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "seeds", LOSS)) {
      for (int x = 0; x < 8; x++) {
        for (int seed = 0; seed < 4; seed++) {
          double loss = 1 + .15 * random.nextGaussian();
          sweep.finished(Map.of("x", String.valueOf(x)), seed, Map.of("loss", loss));
        }
      }
      sweep.completed();
    }
    JsonNode best =
        new ObjectMapper()
            .readTree(Printed.attune("best", directory, "--json"))
            .path("best_cell_over_seeds");

    assertThat(Printed.attune("best", directory))
        .containsPattern(
            "The best mean of 8 cells is partly luck: with new seeds of its cell expect [01]\\.\\d+"
                + " \\(95 % [01]\\.\\d+ to 1\\.\\d+\\)\\.\n");
    assertThat(best.path("expected").asDouble()).isGreaterThan(best.path("mean").asDouble() + .05);
    assertThat(best.path("low").asDouble()).isLessThan(best.path("expected").asDouble());
  }
}
