package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.event.SweepHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The levels of intervals, and looks, in the paired table for a paper. */
class TestPairLevels {

  @TempDir Path directory;

  /** Of six rows Holm's method holds the surest to a sixth of .05; planned looks are in it. */
  @Test
  void eachIntervalHasItsLevel() throws Exception {
    Path other = directory.resolve("levels");
    gates(other, "replicates: 5\n");
    Path looked = directory.resolve("looked");
    gates(looked, "replicates: 5 to 8 until decided\n");

    assertThat(pairs(other, "csv"))
        .containsPattern("gate=learned,gate=none,.*,0\\.9916\\d*,,8,")
        .containsPattern("gate=fixed,gate=none,.*,0\\.95,,8,")
        .containsPattern("gate=broken,gate=none,,,,,,,failed seeds,0,8,");
    assertThat(pairs(other, "markdown"))
        .containsPattern("gate=learned .* \\| 99\\.17 % \\| 8 \\|")
        .containsPattern("gate=broken .* \\| by ranks \\(failed seeds\\) \\|  \\| 0, 8 failed");
    assertThat(pairs(other, "latex")).contains(" & 99.17 \\% & 8 & ");
    assertThat(Printed.attune("analyze", other))
        .containsPattern("difference +interval +level +seeds")
        .containsPattern("gate=learned +gate=none .* to \\S+ +99\\.17 % +8 ")
        .containsPattern("gate=fixed +gate=none .* to \\S+ +95 % +8 ")
        .containsPattern("gate=broken +gate=none .*by ranks \\(failed seeds\\) +0, 8 failed");
    assertThat(pairs(looked, "csv")).containsPattern("gate=learned,.*,0\\.9916\\d*,,8,");
    JsonNode rows = new ObjectMapper().readTree(Printed.attune("analyze", other, "--json"));
    assertThat(rows.path("pairs").findValues("level"))
        .extracting(JsonNode::asDouble)
        .containsExactly(1 - 0.05 / 6, 0.95, 0.99, 0.0, 0.0, 0.0);
  }

  private static String pairs(Path sweep, String format) {
    return Printed.attune("export", sweep, "--table", "pairs", "--format", format);
  }

  /** One gate helps, one does not, and one fails in all trials. */
  private static void gates(Path directory, String replicates) throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(directory, header(replicates))) {
      for (int seed = 0; seed < 8; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("loss", 1 + 0.01 * seed));
        sweep.finished(Map.of("gate", "learned"), seed, Map.of("loss", 0.8 + 0.02 * seed));
        sweep.finished(Map.of("gate", "fixed"), seed, Map.of("loss", 1 + 0.02 * (7 - seed)));
        sweep.failed(Map.of("gate", "broken"), seed, Cause.DIVERGENCE, "NaN");
      }
      sweep.completed();
    }
  }

  private static SweepHeader header(String replicates) {
    return new SweepHeader(
        "gates-00000000",
        "gates",
        "sweep: gates\n" + replicates,
        0,
        24,
        new Objective("loss", Objective.Goal.MINIMIZE),
        0,
        1,
        new TreeMap<>());
  }

  /** The reader of a paper's table has no other place that says so. */
  @Test
  void theTableSaysThatLooksCorrectP() throws Exception {
    Path other = directory.resolve("looks");
    try (RecordedSweep sweep =
        RecordedSweep.in(other, header("replicates: 5 to 8 until decided\n"))) {
      for (int seed = 0; seed < 8; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("loss", 1 + 0.01 * seed));
        sweep.finished(Map.of("gate", "learned"), seed, Map.of("loss", 0.8 + 0.02 * seed));
      }
      sweep.completed();
    }
    String line = "Looks at 5, 8 seeds: the smallest p counts, corrected for all of them.";

    assertThat(Printed.attune("analyze", other)).contains(line);
    assertThat(pairs(other, "latex"))
        .contains("\\caption{gates: loss, cell less control, paired by seed. " + line + "}");
    assertThat(pairs(other, "markdown")).endsWith("\n\n" + line + "\n");
  }
}
