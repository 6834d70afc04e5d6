package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.statistics.PoweredSeeds;
import org.attune.sweeps.statistics.Summary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code analyze} says to run next. */
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

  @Test
  void decidedRowsAndThoseOfEqualSeedsHaveNone() throws Exception {
    assertThat(Printed.attune("analyze", sweep("shown", 1, 1)))
        .contains("g=b   g=a         +1.150", "worse")
        .doesNotContain("is open");
    assertThat(Printed.attune("analyze", sweep("equal", 0, 0))).doesNotContain("is open");
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
