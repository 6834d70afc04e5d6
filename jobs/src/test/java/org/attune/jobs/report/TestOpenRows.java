package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.statistics.PoweredSeeds;
import org.attune.sweeps.statistics.Summary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code run}, {@code analyze} and {@code best} say of seeds that would decide a row. */
class TestOpenRows {

  private static final double[] DIFFERENCES = {.3, -.1, .4, .2, 0, .1};

  @TempDir Path folder;

  @Test
  void anInconclusiveRowHasTheNumberOfSeedsThatWouldDecideIt() throws Exception {
    Summary difference = Summary.of(DIFFERENCES);
    int seeds = PoweredSeeds.of(difference.mean() / difference.std(), .025, 100).orElseThrow();

    assertThat(Printed.attune("analyze", sweep("open", 1, 0)))
        .endsWith(
            """

            g=b beside g=a is open: some %d seeds a cell would decide it, if the difference found is the true one
            new seeds, in a sweep of their own: ./attune run FILE --set replicates=%d --set seed=1 --out DIR
            """
                .formatted(seeds, seeds));
  }

  /** The best mean is no verdict: what is shown comes before it. */
  @Test
  void eachCommandSaysWhichCellsDifferAndOfNoneThatFirst() throws Exception {
    Path open = sweep("open", 1, 0);
    String sentence = "no cell is shown to differ; g=b is inconclusive beside g=a";
    String none = "which cells differ: " + sentence + "\n";

    assertThat(run(open)).startsWith(none);
    assertThat(Printed.attune("analyze", open)).contains("6 seeds\n\n" + none + "which axes");
    assertThat(Printed.attune("best", open)).contains("\n\n" + none);
    for (String command : List.of("analyze", "best")) {
      assertThat(Printed.attune(command, open, "--json"))
          .contains("\"which_cells_differ\" : \"" + sentence + '"');
    }
    assertThat(run(sweep("shown", 1, 1))).startsWith("which cells differ: g=b is worse than g=a\n");
  }

  private static String run(Path directory) throws Exception {
    String named = directory.toString();
    return new RunReport(Sweeps.read(named), new TrialCatalog().tree(), named).print();
  }

  @Test
  void decidedRowsAndThoseOfEqualSeedsHaveNone() throws Exception {
    assertThat(Printed.attune("analyze", sweep("shown", 1, 1)))
        .contains("g=b   g=a         +1.150", "worse")
        .doesNotContain("is open");
    assertThat(Printed.attune("analyze", sweep("equal", 0, 0))).doesNotContain("is open");
  }

  /**
   * Each cell is better than the next at all six seeds, in two modes. Ranks give 2^-5 on both
   * sides, and three rows share .05; of seven seeds they give 2^-6.
   */
  @Test
  void ofTwoModesThatAgreeEachCommandNamesTheSeedsThatRanksNeed() throws Exception {
    Path directory = folder.resolve("modes");
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "modes", loss)) {
      for (int seed = 0; seed < 6; seed++) {
        double one = 2 + .01 * Math.sqrt(seed);
        double mode = (seed % 2 == 0 ? 1 : .05) + .003 * seed;
        sweep.finished(Map.of("g", "a"), seed, Map.of("loss", one));
        sweep.finished(Map.of("g", "b"), seed, Map.of("loss", one - mode));
        sweep.finished(Map.of("g", "c"), seed, Map.of("loss", one - 2.5 * mode));
      }
      sweep.completed();
    }
    String run = run(directory);

    for (String text :
        List.of(run, Printed.attune("analyze", directory), Printed.attune("best", directory))) {
      assertThat(text)
          .contains(
              "g=b beside g=a is open: some 7 seeds a cell would decide it by ranks (two modes), if"
                  + " new seeds differ as these do\n",
              "new seeds, in a sweep of their own: ./attune run FILE --set replicates=7 --set seed=1");
    }
    assertThat(run).contains("; use 7 or more");
  }

  /** Two cells, whose values differ by a multiple of the differences, and as much at all seeds. */
  private Path sweep(String name, double times, double more) throws Exception {
    Path directory = folder.resolve(name);
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, name, loss)) {
      for (int seed = 0; seed < DIFFERENCES.length; seed++) {
        double one = 2 + Math.sqrt(seed);
        sweep.finished(Map.of("g", "a"), seed, Map.of("loss", one));
        sweep.finished(
            Map.of("g", "b"), seed, Map.of("loss", one + more + times * DIFFERENCES[seed]));
      }
      sweep.completed();
    }
    return directory;
  }
}
