package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestBestOfTies {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;

  private String best(double ofSteady, String... options) throws Exception {
    Path directory = folder.resolve("tied");
    try (RecordedSweep sweep = RecordedSweep.in(directory, "tied", LOSS)) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(Map.of("kind", "steady"), seed, Map.of("loss", ofSteady));
        sweep.finished(Map.of("kind", "spread"), seed, Map.of("loss", seed + .5));
      }
      sweep.completed().published();
    }
    return options.length == 0
        ? Printed.attune("best", directory)
        : Printed.attune("best", directory, options[0]);
  }

  /** Both cells have the mean 1; the best trial is one of {@code spread}. */
  @Test
  void anEqualCellIsNoBetterOne() throws Exception {
    assertThat(best(1)).startsWith("kind=spread, replicate 0").doesNotContain("another cell");
  }

  @Test
  void itsJsonNamesTheBestTrialsOwnCell() throws Exception {
    assertThat(best(1, "--json")).containsPattern("\"best_cell\" ?: ?\"kind=spread\"");
  }

  @Test
  void aBetterCellIsNamed() throws Exception {
    assertThat(best(.9)).contains("another cell is best: kind=steady");
  }
}
